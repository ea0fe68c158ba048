/// An entry of the transcript of a WebSocket: a message, or a remark on the connection.
///
/// ```swift
/// let response = try await session.close()
/// for entry in try WebSocketEntry.all(in: response) where entry.from == .server { print(entry.text) }
/// ```
public struct WebSocketEntry: Sendable, Hashable {
  /// The media type of a transcript.
  package static let contentType = "application/vnd.parley.websocket+ndjson"

  /// The kinds of entries.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A message.
    case text, binary
    /// A question whether the other side is there, and its reply.
    case ping, pong
    /// The end.
    case close
  }

  /// The time of the entry, in UTC, as ISO 8601 text.
  public var time: String
  /// The sender; nil for a connection that ended without a close.
  public var from: WebSocketSide?
  /// The kind of the entry.
  public var kind: Kind
  /// As it stands in the transcript.
  package var document: JSONValue
  /// In bytes, on the wire.
  public var size: Int
  /// A text that is JSON.
  public var json: JSONValue?
  /// Any other text; the reason of a close.
  public var string: String?
  /// Bytes, in base64.
  public var base64: String?
  /// Of a close.
  public var code: Int?
  /// How long the reply to a ping took.
  public var milliseconds: Double?

  /// - Returns: nil for anything that is no entry.
  public init?(_ value: JSONValue) {
    guard let kind = value["type"]?.string.flatMap(Kind.init(rawValue:)), let time = value["time"]?.string else {
      return nil
    }
    self.kind = kind
    self.time = time
    document = value
    from = value["from"]?.string.flatMap(WebSocketSide.init(rawValue:))
    json = value["json"]
    string = value["text"]?.string ?? value["reason"]?.string
    base64 = value["base64"]?.string
    code = value["code"]?.int
    size = value["size"]?.int ?? string?.utf8.count ?? 0
    milliseconds = value["milliseconds"]?.double
  }

  /// The content as one text: JSON on one line, bytes in base64, a close as its code and reason.
  public var text: String {
    if let json { return JSONPrinter.compact.string(of: json) }
    guard kind == .close, let code else { return string ?? base64 ?? "" }
    let summary = WebSocketClose(code: code).summary
    return string.map { $0.isEmpty ? summary : "\(summary): \($0)" } ?? summary
  }

  /// The message as a filter sees it: JSON as such, any other text as a string.
  public var value: JSONValue { json ?? .string(string ?? base64 ?? "") }

  /// The time of the entry as a timestamp; nil if it is no valid time.
  package var sentAt: Timestamp? { Timestamp(iso8601: time) }

  /// Whether it is a message, not a remark about the connection.
  public var isMessage: Bool { kind == .text || kind == .binary }
}

extension WebSocketEntry {
  /// The last line of a transcript that was noted only in part, because the program ended.
  package static func cutOffLine(after transcript: [UInt8]) -> [UInt8] {
    let last = transcript.split(separator: .lineFeed).last.flatMap { WebSocketEntry(line: $0) }
    let time = last?.time ?? Timestamp.now().iso8601
    let reason = "Parley ended while the WebSocket was open."
    return Array(
      "{\"time\":\"\(time)\",\"type\":\"close\",\"code\":\(WebSocketClose.abnormal),\"reason\":\"\(reason)\"}\n".utf8)
  }

  /// The entry of one line of a transcript.
  package init?(line: some Collection<UInt8>) {
    guard let value = try? JSONValue(parsing: Array(line)) else { return nil }
    self.init(value)
  }
}
