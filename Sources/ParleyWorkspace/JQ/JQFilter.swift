/// A filter in the language of jq, for picking, reshaping and asserting.
///
/// ```swift
/// let filter = try JQFilter(parsing: ".items | map(.price) | add")
/// let sums = try await jq.values(of: filter, on: JQInput(body))
/// ```
///
/// A filter that only picks (`.items[0].id`, `$steps.cart.total`, `.items[]`) is evaluated here, and numbers keep their
/// digits. Every other one is left to libjq in a process of its own; see `JQ`.
package struct JQFilter: Sendable, Hashable {
  package let text: String
  /// The filter, when it does no more than pick.
  package let path: JQPath?
  /// The variables it speaks of.
  let variables: Set<JQVariable>

  /// - Throws: what can be told without jq: a string that does not end, a word that is not there.
  package init(parsing text: String) throws(JQMistake) {
    let tokens = try JQToken.tokens(of: text)
    guard !tokens.isEmpty else { throw JQMistake("a filter says at least `.`", at: 0..<text.utf8.count) }
    try JQWords.check(tokens)
    self.text = text
    path = JQPath(tokens)
    variables = Set(
      tokens.withInterpolated.flatMap { list in list.indices.compactMap(list.variable) }.compactMap(JQVariable.init))
  }

  package var isPath: Bool { path != nil }
}

extension JQFilter: CustomStringConvertible {
  package var description: String { text }
}

/// What a filter sees besides its input.
enum JQVariable: String, CaseIterable, Sendable {
  case steps, shared, vars, response
}

/// Why a text is no filter, and where.
package struct JQMistake: Error, Sendable, Hashable {
  package let message: String
  /// As UTF-8 offsets in the filter.
  package let range: Range<Int>
  package let hint: String?

  init(_ message: String, at range: Range<Int>, hint: String? = nil) {
    self.message = Printable.text(message)
    self.range = range
    self.hint = hint
  }
}
