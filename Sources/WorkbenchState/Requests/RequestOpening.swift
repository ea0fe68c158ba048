package import ParleyModel

/// The requests to be opened, and what waits for one to be loaded.
package struct RequestOpening: Sendable {
  /// The text of the request that the command line gave, until the workspace is read.
  package var given: String?
  /// The request that is kept as the one of the next session.
  package var last: RequestID?
  /// Whether a person has opened something; until then the log strip shows all events.
  package private(set) var hasOpened = false
  private var sendsWhenLoaded: RequestID?
  private var editsWhenLoaded: RequestID?

  package mutating func open() { hasOpened = true }

  /// Lets its URL be typed as soon as it has been loaded.
  package mutating func edit(_ id: RequestID) { editsWhenLoaded = id }

  /// - Returns: whether its URL is typed now.
  package mutating func takeEdit(of id: RequestID) -> Bool {
    guard editsWhenLoaded == id else { return false }
    editsWhenLoaded = nil
    return true
  }

  /// Sends it as soon as it has been loaded.
  package mutating func send(_ id: RequestID) { sendsWhenLoaded = id }

  /// For a request that could not be loaded.
  package mutating func cancelSend() { sendsWhenLoaded = nil }

  /// - Returns: whether it is sent now.
  package mutating func takeSend(of id: RequestID) -> Bool {
    guard sendsWhenLoaded == id else { return false }
    sendsWhenLoaded = nil
    return true
  }
}
