internal import ParleyEngine

/// Writes text with escapes in the place of everything that must not reach a terminal as it is.
///
///     TextEscaper(.sentence).escaped("a\u{1B}[31mb")  // a\u{1B}[31mb, in letters
struct TextEscaper {
  /// How a character is written that may not stand as it is.
  enum Notation {
    /// As Swift writes it, for people. Excess marks on a letter are replaced by an ellipsis.
    case sentence
    /// As JSON writes it, so that whoever reads the document gets the same text.
    case json
    /// As `$'…'` of a shell writes it.
    case shell
  }

  /// The number of marks kept on one letter. More serve no language, and climb over the neighbouring lines.
  private static let maximalMarks = 3
  /// Emoji joined into one. The longest that is in use joins four.
  private static let maximalJoiners = 6

  private let notation: Notation
  private let kept: Set<Unicode.Scalar>

  /// - Parameter kept: control characters that stay as they are.
  init(_ notation: Notation, keeping kept: Set<Unicode.Scalar> = []) {
    self.notation = notation
    self.kept = kept
  }

  func escaped(_ text: String) -> String {
    if isSafe(text) { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for grapheme in text { append(grapheme, to: &result) }
    return result
  }

  /// Whether the text holds nothing but printable ASCII and kept characters: a quick check, which is enough for most
  /// texts.
  func isSafe(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 < 0x20 && kept.contains(Unicode.Scalar($0)) }
  }

  private func append(_ grapheme: Character, to result: inout String) {
    var cluster = Cluster(isEmoji: Self.isEmoji(grapheme))
    for scalar in grapheme.unicodeScalars {
      switch cluster.next(scalar, isKept: kept.contains(scalar)) {
      case .stays: result.unicodeScalars.append(scalar)
      case .standsAlone:
        if notation == .sentence { result.unicodeScalars.append("◌") }
        result.unicodeScalars.append(scalar)
      case .isEscaped: result += escape(scalar)
      case .isTooMuch(let isFirst): result += notation == .sentence ? isFirst ? "…" : "" : escape(scalar)
      }
    }
  }

  private static func isEmoji(_ grapheme: Character) -> Bool {
    guard let first = grapheme.unicodeScalars.first, first.value > 0x7F else { return false }
    return first.properties.isEmoji
  }

  private func escape(_ scalar: Unicode.Scalar) -> String {
    switch (notation, scalar) {
    case (.json, _):
      return String(scalar).utf16.reduce(into: "") { $0 += "\\u" + $1.hexadecimal(digits: 4, uppercase: true) }
    case (_, "\n"): return "\\n"
    case (_, "\r"): return "\\r"
    case (_, "\t"): return "\\t"
    case (.shell, _) where scalar.value < 0x80: return "\\x" + scalar.value.hexadecimal(digits: 2, uppercase: true)
    case (.shell, _): return "\\U" + scalar.value.hexadecimal(digits: 8, uppercase: true)
    case (.sentence, _): return "\\u{" + scalar.value.hexadecimal(digits: 1, uppercase: true) + "}"
    }
  }
}

extension TextEscaper {
  /// The characters of a grapheme so far.
  private struct Cluster {
    enum Verdict {
      case stays
      /// A mark without a letter to sit on.
      case standsAlone
      case isEscaped
      case isTooMuch(isFirst: Bool)
    }

    let isEmoji: Bool
    private var isAtStart = true
    private var marks = 0
    private var joiners = 0

    init(isEmoji: Bool) {
      self.isEmoji = isEmoji
    }

    mutating func next(_ scalar: Unicode.Scalar, isKept: Bool) -> Verdict {
      defer { isAtStart = false }
      if (0x20...0x7E).contains(scalar.value) || isKept { return .stays }
      if scalar.value == 0x200D, isEmoji, joiners < TextEscaper.maximalJoiners {
        (joiners, marks) = (joiners + 1, 0)
        return .stays
      }
      if TextEscaper.isUnseen(scalar) { return .isEscaped }
      return TextEscaper.isMark(scalar) ? nextMark() : .stays
    }

    private mutating func nextMark() -> Verdict {
      marks += 1
      if marks > TextEscaper.maximalMarks { return .isTooMuch(isFirst: marks == TextEscaper.maximalMarks + 1) }
      return isAtStart ? .standsAlone : .stays
    }
  }

  /// Control characters, and whatever takes no room and is no mark.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: scalar.properties.isDefaultIgnorableCodePoint && !(0xFE00...0xFE0F).contains(scalar.value)
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    // Vowels and finals of Hangul join the consonant before them.
    default: return (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
    }
  }
}
