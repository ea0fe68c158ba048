import ParleyEngine

/// The kind of a body, judged by its content type and its first bytes.
package enum BodyKind: Hashable, Sendable {
  case json
  case text
  /// XML or HTML.
  case markup(MarkupLanguage)
  /// Rows of cells, by what stands between the cells.
  case delimited(by: UInt8)
  /// Events one after the other, which may still be coming.
  case stream(StreamFormat)
  /// In words, such as `PNG image, 640 × 480`.
  case binary(String)

  /// The mode in which it is shown by default.
  package var mode: BodyMode { modes[0] }

  /// The ways to see it that make sense, the usual one first.
  package var modes: [BodyMode] {
    switch self {
    case .json: [.pretty, .raw, .hex]
    case .text: [.raw, .hex]
    case .markup: [.markup, .raw, .hex]
    case .delimited: [.table, .raw, .hex]
    case .stream: [.events, .raw, .hex]
    case .binary(let name) where Self.hasPreview(name): [.picture, .hex, .raw]
    case .binary: [.hex, .raw]
    }
  }

  private static func hasPreview(_ name: String) -> Bool {
    ImageHeader.Format.allCases.contains { name.hasPrefix("\($0.rawValue) image") }
  }

  /// A list may turn out to be none; then the table says so.
  package func canBeShown(as mode: BodyMode) -> Bool { modes.contains(mode) || mode == .table && hasTable }

  /// Whether it may hold a list that can be shown as a table.
  package var hasTable: Bool {
    switch self {
    case .json, .delimited, .stream(.lines), .stream(.messages): true
    case .text, .markup, .stream(.serverSent), .binary: false
    }
  }

  /// Whether it can be edited as text.
  package var isText: Bool {
    if case .binary = self { false } else { true }
  }

  /// The suffix of a file of this kind.
  package var suffix: String {
    switch self {
    case .json: ".json"
    case .text, .stream(.serverSent): ".txt"
    case .markup(.html): ".html"
    case .markup(.xml): ".xml"
    case .delimited(by: .tab): ".tsv"
    case .delimited: ".csv"
    case .stream(.lines), .stream(.messages): ".ndjson"
    case .binary(let name): Self.suffixes.first { name.hasPrefix($0.name) }?.suffix ?? ".bin"
    }
  }

  /// How much of a body is looked at. Photographs say how large they are behind their thumbnails.
  package static func headLength(_ head: [UInt8]) -> Int { ImageHeader.isJPEG(head) ? 256 << 10 : 4096 }

  /// - Parameter head: the first bytes, at most a few thousand, of a JPEG more.
  package init(contentType: String?, head: [UInt8]) {
    let type = contentType?.lowercased() ?? ""
    if let name = ImageHeader(head)?.words ?? Self.signature(of: head) {
      self = .binary(name)
    } else if Self.isBinary(head) {
      self = .binary(contentType ?? "unknown bytes")
    } else {
      self = Self.text(type, head)
    }
  }

  private static func text(_ type: String, _ head: [UInt8]) -> BodyKind {
    if let format = StreamFormat(contentType: type, head: head) { return .stream(format) }
    if let language = MarkupLanguage(contentType: type, head: head) { return .markup(language) }
    if let separator = DelimitedText.separator(contentType: type, head: head) { return .delimited(by: separator) }
    return isJSON(type, head) ? .json : .text
  }

  private static func isJSON(_ type: String, _ head: [UInt8]) -> Bool {
    guard let first = head.first(where: { !" \t\r\n".utf8.contains($0) }) else { return false }
    let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    if type.contains("json") { return isContainer || "\"-0123456789tfn".utf8.contains(first) }
    return isContainer && !type.contains("html") && !type.contains("javascript") && !type.contains("csv")
  }

  /// Text has no zero bytes and hardly any other control characters.
  private static func isBinary(_ head: [UInt8]) -> Bool {
    if head.contains(0) { return true }
    let odd = head.count { $0 < 0x20 && !"\t\n\r\u{C}\u{1B}\u{1E}".utf8.contains($0) }
    return odd * 10 > head.count
  }

  private static func signature(of head: [UInt8]) -> String? {
    signatures.first { head.starts(with: $0.bytes) }?.name
  }

  private static let signatures: [(bytes: [UInt8], name: String)] = [
    (Array("RIFF".utf8), "RIFF (WAV or AVI)"), (Array("%PDF-".utf8), "PDF document"),
    ([0x50, 0x4B, 0x03, 0x04], "ZIP archive"), ([0x1F, 0x8B], "gzip archive"),
    ([0x28, 0xB5, 0x2F, 0xFD], "zstd archive"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz archive"), ([0x7F, 0x45, 0x4C, 0x46], "ELF program"),
    (Array("OggS".utf8), "Ogg media"),
    (Array("ID3".utf8), "MP3 audio"), (Array("SQLite format 3".utf8), "SQLite database"),
    (Array("wOF2".utf8), "WOFF2 font"),
  ]

  private static let suffixes: [(name: String, suffix: String)] = [
    ("PNG", ".png"), ("JPEG", ".jpg"), ("GIF", ".gif"), ("WebP", ".webp"), ("PDF", ".pdf"), ("ZIP", ".zip"),
    ("gzip", ".gz"), ("zstd", ".zst"), ("xz", ".xz"), ("Ogg", ".ogg"), ("MP3", ".mp3"), ("SQLite", ".db"),
    ("WOFF2", ".woff2"),
  ]
}

extension UInt8 {
  package static let tab = UInt8(ascii: "\t")
}
