extension Printable {
  /// A command for a shell that does the same: words in single quotes that hold what a terminal would act on are written as
  /// `$'…'`, which bash, zsh and ksh read. Such a command survives being copied from a screen and pasted, too.
  package static func command(_ text: String) -> String {
    let escaper = TextEscaper(.shell, keeping: ["\n", "\t"])
    if escaper.isSafe(text) { return text }
    var result = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      result.unicodeScalars.append(scalar)
      switch scalar {
      case "\\": if let next = rest.popFirst() { result.unicodeScalars.append(next) }
      case "'":
        let word = take(upTo: "'", from: &rest)
        result.unicodeScalars.removeLast()
        result += quoted(word, by: escaper)
      case "\"": result += escaper.escaped(take(upTo: "\"", from: &rest)) + "\""
      default: break
      }
    }
    return result
  }

  /// Removes and returns the text before a mark. The mark is removed too.
  private static func take(upTo mark: Unicode.Scalar, from rest: inout Substring.UnicodeScalarView) -> String {
    let word = rest.prefix { $0 != mark }
    rest = rest[word.endIndex...].dropFirst()
    return String(word)
  }

  private static func quoted(_ word: String, by escaper: TextEscaper) -> String {
    let escaped = escaper.escaped(word)
    if escaped == word { return "'\(word)'" }
    return "$'\(escaper.escaped(word.replacing("\\", with: "\\\\")))'"
  }
}
