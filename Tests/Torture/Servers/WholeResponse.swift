import ParleyEngine
import TestSupport

/// A response as it should come, and what its body is then.
struct WholeResponse: Sendable {
  let name: String
  let bytes: [UInt8]
  let body: [UInt8]
  /// So many bytes at its end may be missing without anybody being able to tell, or needing to.
  var spare = 0

  static func random(_ trial: Trial) throws -> WholeResponse {
    let text = (0...trial.size(upTo: 3000)).map { "line \($0 * 7919 % 1000)\n" }.joined()
    return try trial.pick([sized, chunked, interim, gzipped, gzippedChunks, open])(text)
  }

  private static func sized(_ text: String) throws -> WholeResponse {
    let reply = RawReply.text(text, headers: ["Content-Type: text/plain", "Set-Cookie: a=b; Path=/"])
    return WholeResponse(name: "with a length", bytes: reply.bytes, body: Array(text.utf8))
  }

  private static func chunked(_ text: String) throws -> WholeResponse {
    let half = text.index(text.startIndex, offsetBy: text.count / 2)
    let reply = RawReply.chunked([String(text[..<half]), String(text[half...])])
    return WholeResponse(name: "in chunks", bytes: reply.bytes, body: Array(text.utf8), spare: 2)
  }

  private static func interim(_ text: String) throws -> WholeResponse {
    let interim = Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8)
    return WholeResponse(name: "after 103", bytes: interim + RawReply.text(text).bytes, body: Array(text.utf8))
  }

  private static func gzipped(_ text: String) throws -> WholeResponse {
    let body = try Gzip.compress(Array(text.utf8))
    let headers = ["Content-Encoding: gzip", "Content-Length: \(body.count)"]
    return WholeResponse(name: "in gzip", bytes: RawReply(headers: headers, body: body).bytes, body: Array(text.utf8))
  }

  private static func gzippedChunks(_ text: String) throws -> WholeResponse {
    let body = try Gzip.compress(Array(text.utf8))
    let chunk = Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
    let reply = RawReply(headers: ["Content-Encoding: gzip", "Transfer-Encoding: chunked"], body: chunk)
    return WholeResponse(name: "in gzip and chunks", bytes: reply.bytes, body: Array(text.utf8), spare: 2)
  }

  /// To the end of the connection: nobody can tell whether that is all.
  private static func open(_ text: String) throws -> WholeResponse {
    let body = Array(text.utf8)
    let bytes = RawReply(headers: ["Connection: close"], body: body).bytes
    return WholeResponse(name: "to the end", bytes: bytes, body: body, spare: body.count)
  }
}
