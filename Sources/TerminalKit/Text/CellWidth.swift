/// How many columns text takes on a terminal.
///
/// Follows what terminals do: ambiguous characters are narrow, East Asian wide ones and emoji take two columns, combining
/// marks none. Terminals disagree on emoji made of several characters; here each counts two columns, and the backend draws
/// those it cannot be sure of as their first character alone, so that a disagreement never shifts what follows.
package enum CellWidth {
  package static func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Columns of one grapheme. More than two is possible: terminals lay conjuncts of Indic scripts out letter by letter.
  package static func columns(of grapheme: Character) -> Int {
    if grapheme.isASCII { return grapheme == "\r\n" ? 2 : 1 }
    let scalars = grapheme.unicodeScalars
    if isEmoji(scalars) { return 2 }
    return max(1, scalars.reduce(0) { $0 + columns(of: $1) })
  }

  /// Columns of one scalar on its own: 0 for marks that sit on the one before, else 1 or 2.
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    guard scalar.value >= 0x300 else { return 1 }
    if isWide(scalar) { return 2 }
    return isZeroWidth(scalar) ? 0 : 1
  }

  /// The longest start of the text that fits, and its columns.
  package static func prefix(of text: some StringProtocol, fitting columns: Int) -> (text: String, columns: Int) {
    var used = 0
    var end = text.startIndex
    while end < text.endIndex {
      let width = self.columns(of: text[end])
      guard used + width <= columns else { break }
      used += width
      end = text.index(after: end)
    }
    return (String(text[..<end]), used)
  }

  /// The text cut to so many columns; what was cut ends in an ellipsis.
  package static func truncated(_ text: String, to columns: Int, ellipsis: Character = "…") -> String {
    guard columns > 0 else { return "" }
    // A grapheme is at least a byte: short texts need no counting.
    if text.utf8.count <= columns { return text }
    let whole = prefix(of: text, fitting: columns)
    guard whole.text.utf8.count < text.utf8.count else { return text }
    return prefix(of: text, fitting: columns - 1).text + String(ellipsis)
  }
}

extension CellWidth {
  /// Splits a grapheme into what a terminal puts into cells of its own: an emoji as a whole, else every character
  /// that takes room together with its marks.
  static func units(of grapheme: Character) -> [Character] {
    let scalars = grapheme.unicodeScalars
    if scalars.count == 1 || isEmoji(scalars) { return [grapheme] }
    var units: [String.UnicodeScalarView] = []
    for scalar in scalars {
      if columns(of: scalar) == 0, !units.isEmpty {
        units[units.count - 1].append(scalar)
      } else {
        units.append(String.UnicodeScalarView([scalar]))
      }
    }
    return units.flatMap { Array(String($0)) }
  }

  static func isEmoji(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard let first = scalars.first, first.value >= 0x23 else { return false }
    let properties = first.properties
    guard properties.isEmoji else { return false }
    if isRegionalIndicator(first) { return scalars.count == 2 }
    return properties.isEmojiPresentation || scalars.dropFirst().contains { isEmojiJoiner($0) }
  }

  static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  /// Whether a scalar turns a text character into an emoji: the variation selector, a skin tone, or a joined second
  /// emoji.
  private static func isEmojiJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFE0F || scalar.value == 0x200D || scalar.properties.isEmojiModifier
  }

  private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    // Vowels and finals of Hangul join the consonant before them.
    default: (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x1100 { return false }
    return isInWideRange(scalar.value)
      || (scalar.properties.isEmojiPresentation && !isRegionalIndicator(scalar))
  }

  private static func isInWideRange(_ value: UInt32) -> Bool {
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if value > wideRanges[middle].upperBound { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].contains(value)
  }

  /// East Asian Width `W` and `F` of Unicode's `EastAsianWidth.txt`, without the emoji, which the standard library knows.
  /// Marks among them keep their place: they stand on wide letters.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x3029, 0x302E...0x303E, 0x3041...0x3098, 0x309B...0x3247,
    0x3250...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE3, 0x16FF0...0x18CFF, 0x18D00...0x18D8F,
    0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
