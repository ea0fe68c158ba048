import ParleyEngine

/// What a body seems to be, by its content type and its first bytes.
package enum BodyKind: Hashable, Sendable {
  case json
  case text
  /// In words, such as `PNG image, 640 × 480`.
  case binary(String)

  /// How it is shown unless somebody chooses otherwise.
  var mode: BodyMode {
    switch self {
    case .json: .pretty
    case .text: .raw
    case .binary: .hex
    }
  }

  /// - Parameter head: the first bytes, at most a few thousand.
  package init(contentType: String?, head: [UInt8]) {
    if let name = Self.signature(of: head) {
      self = .binary(name)
    } else if Self.isBinary(head) {
      self = .binary(contentType ?? "unknown bytes")
    } else {
      self = Self.isJSON(contentType, head) ? .json : .text
    }
  }

  private static func isJSON(_ contentType: String?, _ head: [UInt8]) -> Bool {
    guard let first = head.first(where: { !" \t\r\n".utf8.contains($0) }) else { return false }
    let type = contentType?.lowercased() ?? ""
    let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    if type.contains("json") { return isContainer || "\"-0123456789tfn".utf8.contains(first) }
    return isContainer && !type.contains("html") && !type.contains("javascript") && !type.contains("csv")
  }

  /// Text has no zero bytes and hardly any other control characters.
  private static func isBinary(_ head: [UInt8]) -> Bool {
    if head.contains(0) { return true }
    let odd = head.count { $0 < 0x20 && !"\t\n\r\u{C}\u{1B}".utf8.contains($0) }
    return odd * 10 > head.count
  }

  private static func signature(of head: [UInt8]) -> String? {
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      return "PNG image" + dimensions(head, at: 16, bytes: 4, bigEndian: true)
    }
    if head.starts(with: "GIF8".utf8) { return "GIF image" + dimensions(head, at: 6, bytes: 2, bigEndian: false) }
    return signatures.first { head.starts(with: $0.bytes) }?.name
  }

  private static func dimensions(_ head: [UInt8], at offset: Int, bytes: Int, bigEndian: Bool) -> String {
    guard head.count >= offset + 2 * bytes else { return "" }
    let numbers = [offset, offset + bytes].map { start in
      let digits = head[start..<start + bytes]
      return (bigEndian ? Array(digits) : digits.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    return ", \(numbers[0]) × \(numbers[1])"
  }

  private static let signatures: [(bytes: [UInt8], name: String)] = [
    ([0xFF, 0xD8, 0xFF], "JPEG image"), (Array("RIFF".utf8), "RIFF (WebP, WAV or AVI)"),
    (Array("%PDF-".utf8), "PDF document"),
    ([0x50, 0x4B, 0x03, 0x04], "ZIP archive"), ([0x1F, 0x8B], "gzip archive"),
    ([0x28, 0xB5, 0x2F, 0xFD], "zstd archive"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz archive"), ([0x7F, 0x45, 0x4C, 0x46], "ELF program"),
    (Array("OggS".utf8), "Ogg media"),
    (Array("ID3".utf8), "MP3 audio"), (Array("SQLite format 3".utf8), "SQLite database"),
    (Array("wOF2".utf8), "WOFF2 font"),
  ]
}

/// How a body is shown.
enum BodyMode: Int, Hashable, Sendable, CaseIterable {
  case pretty, raw, hex

  var title: String {
    switch self {
    case .pretty: "pretty"
    case .raw: "raw"
    case .hex: "hex"
    }
  }
}
