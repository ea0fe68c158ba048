/// Bytes in sixteens, for a body that is neither JSON nor text; in eights or fours where there is less room.
///
///     00000010  89 50 4e 47 0d 0a 1a 0a  00 00 00 0d 49 48 44 52  .PNG........IHDR
package struct HexDump: Sendable {
  /// How many bytes may stand in one line, the most first.
  package static let widths = [16, 8, 4]

  /// The bytes to show.
  package let source: any ByteSource
  /// How many of them stand in one line.
  package let bytesPerLine: Int

  /// Shows a source; nothing is read before somebody asks for a line.
  package init(_ source: any ByteSource, bytesPerLine: Int = 16) {
    self.source = source
    self.bytesPerLine = max(1, bytesPerLine)
  }

  /// Columns of a line without its address.
  package static func columns(of bytes: Int) -> Int { 3 * bytes - 1 + (bytes > 8 ? 1 : 0) + 2 + bytes }

  /// How many lines there are of what has arrived.
  package var lineCount: Int { (source.count + bytesPerLine - 1) / bytesPerLine }

  /// The lines of `range`, as far as there are such. Throws what the source throws.
  package func lines(in range: Range<Int>) throws -> [HexLine] {
    let range = range.clamped(to: 0..<lineCount)
    let start = range.lowerBound * bytesPerLine
    let bytes = try source.read(at: start, count: range.count * bytesPerLine)
    return stride(from: 0, to: bytes.count, by: bytesPerLine).map {
      HexLine(offset: start + $0, bytes: Array(bytes[$0..<min($0 + bytesPerLine, bytes.count)]), width: bytesPerLine)
    }
  }
}

/// A few bytes, ready to be drawn.
package struct HexLine: Hashable, Sendable {
  /// The offset of the first byte, from the start of the source.
  package let offset: Int
  /// At most `width` of them.
  package let bytes: [UInt8]
  /// How many bytes a full line has.
  package let width: Int

  /// A line of these bytes.
  /// - Parameters:
  ///   - offset: of the first byte, from the start of the source.
  ///   - bytes: those of the line.
  ///   - width: how many bytes a full line has.
  package init(offset: Int, bytes: [UInt8], width: Int = 16) {
    (self.offset, self.bytes, self.width) = (offset, bytes, width)
  }

  /// The offset as eight hexadecimal digits, more beyond 4 GB.
  package var address: String {
    offset.hexadecimal(digits: 8)
  }

  /// The bytes as hexadecimal digits, with a wider gap after eight; always as wide as a full line is.
  package var hexadecimal: String {
    let columns = (0..<width).map { index in
      (index == 8 ? " " : "") + (index < bytes.count ? JSONBytes.hex(bytes[index]).lowercased() : "  ")
    }
    return columns.joined(separator: " ")
  }

  /// The bytes as ASCII, with a point for all that is not visible.
  package var text: String {
    String(decoding: bytes.map { 0x20...0x7E ~= $0 ? $0 : .point }, as: UTF8.self)
  }
}
