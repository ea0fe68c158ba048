/// A request exactly as it arrived.
public struct RawRequest: Sendable, CustomStringConvertible {
  /// Every byte, head and body, as it was on the wire.
  public let bytes: [UInt8]
  /// The body as it was sent: with the framing of its chunks, if it came in chunks.
  public let body: [UInt8]
  private let head: RawHead

  init(_ bytes: [UInt8], headLength: Int) {
    self.bytes = bytes
    body = Array(bytes[headLength...])
    head = RawHead(bytes[..<headLength])
  }

  /// `POST /cart HTTP/1.1`
  public var requestLine: String { head.startLine }

  public var method: String { String(requestLine.prefix { $0 != " " }) }

  /// What stands between the method and the version.
  public var target: String { requestLine.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

  /// The header lines in their order, with the casing, spaces and repetitions they had.
  public var headerLines: [String] { head.fieldLines }

  /// The values of every header line with this name, in any casing.
  public func values(of name: String) -> [String] { head.values(of: name) }

  /// The first of them.
  public func value(of name: String) -> String? { head.value(of: name) }

  /// The body without the framing of its chunks.
  public var unchunkedBody: [UInt8] { RawFraming.withoutChunks(body) }

  public var bodyText: String { String(decoding: body, as: UTF8.self) }

  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
