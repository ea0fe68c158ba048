/// A message of a WebSocket, whole, whatever the number of frames it came in.
public enum WebSocketMessage: Sendable, Hashable {
  /// Text, which is UTF-8 on the wire.
  case text(String)
  /// Bytes as they are.
  case binary([UInt8])

  /// Its size on the wire, in bytes.
  public var count: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .binary(let bytes): bytes.count
    }
  }

  /// Its bytes; those of a text in UTF-8.
  public var bytes: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8)
    case .binary(let bytes): bytes
    }
  }
}

/// How a WebSocket was closed (RFC 6455 §7.4).
public struct WebSocketClose: Sendable, Hashable {
  /// `1000` for a normal end, `3000` to `4999` for what an application means by it.
  public var code: Int
  /// The reason for the close, in words; at most 123 bytes in UTF-8.
  public var reason: String

  /// A normal end.
  public static let normal = WebSocketClose(code: 1000)
  /// No code came with the close.
  static let noCode = 1005
  /// The connection ended without a close.
  package static let abnormal = 1006

  /// - Parameters:
  ///   - code: see ``code``.
  ///   - reason: see ``reason``.
  public init(code: Int, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// The code with its meaning: `1001 going away`.
  public var summary: String {
    let meaning = Self.meanings[code].map { " \($0)" } ?? ""
    return "\(code)\(meaning)"
  }

  /// Whether a session that ends so has ended well: in the usual ways, or in a way that the application defines.
  package var isGood: Bool { [1000, 1001, Self.noCode].contains(code) || (3000...4999).contains(code) }

  /// The failure of a session that ends this way; nil when it has ended well.
  package var failure: ValidationFailure? {
    guard !isGood else { return nil }
    let words = reason.isEmpty ? "" : " (\(reason))"
    return ValidationFailure(expectation: "a normal close", reason: "it was closed with \(summary)\(words)")
  }

  /// Whether it may stand in a frame.
  package var mayBeSent: Bool {
    (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code)
  }

  /// The meanings of the codes, by the IANA's registry.
  private static let meanings = [
    1000: "normal", 1001: "going away", 1002: "protocol error", 1003: "unsupported data", 1005: "no code",
    1006: "abnormal", 1007: "invalid data", 1008: "policy violation", 1009: "message too big",
    1010: "missing extension", 1011: "internal error", 1012: "service restart", 1013: "try again later",
    1014: "bad gateway",
  ]
}
