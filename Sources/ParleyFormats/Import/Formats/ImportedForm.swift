internal import ParleyEngine
import ParleyText

/// The text of a form (`application/x-www-form-urlencoded`) as another program sends it: rows where they give the same
/// bytes, otherwise the text as it is.
enum ImportedForm {
  static let type = "application/x-www-form-urlencoded"

  /// The rows of a text; nil where rows would be sent as other bytes.
  static func pairs(of text: String) -> [(name: String, value: String)]? {
    guard !text.isEmpty else { return nil }
    var pairs: [(name: String, value: String)] = []
    for pair in text.split(separator: "&", omittingEmptySubsequences: false) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty, parts.allSatisfy(isExact) else { return nil }
      let (name, value) = (decoded(parts[0]), decoded(parts[1]))
      guard !name.hasTemplateMark else { return nil }
      pairs.append((name, value))
    }
    return pairs
  }

  /// Templates are filled in before the text is encoded.
  private static func isExact(_ text: String) -> Bool {
    literals(of: text).allSatisfy(WrittenText.isExactForm)
  }

  private static func literals(of text: String) -> [String] {
    var (rest, literals) = (text[...], [String]())
    while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
      literals.append(String(rest[..<start.lowerBound]))
      rest = rest[end.upperBound...]
    }
    return literals + [String(rest)]
  }

  private static func decoded(_ text: String) -> String {
    guard text.contains("{{") else { return PercentText.decoded(text, plusIsBlank: true) }
    var (rest, result) = (text[...], "")
    while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
      result += PercentText.decoded(String(rest[..<start.lowerBound]), plusIsBlank: true)
      result += rest[start.lowerBound..<end.upperBound]
      rest = rest[end.upperBound...]
    }
    return result + PercentText.decoded(String(rest), plusIsBlank: true)
  }
}
