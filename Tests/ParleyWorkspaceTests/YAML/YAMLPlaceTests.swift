import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Places in files", .timeLimit(.minutes(1)))
struct YAMLPlaceTests {
  /// Stretches of ASCII and others, shorter and longer than any block that is counted at once.
  private static let texts = (0..<40).map { seed in
    var random = SeededGenerator(seed: UInt64(seed))
    return (0..<(1 + seed % 7)).map { _ in
      let character = ["a", "é", "“", "😀", "\n", "\r\n", "b"].randomElement(using: &random) ?? "a"
      return String(repeating: character, count: Int.random(in: 1...150, using: &random))
    }.joined()
  }

  @Test("a column counts the scalars before it in its line, wherever they stand", arguments: texts)
  func columns(_ text: String) {
    let bytes = Array(text.utf8)
    let source = SourceText(file: "a.yaml", bytes: bytes)
    var (line, column) = (1, 1)
    for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
      let place = source.place(offset..<offset)
      #expect((place.line, place.column) == (line, column), "at \(offset)")
      column += 1
      let isEnd = byte == 0x0A || byte == 0x0D && !(offset + 1 < bytes.count && bytes[offset + 1] == 0x0A)
      if isEnd { (line, column) = (line + 1, 1) }
    }
  }
}
