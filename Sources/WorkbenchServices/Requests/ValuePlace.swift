package import ParleyEngine
package import ParleyModel

/// A variable of a request's path, or a parameter of its query.
package struct ValuePlace: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case path, query
  }

  package var request: RequestID
  package var method: String
  /// As the file has it.
  package var url: String
  package var kind: Kind
  package var name: String
  /// Nil where the history has nothing of it.
  package var lastSent: Timestamp?

  package init(
    _ request: RequestID, method: String, url: String, _ kind: Kind, _ name: String, lastSent: Timestamp? = nil
  ) {
    self.request = request
    self.method = method
    self.url = url
    self.kind = kind
    self.name = name
    self.lastSent = lastSent
  }
}

/// A link that stands in a response.
package struct FollowedLink: Hashable, Sendable {
  /// As it stands there: whole, or from the root of its server.
  package var text: String
  /// The URL of the response; nil where that is not known.
  package var base: String?
  /// The request that the response belongs to.
  package var request: RequestID?

  package init(_ text: String, base: String?, request: RequestID?) {
    self.text = text
    self.base = base
    self.request = request
  }
}

/// The request that a link leads to.
package enum LinkTarget: Hashable, Sendable {
  /// One that the workspace has, with what its variables and parameters are.
  case known(RequestID, path: [DraftRow], query: [DraftRow])
  /// A new one.
  /// - isForeign: whether it goes to another origin, where nothing is sent that is inherited.
  case new(RequestDraft, isForeign: Bool)
}
