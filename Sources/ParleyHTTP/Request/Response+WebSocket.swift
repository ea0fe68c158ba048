import HTTPTypes

extension Response {
  /// Whether it opened a WebSocket, so that its body is a transcript.
  package var isWebSocket: Bool { status.code == 101 && URLText.isWebSocket(url) }

  /// The value of a WebSocket for filters, captures and later steps, in place of its transcript: the list of the
  /// messages that came, JSON as such and any other text as a string. Nil where the response opened no WebSocket.
  package var receivedMessages: JSONValue? {
    guard isWebSocket, let entries = try? WebSocketEntry.all(in: self) else { return nil }
    return .array(entries.filter { $0.isMessage && $0.from == .server }.map(\.value))
  }
}

extension WebSocketEntry {
  /// The entries of a session that has ended.
  /// - Throws: the error of a body that cannot be read.
  public static func all(in response: Response) throws -> [WebSocketEntry] {
    try response.bytes().split(separator: .lineFeed).compactMap(WebSocketEntry.init(line:))
  }
}
