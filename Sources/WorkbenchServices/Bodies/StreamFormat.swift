import ParleyEngine

/// How events stand one after the other in a body that may never end.
package enum StreamFormat: Hashable, Sendable {
  /// `text/event-stream`: fields, and an empty line behind each event.
  case serverSent
  /// A JSON value on each line: NDJSON, JSON Lines.
  case lines
  /// The same of the messages of a WebSocket.
  case messages

  /// - Parameters:
  ///   - contentType: in lower case; empty where none is known.
  ///   - head: the first bytes.
  package init?(contentType: String, head: [UInt8]) {
    if contentType == WebSocketEntry.contentType {
      self = .messages
      return
    }
    switch StreamMediaType(contentType) {
    case .serverSentEvents: self = .serverSent
    case .jsonLines: self = .lines
    case nil where Self.hasTwoLines(head): self = .lines
    case nil: return nil
    }
  }

  /// Many servers call it plain JSON. Then two lines that are objects by themselves tell.
  private static func hasTwoLines(_ head: [UInt8]) -> Bool {
    guard head.first == UInt8(ascii: "{") else { return false }
    let lines = head.split(separator: UInt8(ascii: "\n"), maxSplits: 2).filter { $0 != [UInt8(ascii: "\r")] }
    guard lines.count > 1, lines[1].first == UInt8(ascii: "{") else { return false }
    return (try? JSONValue(parsing: Array(lines[0]))) != nil
  }
}
