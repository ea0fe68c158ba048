internal import GRDB
import ParleyEngine

/// The parts of statements about shared data.
enum SharedSQL {
  static let columns = """
    seq, key, environment, at, writer, origin, restored, kind, cipher, sealing_key, key_version, nonce, value, expires, batch
    """

  /// The keys that a query finds, whatever its window.
  static func condition(_ query: SharedQuery) -> Condition {
    var condition = Condition("is_current = 1", []) + visible(query)
    if !query.prefix.isEmpty {
      condition = condition + Condition("substr(key, 1, ?) = ?", [query.prefix.unicodeScalars.count, query.prefix])
    }
    if !query.filter.isEmpty { condition = condition + Condition("instr(lower(key), lower(?)) > 0", [query.filter]) }
    return condition
  }

  /// Of each name only the key that the most specific rule points to.
  private static func visible(_ query: SharedQuery) -> Condition {
    let own = column(query.environment)
    guard !query.rules.rules.isEmpty else { return Condition("environment = ?", [own]) }
    var arguments: StatementArguments = []
    var cases = ""
    for rule in query.rules.rules {
      cases += " WHEN key GLOB ? THEN ?"
      arguments += [glob(rule.pattern), rule.scope == .workspace ? column(nil) : own]
    }
    return Condition("environment = CASE\(cases) ELSE ? END", arguments + [own])
  }

  /// The pattern in SQLite's words, where `?` and `[` mean something too.
  static func glob(_ pattern: KeyPattern) -> String {
    pattern.text.replacing("[", with: "[[]").replacing("?", with: "[?]")
  }

  /// An environment as its column has it.
  static func column(_ environment: String?) -> String { environment ?? "" }
}
