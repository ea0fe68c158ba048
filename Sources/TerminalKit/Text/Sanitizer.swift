/// Makes text from outside fit to be drawn: what could move the cursor, change the direction of writing, hide or disguise
/// text becomes a visible sign. Every text going into a ``Frame`` passes here.
package enum Sanitizer {
  /// The text as it may be drawn.
  ///
  ///     Sanitizer.visible("a\u{1B}[31mb")  // "a␛[31mb"
  package static func visible(_ text: String) -> String {
    if isPlain(text) { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for grapheme in text {
      append(grapheme, to: &result)
    }
    return result
  }

  /// Whether the text is printable ASCII and nothing else.
  package static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { isPlain($0) }
  }

  /// Columns of a grapheme as it is drawn.
  static func columns(of grapheme: Character) -> Int {
    let scalars = grapheme.unicodeScalars
    if let scalar = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex {
      if let columns = commonColumns(of: scalar) { return columns }
      return max(1, sign(for: scalar).map(CellWidth.columns(of:)) ?? CellWidth.columns(of: scalar))
    }
    var visible = ""
    append(grapheme, to: &visible)
    return CellWidth.columns(of: visible)
  }

  /// Columns of a text as it is drawn.
  package static func columns(of text: String) -> Int {
    isPlain(text) ? text.utf8.count : text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Columns of the scalars most text is made of, which are drawn as they are; nil for those that need a closer look. Asking
  /// for a scalar's properties is some fifty times slower, and a screen holds thousands.
  @inline(__always)
  static func commonColumns(of scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF: 1
    // Greek and Cyrillic letters, punctuation, arrows, mathematics, boxes and blocks, braille.
    case 0x391...0x3A1, 0x3A3...0x3FF, 0x400...0x482, 0x2010...0x2027, 0x2190...0x21FF, 0x2200...0x22FF: 1
    case 0x2500...0x25FC, 0x2800...0x28FF: 1
    // Chinese, Japanese, Korean.
    case 0x3001...0x3029, 0x3041...0x3096, 0x30A1...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60: 2
    default: nil
    }
  }

  @inline(__always)
  static func isPlain(_ byte: UInt8) -> Bool {
    byte &- 0x20 < 0x5F
  }

  /// Marks kept on one letter. More serve no language and climb over the neighbouring lines.
  private static let maximalMarks = 3

  /// Appends a grapheme as it is drawn: itself, or the signs that stand for it.
  static func append(_ grapheme: Character, to result: inout String) {
    let scalars = grapheme.unicodeScalars
    if CellWidth.isEmoji(scalars) {
      appendEmoji(scalars, to: &result)
    } else {
      appendText(scalars, to: &result)
    }
  }

  private static func appendText(_ scalars: Character.UnicodeScalarView, to result: inout String) {
    var marks = 0
    for (index, scalar) in scalars.enumerated() {
      if isMark(scalar) && sign(for: scalar) == nil {
        marks += 1
        if index == 0 { result.unicodeScalars.append("◌") }
        if marks > maximalMarks { continue }
      }
      result.unicodeScalars.append(sign(for: scalar) ?? scalar)
    }
  }

  /// The parts of an emoji are held together by characters that elsewhere hide things.
  private static func appendEmoji(_ scalars: Character.UnicodeScalarView, to result: inout String) {
    for scalar in scalars where !isTag(scalar) {
      result.unicodeScalars.append(scalar.value == 0x200D ? scalar : sign(for: scalar) ?? scalar)
    }
  }
}

extension Sanitizer {
  /// The sign that stands for a scalar which may not be drawn; none when it may.
  static func sign(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x20...0x7E: return nil
    // The control pictures stand in the order of the codes they picture.
    case 0...0x1F: return Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: return "␡"
    case 0xA0...0xAC, 0xAE...0x2FF: return nil
    default: return isDrawable(scalar) ? nil : scalar.properties.isNoncharacterCodePoint ? "�" : "·"
    }
  }

  private static func isDrawable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .unassigned: false
    default: !scalar.properties.isDefaultIgnorableCodePoint || isVariationSelector(scalar)
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x300 && CellWidth.columns(of: scalar) == 0
  }

  private static func isVariationSelector(_ scalar: Unicode.Scalar) -> Bool {
    (0xFE00...0xFE0F).contains(scalar.value)
  }

  /// Tags spell the name of a flag behind a black one, and can spell anything else unseen.
  private static func isTag(_ scalar: Unicode.Scalar) -> Bool {
    (0xE0020...0xE007F).contains(scalar.value)
  }
}
