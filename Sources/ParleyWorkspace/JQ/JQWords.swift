/// Words of jq that are not there: they would read files, the environment, or other input than the one they are given.
enum JQWords {
  private static let refused: [String: String] = [
    "import": "filters read no files", "include": "filters read no files", "modulemeta": "filters read no files",
    "env": "write {{env.NAME}} where templates stand", "input": "the input is `.`", "inputs": "the input is `.`",
    "input_filename": "the input is `.`", "input_line_number": "the input is `.`",
    "debug": "a run shows the input and the output of every step", "stderr": "a filter has no standard error",
    "halt": "`empty` gives nothing", "halt_error": "`error(…)` fails", "get_search_list": "filters read no files",
  ]

  /// What is interpolated in strings is looked at too.
  static func check(_ tokens: [JQToken]) throws(JQMistake) {
    for list in tokens.withInterpolated { try check(list: list) }
  }

  private static func check(list tokens: [JQToken]) throws(JQMistake) {
    for (index, token) in tokens.enumerated() where token.kind == .name {
      if tokens.has("$", at: index - 1) {
        guard token.text == "ENV" || token.text == "__prog_args" else { continue }
        throw mistake("$" + token.text, refused["env"], at: tokens[index - 1].range.lowerBound..<token.range.upperBound)
      }
      guard let reason = refused[token.text], !isKey(at: index, of: tokens) else { continue }
      throw mistake(token.text, reason, at: token.range)
    }
  }

  private static func mistake(_ word: String, _ reason: String?, at range: Range<Int>) -> JQMistake {
    JQMistake("`\(word)` cannot be used here", at: range, hint: reason)
  }

  /// As in `{ input: 1 }`.
  private static func isKey(at index: Int, of tokens: [JQToken]) -> Bool {
    tokens.has(":", at: index + 1) && (tokens.has("{", at: index - 1) || tokens.has(",", at: index - 1))
  }
}
