import ParleyModel

/// The actions that wait for a request to be loaded.
struct RequestOpening: Sendable {
  /// Whether a person has opened something; until then the log strip shows all events.
  private(set) var hasOpened = false
  private var sendsWhenLoaded: RequestID?
  private var editsWhenLoaded: RequestID?

  mutating func open() { hasOpened = true }

  /// Lets its URL be typed as soon as it has been loaded.
  mutating func edit(_ id: RequestID) { editsWhenLoaded = id }

  /// - Returns: whether its URL is typed now.
  mutating func takeEdit(of id: RequestID) -> Bool {
    guard editsWhenLoaded == id else { return false }
    editsWhenLoaded = nil
    return true
  }

  /// Sends it as soon as it has been loaded.
  mutating func send(_ id: RequestID) { sendsWhenLoaded = id }

  /// For a request that could not be loaded.
  mutating func cancelSend() { sendsWhenLoaded = nil }

  /// - Returns: whether it is sent now.
  mutating func takeSend(of id: RequestID) -> Bool {
    guard sendsWhenLoaded == id else { return false }
    sendsWhenLoaded = nil
    return true
  }
}
