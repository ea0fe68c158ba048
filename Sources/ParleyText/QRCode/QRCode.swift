/// A text as a QR code (ISO/IEC 18004): in bytes, with the lowest level of error correction, since screens are clean.
///
/// ```swift
/// if let code = QRCode("https://example.com/device?code=WDJB-MJHT") { print(code.lines().joined(separator: "\n")) }
/// ```
package struct QRCode: Sendable, Hashable {
  /// Modules at each side, without the quiet zone.
  package let size: Int
  /// Row by row, true where a module is dark.
  package let modules: [[Bool]]

  /// The smallest one that the text fits into; nil for one that is too long.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let version = QRVersion.smallest(for: bytes.count) else { return nil }
    let drawings = (0..<8).map { mask in
      var drawing = QRDrawing(version)
      drawing.place(QRCodewords(bytes, version).all)
      drawing.apply(mask: mask)
      return drawing
    }
    guard let best = drawings.min(by: { $0.penalty < $1.penalty }) else { return nil }
    size = version.size
    modules = best.modules
  }

  package subscript(x: Int, y: Int) -> Bool {
    modules.indices.contains(y) && modules[y].indices.contains(x) && modules[y][x]
  }

  /// Two rows of modules in each line, by half blocks, with a quiet zone around them.
  /// - Parameter drawsDark: whether what is drawn are the dark modules; otherwise the light ones, as on a dark screen.
  package func lines(drawsDark: Bool = false, quiet: Int = 2) -> [String] {
    stride(from: -quiet, to: size + quiet, by: 2).map { y in
      String(
        (-quiet..<size + quiet).map { x -> Character in
          let isOutside = y + 1 >= size + quiet
          switch (self[x, y] == drawsDark, !isOutside && self[x, y + 1] == drawsDark) {
          case (true, true): return "█"
          case (true, false): return "▀"
          case (false, true): return "▄"
          case (false, false): return " "
          }
        })
    }
  }
}

/// How large a code is, and how its bytes are divided.
struct QRVersion: Sendable, Hashable {
  let number: Int

  /// For each version, of the lowest level: bytes of error correction in a block, and blocks.
  private static let corrections: [(bytes: Int, blocks: Int)] = [
    (7, 1), (10, 1), (15, 1), (20, 1), (26, 1), (18, 2), (20, 2), (24, 2), (30, 2), (18, 4), (20, 4), (24, 4), (26, 4),
    (30, 4), (22, 6), (24, 6), (28, 6), (30, 6), (28, 7), (28, 8),
  ]

  static func smallest(for count: Int) -> QRVersion? {
    (1...corrections.count).map(QRVersion.init).first { version in
      4 + version.lengthBits + count * 8 <= version.dataCount * 8
    }
  }

  var size: Int { number * 4 + 17 }
  /// The number of bits for the count of bytes that follow.
  var lengthBits: Int { number < 10 ? 8 : 16 }
  var correctionCount: Int { Self.corrections[number - 1].bytes }
  var blockCount: Int { Self.corrections[number - 1].blocks }
  /// Bytes for the text, with what says how long it is.
  var dataCount: Int { wholeCount - correctionCount * blockCount }

  /// Bytes in all: what the fixed patterns leave room for.
  var wholeCount: Int {
    var bits = (16 * number + 128) * number + 64
    if number >= 2 {
      let marks = number / 7 + 2
      bits -= (25 * marks - 10) * marks - 55
      if number >= 7 { bits -= 36 }
    }
    return bits / 8
  }

  /// The middles of the alignment patterns, in both directions.
  var alignments: [Int] {
    guard number > 1 else { return [] }
    let count = number / 7 + 2
    let step = (number * 8 + count * 3 + 5) / (count * 4 - 4) * 2
    return [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
  }
}
