/// The bytes to send for a grapheme so that it fills exactly its columns on every terminal.
///
/// Terminals and C libraries disagree on the width of emoji made of several characters, and one that is drawn narrower
/// or wider than the grid believes shifts all that follows. A grapheme that the C library measures otherwise than the
/// grid is therefore drawn as its first character, with blanks to the right.
struct Glyphs {
  /// Whether only ASCII may be sent, because the locale has no UTF-8.
  let isASCIIOnly: Bool
  /// Columns of a scalar by the C library, -1 when it knows none.
  let measure: (Unicode.Scalar) -> Int
  private var known: [Character: [UInt8]] = [:]

  init(isASCIIOnly: Bool, measure: @escaping (Unicode.Scalar) -> Int) {
    self.isASCIIOnly = isASCIIOnly
    self.measure = measure
  }

  /// Curses keeps so many scalars in a cell.
  private static let maximalScalars = 5
  private static let maximalKnown = 4096

  mutating func append(_ cell: Cell, to bytes: inout [UInt8]) {
    if let ascii = cell.grapheme.asciiValue {
      bytes.append(ascii)
    } else {
      bytes += self.bytes(cell.grapheme, columns: Int(cell.width))
    }
  }

  private mutating func bytes(_ grapheme: Character, columns: Int) -> [UInt8] {
    if let bytes = known[grapheme] { return bytes }
    if known.count >= Self.maximalKnown { known = [:] }
    let bytes = Array(drawn(grapheme, columns: columns).utf8)
    known[grapheme] = bytes
    return bytes
  }

  func drawn(_ grapheme: Character, columns: Int) -> String {
    if isASCIIOnly { return padded(String(Self.standIns[grapheme] ?? "?"), 1, columns) }
    let scalars = Array(grapheme.unicodeScalars)
    if isAgreed(scalars, columns) { return String(grapheme) }
    if scalars.count == 2, scalars.allSatisfy(CellWidth.isRegionalIndicator) { return letters(scalars) }
    let width = scalars.first.map(measure) ?? -1
    guard let first = scalars.first, (1...columns).contains(width) else { return padded("\u{FFFD}", 1, columns) }
    return padded(String(Character(first)), width, columns)
  }

  private func isAgreed(_ scalars: [Unicode.Scalar], _ columns: Int) -> Bool {
    guard scalars.count <= Self.maximalScalars, let first = scalars.first else { return false }
    if scalars.contains(where: CellWidth.isRegionalIndicator) { return false }
    return measure(first) == columns && scalars.dropFirst().allSatisfy { measure($0) == 0 }
  }

  /// A flag is two letters of its own alphabet; drawn in ours it takes two columns everywhere.
  private func letters(_ scalars: [Unicode.Scalar]) -> String {
    String(String.UnicodeScalarView(scalars.compactMap { Unicode.Scalar($0.value - 0x1F1E6 + 0x41) }))
  }

  private func padded(_ text: String, _ width: Int, _ columns: Int) -> String {
    text + String(repeating: " ", count: columns - width)
  }

  /// For the signs the program itself draws with.
  private static let standIns: [Character: Character] = [
    "─": "-", "│": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
    "▾": "v", "▸": ">", "●": "*", "○": "o", "✓": "+", "✗": "x", "✎": "*", "…": ".", "•": "*", "·": ".", "→": ">",
    "←": "<",
    "↑": "^", "↓": "v", "█": "#", "▉": "#", "▊": "#", "▋": "#", "▌": "#", "▍": "=", "▎": "-", "▏": "-", "░": ".",
    "▒": ":", "▓": "%", "┊": ":", "━": "=", "┃": "#", "◂": "<", "◆": "*", "▲": "^", "▼": "v", "×": "x",
    "∞": "8", "⛓": "&", "∥": "|", "▮": "#", "❯": ">", "–": "-", "—": "-", "“": "\"", "”": "\"", "‘": "'", "’": "'",
  ]
}
