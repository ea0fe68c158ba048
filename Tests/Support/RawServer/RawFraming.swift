/// How the body of a request is delimited (RFC 9112, 6.3).
enum RawFraming {
  case length(Int)
  case chunked

  init(_ head: RawHead) {
    if head.value(of: "Transfer-Encoding")?.lowercased() == "chunked" {
      self = .chunked
    } else {
      self = .length(head.value(of: "Content-Length").flatMap { Int($0) } ?? 0)
    }
  }

  /// Where the body ends; nil while it has not come whole.
  func end(in bytes: [UInt8], after head: Int) -> Int? {
    switch self {
    case .length(let length):
      return bytes.count >= head + length ? head + length : nil
    case .chunked:
      return RawFraming.walk(bytes, from: head) { _ in }
    }
  }

  /// The data of all chunks that are there.
  static func withoutChunks(_ bytes: [UInt8]) -> [UInt8] {
    var data: [UInt8] = []
    _ = walk(bytes, from: 0) { data += $0 }
    return data
  }

  /// Steps from chunk to chunk to the end, which is where a chunk has no length and a blank line follows.
  private static func walk(_ bytes: [UInt8], from start: Int, _ visit: (ArraySlice<UInt8>) -> Void) -> Int? {
    var place = start
    while let line = bytes[place...].firstRange(of: lineBreak) {
      let size = Int(String(decoding: bytes[place..<line.lowerBound], as: UTF8.self), radix: 16) ?? 0
      if size == 0 { return bytes[line.lowerBound...].firstRange(of: lineBreak + lineBreak)?.upperBound }
      place = line.upperBound + size + lineBreak.count
      guard place <= bytes.count else { return nil }
      visit(bytes[line.upperBound..<line.upperBound + size])
    }
    return nil
  }

  private static let lineBreak = Array("\r\n".utf8)
}
