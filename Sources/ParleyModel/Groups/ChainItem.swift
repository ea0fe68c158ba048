package import ParleyEngine

/// An item marked to become a step of a group.
package enum ChainItem: Hashable, Sendable {
  /// A request, with the exchange in which it was sent last.
  case request(RequestID)
  case exchange(ExchangeID)
}

/// Whether a value that one response gave, and a later request carried, can be read from there.
package enum LinkState: Hashable, Sendable {
  case possible
  /// The request reads a shared key there that a step before it captures, and goes on doing so.
  case kept(by: String)
  /// A group's file cannot express it; the text is the reason.
  case impossible(String)
}
