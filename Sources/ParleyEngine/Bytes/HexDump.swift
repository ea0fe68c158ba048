/// Bytes in sixteens, for a body that is neither JSON nor text.
///
///     00000010  89 50 4e 47 0d 0a 1a 0a  00 00 00 0d 49 48 44 52  .PNG........IHDR
package struct HexDump: Sendable {
  /// How many bytes stand in one line: 16.
  package static let bytesPerLine = 16

  /// The bytes to show.
  package let source: any ByteSource

  /// Shows a source; nothing is read before somebody asks for a line.
  package init(_ source: any ByteSource) {
    self.source = source
  }

  /// How many lines there are of what has arrived.
  package var lineCount: Int { (source.count + Self.bytesPerLine - 1) / Self.bytesPerLine }

  /// The lines of `range`, as far as there are such. Throws what the source throws.
  package func lines(in range: Range<Int>) throws -> [HexLine] {
    let range = range.clamped(to: 0..<lineCount)
    let start = range.lowerBound * Self.bytesPerLine
    let bytes = try source.read(at: start, count: range.count * Self.bytesPerLine)
    return stride(from: 0, to: bytes.count, by: Self.bytesPerLine).map {
      HexLine(offset: start + $0, bytes: Array(bytes[$0..<min($0 + Self.bytesPerLine, bytes.count)]))
    }
  }
}

/// At most sixteen bytes, ready to be drawn.
package struct HexLine: Hashable, Sendable {
  /// The offset of the first byte, from the start of the source.
  package let offset: Int
  /// At most ``HexDump/bytesPerLine`` of them.
  package let bytes: [UInt8]

  /// A line of these bytes.
  /// - Parameters:
  ///   - offset: of the first byte, from the start of the source.
  ///   - bytes: those of the line.
  package init(offset: Int, bytes: [UInt8]) {
    (self.offset, self.bytes) = (offset, bytes)
  }

  /// The offset as eight hexadecimal digits, more beyond 4 GB.
  package var address: String {
    offset.hexadecimal(digits: 8)
  }

  /// The bytes as hexadecimal digits, with a wider gap after eight; always as wide as sixteen bytes are.
  package var hexadecimal: String {
    let columns = (0..<HexDump.bytesPerLine).map { index in
      (index == 8 ? " " : "") + (index < bytes.count ? JSONBytes.hex(bytes[index]).lowercased() : "  ")
    }
    return columns.joined(separator: " ")
  }

  /// The bytes as ASCII, with a point for all that is not visible.
  package var text: String {
    String(decoding: bytes.map { 0x20...0x7E ~= $0 ? $0 : .point }, as: UTF8.self)
  }
}
