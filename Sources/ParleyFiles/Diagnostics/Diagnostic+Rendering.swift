internal import ParleyText

extension Diagnostic {
  /// As a compiler would print it: the sentence, the line it speaks of with a caret under the place, and what to do.
  ///
  ///     requests/user/login.yaml:3:1: error: unknown key “heders”; did you mean “headers”? [unknown-key]
  ///        3 | heders: { A: 1 }
  ///          | ^^^^^^
  ///          = known keys: body, docs, expect, headers, …
  ///
  /// - Parameter source: the file; without it, or when it has no such line, only the sentence and the hint are given.
  package func rendered(in source: SourceText?) -> String {
    var lines = [description]
    let gutter = String(repeating: " ", count: max(4, String(place.line).count + 1))
    if let excerpt = source.flatMap({ SourceExcerpt(of: place, in: $0) }) {
      let number = String(place.line)
      lines.append(String(repeating: " ", count: gutter.count - number.count) + "\(number) | \(excerpt.text)")
      lines.append("\(gutter) | \(excerpt.marks)")
    }
    if let hint { lines.append("\(gutter) = \(hint)") }
    return lines.joined(separator: "\n")
  }
}

/// The line of a place, made safe to print, and a line of carets to stand below it.
struct SourceExcerpt: Equatable {
  let text: String
  let marks: String

  /// How much of a long line is shown, in characters before the place and in all.
  private static let lead = 60
  private static let width = 120

  init?(of place: SourcePlace, in source: SourceText) {
    guard place.line <= source.lineStarts.count else { return nil }
    let line = source.line(place.line - 1)
    let start = min(max(place.range.lowerBound, line.startIndex), line.endIndex)
    let end = min(max(place.range.upperBound, start), line.endIndex)
    let before = Self.printable(line[..<start])
    let marked = Self.printable(line[start..<end])
    let after = Self.printable(line[end...])
    let cut = before.suffix(Self.lead)
    let lead = cut.count < before.count ? "…" + cut : String(cut)
    text = lead + (marked + after).prefix(Self.width - Self.lead)
    marks =
      Self.blanks(under: lead)
      + String(repeating: "^", count: max(1, min(Self.width - Self.lead, Self.width(of: marked))))
  }

  private static func printable(_ bytes: ArraySlice<UInt8>) -> String {
    Printable.text(String(decoding: bytes, as: UTF8.self).replacing("\t", with: " "))
  }

  private static func blanks(under text: String) -> String {
    String(repeating: " ", count: width(of: text))
  }

  private static func width(of text: String) -> Int {
    text.reduce(0) { $0 + ($1.unicodeScalars.first.map(isWide) == true ? 2 : 1) }
  }

  /// The blocks that terminals draw two cells wide (East Asian wide and emoji); enough to put a caret in its place.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
