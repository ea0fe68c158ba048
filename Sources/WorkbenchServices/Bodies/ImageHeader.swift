/// The format of a picture and its size in pixels, read from its first bytes. Nothing of the picture is decoded.
package struct ImageHeader: Hashable, Sendable {
  package enum Format: String, Hashable, Sendable, CaseIterable {
    case png = "PNG"
    case jpeg = "JPEG"
    case gif = "GIF"
    case webp = "WebP"
  }

  package let format: Format
  /// Nil where it does not stand in the first bytes.
  package let size: (width: Int, height: Int)?

  /// `PNG image, 640 × 480`
  package var words: String { "\(format.rawValue) image" + (size.map { ", \($0.width) × \($0.height)" } ?? "") }

  package static func == (left: ImageHeader, right: ImageHeader) -> Bool { left.words == right.words }

  package func hash(into hasher: inout Hasher) { hasher.combine(words) }

  static func isJPEG(_ head: [UInt8]) -> Bool { head.starts(with: [0xFF, 0xD8, 0xFF]) }

  /// - Returns: nil for what is no picture of these formats.
  package init?(_ head: [UInt8]) {
    let bytes = Bytes(head)
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      (format, size) = (.png, bytes.size(at: 16, bytes: 4, isBigEndian: true))
    } else if head.starts(with: "GIF8".utf8) {
      (format, size) = (.gif, bytes.size(at: 6, bytes: 2, isBigEndian: false))
    } else if Self.isJPEG(head) {
      (format, size) = (.jpeg, bytes.sizeOfJPEG)
    } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WEBP".utf8) {
      (format, size) = (.webp, bytes.sizeOfWebP)
    } else {
      return nil
    }
  }
}

/// Numbers in the head of a file, each nil behind its end.
private struct Bytes {
  let head: [UInt8]

  init(_ head: [UInt8]) { self.head = head }

  func number(at offset: Int, bytes: Int, isBigEndian: Bool) -> Int? {
    guard offset >= 0, head.count >= offset + bytes else { return nil }
    let digits = head[offset..<offset + bytes]
    return (isBigEndian ? Array(digits) : digits.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }

  func size(at offset: Int, bytes: Int, isBigEndian: Bool) -> (width: Int, height: Int)? {
    guard let width = number(at: offset, bytes: bytes, isBigEndian: isBigEndian),
      let height = number(at: offset + bytes, bytes: bytes, isBigEndian: isBigEndian)
    else { return nil }
    return (width, height)
  }

  /// In the first frame header (SOF), which stands behind any number of other segments.
  var sizeOfJPEG: (width: Int, height: Int)? {
    var offset = 2
    while let marker = number(at: offset, bytes: 2, isBigEndian: true), marker >= 0xFF01 {
      if marker == 0xFFFF {
        offset += 1
        continue
      }
      guard let length = number(at: offset + 2, bytes: 2, isBigEndian: true), length >= 2 else { return nil }
      if Self.frameHeaders.contains(marker) {
        return size(at: offset + 5, bytes: 2, isBigEndian: true).map { ($0.height, $0.width) }
      }
      offset += 2 + length
    }
    return nil
  }

  /// SOF0 to SOF15 without the tables (DHT, JPG, DAC) that stand between them.
  private static let frameHeaders = Set(0xFFC0...0xFFCF).subtracting([0xFFC4, 0xFFC8, 0xFFCC])

  /// In the first chunk: lossy, lossless, or extended.
  var sizeOfWebP: (width: Int, height: Int)? {
    let chunk = String(decoding: head.dropFirst(12).prefix(4), as: UTF8.self)
    switch chunk {
    case "VP8 ":
      return size(at: 26, bytes: 2, isBigEndian: false).map { ($0.width & 0x3FFF, $0.height & 0x3FFF) }
    case "VP8L":
      guard let bits = number(at: 21, bytes: 4, isBigEndian: false) else { return nil }
      return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    case "VP8X":
      return size(at: 24, bytes: 3, isBigEndian: false).map { ($0.width + 1, $0.height + 1) }
    default: return nil
    }
  }
}
