import ParleyEngine

/// The keys that a query finds, whatever its window, as a condition.
struct TeamCondition {
  private(set) var text: String
  private(set) var parameters: [PostgresParameter] = []

  /// - Parameter basis: the condition for the changes among which the keys are looked for.
  init(_ query: SharedQuery, among basis: String = "is_current") {
    text = basis
    text += " AND environment = \(environment(query))"
    if let excluded = query.excluded, !excluded.isEmpty { text += " AND NOT \(among(excluded))" }
    if let selected = query.selected { text += " AND \(among(selected))" }
    if !query.prefix.isEmpty { text += " AND starts_with(key, \(add(.text(query.prefix))))" }
    if let after = query.after { text += " AND key > \(add(.text(after)))" }
    if query.isDirect { text += " AND position('.' IN substr(key, char_length(\(add(.text(query.prefix)))) + 1)) = 0" }
    if !query.filter.isEmpty {
      text += " AND position(lower(\(add(.text(query.filter))) COLLATE \"C\") IN lower(key)) > 0"
    }
  }

  /// Of each name only the key that the most specific rule points to.
  private mutating func environment(_ query: SharedQuery) -> String {
    let own = add(.text(query.environment ?? ""))
    guard !query.rules.rules.isEmpty else { return own }
    var cases = ""
    for rule in query.rules.rules {
      cases += " WHEN key LIKE \(add(.text(Self.like(rule.pattern)))) THEN \(rule.scope == .workspace ? "''" : own)"
    }
    return "CASE\(cases) ELSE \(own) END"
  }

  private mutating func among(_ selection: SharedKeySelection) -> String {
    guard !selection.isEmpty else { return "false" }
    let names = selection.names.map { "key LIKE \(add(.text(Self.like($0))))" }
    var terms = [names.isEmpty ? "environment <> ''" : "(\(names.joined(separator: " OR ")))"]
    if !selection.environments.isEmpty {
      terms.append("(environment = '' OR environment = ANY (\(add(.texts(selection.environments)))))")
    }
    if !selection.rules.isEmpty {
      let cases = selection.rules.map { " WHEN key LIKE \(add(.text(Self.like($0.pattern)))) THEN \(!$0.excludes)" }
      terms.append("CASE\(cases.joined()) ELSE true END")
    }
    return "(\(terms.joined(separator: " AND ")))"
  }

  /// The pattern in SQL's words, where `%`, `_` and `\` mean something.
  static func like(_ pattern: KeyPattern) -> String {
    pattern.text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
      .replacing("*", with: "%")
  }

  /// - Returns: the placeholder of the parameter in the text.
  mutating func add(_ parameter: PostgresParameter) -> String {
    parameters.append(parameter)
    return "$\(parameters.count)"
  }
}
