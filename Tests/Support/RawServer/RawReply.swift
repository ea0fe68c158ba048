/// A response in bytes, right or wrong as a test needs it.
public struct RawReply: Sendable {
  public var bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A status line, these header lines as they are, a blank line and the body: nothing is added.
  public init(_ status: String = "200 OK", headers: [String] = [], body: [UInt8] = []) {
    let head = (["HTTP/1.1 \(status)"] + headers + ["", ""]).joined(separator: "\r\n")
    bytes = Array(head.utf8) + body
  }

  /// A right response, with its Content-Length.
  public static func text(_ body: String, status: String = "200 OK", headers: [String] = []) -> RawReply {
    RawReply(status, headers: headers + ["Content-Length: \(body.utf8.count)"], body: Array(body.utf8))
  }

  /// A body that is shorter than its Content-Length says. Ends the connection behind it to show it.
  public static func truncated(_ body: String, promising length: Int) -> RawReply {
    RawReply(headers: ["Content-Length: \(length)"], body: Array(body.utf8))
  }

  /// A body in chunks, one for each piece, with its ending unless `isEnded` is false.
  public static func chunked(_ pieces: [String], isEnded: Bool = true) -> RawReply {
    let chunks = pieces.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined()
    return RawReply(headers: ["Transfer-Encoding: chunked"], body: Array((chunks + (isEnded ? "0\r\n\r\n" : "")).utf8))
  }

  /// A chunk whose length is no number.
  public static let badlyChunked = RawReply(
    headers: ["Transfer-Encoding: chunked"], body: Array("5\r\nhello\r\nxyz\r\nworld\r\n0\r\n\r\n".utf8))
}
