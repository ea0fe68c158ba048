package import ParleyEngine
import WorkbenchServices

/// The place at which a text is not valid JSON, and the reason. Any value may take the place of a template.
package struct DraftMistake: Error, Hashable, Sendable {
  /// Counted from 0.
  package var line: Int
  /// In characters, from 0.
  package var column: Int
  package var sentence: String

  /// Longer texts are not checked while they are typed.
  package static let limit = 1 << 20

  /// - Returns: nil for valid JSON, and for an empty text, which is no mistake yet.
  package static func inJSON(_ text: String) -> DraftMistake? {
    guard text.utf8.count <= limit, text.contains(where: { !$0.isWhitespace }) else { return nil }
    do {
      _ = try JSONValue(parsing: TemplateFiller.filled(text))
      return nil
    } catch {
      return DraftMistake(error, in: text)
    }
  }

  /// Of a text as a whole.
  package init(_ sentence: String) {
    (line, column, self.sentence) = (0, 0, sentence)
  }

  package init(_ error: JSONSyntaxError, in text: String) {
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
    let bytes = text[...].utf8
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isInString = false
    var isEscaped = false
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "{"), let end = TemplateScanner.templateEnd(in: text[...], at: index) {
        append(bytes[index..<end], isInString, to: &result)
        index = end
        continue
      }
      if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      isEscaped = isInString && byte == UInt8(ascii: "\\") && !isEscaped
      result.append(byte)
      bytes.formIndex(after: &index)
    }
    return result
  }

  /// Line ends stay, for the sake of counting.
  private static func append(_ template: Substring.UTF8View.SubSequence, _ isInString: Bool, to bytes: inout [UInt8]) {
    bytes += template.enumerated().map { index, byte in
      if byte == UInt8(ascii: "\n") { return byte }
      return isInString ? UInt8(ascii: "x") : index == 0 ? UInt8(ascii: "0") : UInt8(ascii: " ")
    }
  }
}
