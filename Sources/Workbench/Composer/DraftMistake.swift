import ParleyEngine

/// Where a text is no JSON, and why. Templates count as whatever may stand in their place.
struct DraftMistake: Hashable, Sendable {
  /// Counted from 0.
  var line: Int
  /// In characters, from 0.
  var column: Int
  var sentence: String

  /// Longer texts are not checked while they are typed.
  static let limit = 1 << 20

  /// - Returns: nil for valid JSON, and for an empty text, which is no mistake yet.
  static func inJSON(_ text: String) -> DraftMistake? {
    guard text.utf8.count <= limit, text.contains(where: { !$0.isWhitespace }) else { return nil }
    do {
      _ = try JSONValue(parsing: TemplateFiller.filled(text))
      return nil
    } catch {
      return DraftMistake(error, in: text)
    }
  }

  private init(_ error: JSONSyntaxError, in text: String) {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    line = min(error.place.line, lines.count) - 1
    column = String(String.UnicodeScalarView(lines[line].unicodeScalars.prefix(error.place.column - 1))).count
    sentence = error.description
    // What was put in a template's place is not what the person wrote.
    let place =
      text.utf8.index(text.startIndex, offsetBy: error.place.offset, limitedBy: text.endIndex) ?? text.endIndex
    if TemplateScanner.templateEnd(in: text[...], at: place) != nil {
      sentence = "Line \(error.place.line), column \(error.place.column): expected \(error.expected), found a template."
    }
  }
}

/// Puts something in the place of every template that JSON accepts there and that takes as many bytes: digits between values,
/// letters inside a string.
enum TemplateFiller {
  static func filled(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var isInString = false
    var rest = text[...]
    while let character = rest.first {
      if let end = TemplateScanner.templateEnd(in: rest, at: rest.startIndex) {
        append(rest[..<end], isInString, to: &result)
        rest = rest[end...]
        continue
      }
      if character == "\\", isInString {
        result += String(rest.prefix(2)).utf8
        rest = rest.dropFirst(2)
        continue
      }
      if character == "\"" { isInString.toggle() }
      result += String(character).utf8
      rest = rest.dropFirst()
    }
    return result
  }

  /// Line ends stay, for the sake of counting.
  private static func append(_ template: Substring, _ isInString: Bool, to bytes: inout [UInt8]) {
    bytes += template.utf8.enumerated().map { index, byte in
      if byte == UInt8(ascii: "\n") { return byte }
      return isInString ? UInt8(ascii: "x") : index == 0 ? UInt8(ascii: "0") : UInt8(ascii: " ")
    }
  }
}
