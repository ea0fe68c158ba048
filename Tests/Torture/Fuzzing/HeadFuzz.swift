import HTTPTypes
import ParleyEngine

/// Heads of responses, line by line.
enum HeadFuzz: Fuzz {
  static let name = "fuzz-heads"
  static let summary = "heads of responses, read line by line"

  static let seeds = [
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 5\r\nSet-Cookie: a=b\r\n\r\n",
    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/2 404\r\nx-a: 1\r\nX-A: 2\r\n folded\r\n\tmore\r\n\r\n",
    "HTTP/1.0 500 \u{E9}\r\n: none\r\nnocolon\r\nX: \r\nETag: W/\"1\"\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n\r\n",
  ].map { Array($0.utf8) }

  static func mistake(with input: [UInt8], _ trial: Trial) async throws -> String? {
    guard let fields = WholeHead.fields(of: lines(of: input)) else { return nil }
    guard fields.count <= WholeHead.fieldLimit else { return "\(fields.count) fields" }
    let broken = fields.first { $0.value.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 } }
    return broken.map { "a line break in \($0.name): \($0.value)" }
  }

  /// As libcurl hands them over, each with its line break.
  private static func lines(of input: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    for byte in input {
      lines[lines.count - 1].append(byte)
      if byte == UInt8(ascii: "\n") { lines.append([]) }
    }
    return lines
  }
}
