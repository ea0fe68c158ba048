internal import GRDB
import ParleyEngine

/// The parts of statements about shared data.
enum SharedSQL {
  static let columns = """
    seq, key, environment, at, writer, origin, restored, kind, cipher, sealing_key, key_version, nonce, value, expires, batch
    """

  /// The keys that a query finds, whatever its window.
  static func condition(_ query: SharedQuery) -> Condition {
    var condition = Condition("is_current = 1", []) + names(query)
    if query.isDirect {
      condition = condition + Condition("instr(substr(key, ?), '.') = 0", [query.prefix.unicodeScalars.count + 1])
    }
    return query.conditions.reduce(condition) { $0 + Self.condition($1) }
  }

  /// The keys whose names a query finds, whether they are there or not.
  static func names(_ query: SharedQuery) -> Condition {
    var condition = visible(query) + range(query)
    if let excluded = query.excluded, !excluded.isEmpty { condition = condition + among(excluded, false) }
    if let selected = query.selected { condition = condition + among(selected, true) }
    if !query.filter.isEmpty { condition = condition + Condition("instr(lower(key), lower(?)) > 0", [query.filter]) }
    return condition
  }

  /// As ranges of the index by name.
  private static func range(_ query: SharedQuery) -> Condition {
    var condition = Condition()
    if !query.prefix.isEmpty {
      // No text in UTF-8 has this byte: whatever begins with the prefix comes before it.
      let end = Array(query.prefix.utf8) + [0xFF]
      condition = condition + Condition("key >= ? AND key < CAST(? AS TEXT)", [query.prefix, end.databaseBlob])
    }
    if let after = query.after { condition = condition + Condition("key > ?", [after]) }
    return condition
  }

  private static func condition(_ condition: SharedCondition) -> Condition {
    let positive =
      switch condition.fact {
      case .name(let text): holds("key", text)
      case .kind(let kind): Condition("kind = ?", [kind.rawValue])
      case .writer(let text): holds("writer", text)
      case .cipher(nil): Condition("cipher IS NULL", [])
      case .cipher(let text?): holds("cipher", text)
      case .since(let time): Condition("at >= ?", [time.microseconds])
      case .until(let time): Condition("at <= ?", [time.microseconds])
      case .size(let range): Condition("\(size) BETWEEN ? AND ?", [range.lowerBound, range.upperBound])
      case .expires(nil): Condition("expires IS NULL", [])
      case .expires(let range?):
        Condition(
          "(expires IS NOT NULL AND expires BETWEEN ? AND ?)",
          [range.lowerBound.microseconds, range.upperBound.microseconds])
      }
    return condition.isNegated ? positive.negated : positive
  }

  private static func holds(_ column: String, _ text: String) -> Condition {
    Condition("instr(lower(coalesce(\(column), '')), lower(?)) > 0", [text])
  }

  /// The size of a value, without the bytes that the machine's key adds to it.
  private static let size = """
    (length(value) - CASE sealing_key WHEN '\(MachineKey.name)' THEN \(AESSealer.tagSize) ELSE 0 END)
    """

  static func order(_ sort: SharedSort) -> String {
    let direction = sort.isDescending ? " DESC" : ""
    return switch sort.field {
    case .name: "key\(direction)"
    case .time: "seq\(direction)"
    case .writer: "coalesce(writer, '')\(direction), key"
    case .size: "\(size)\(direction), key"
    case .expiry: "expires IS NULL, expires\(direction), key"
    }
  }

  /// Of each name only the key that the most specific rule points to. A rule that says the same as what holds without it is not asked,
  /// and those for one key each are looked up together, so that a row costs the same however many there are.
  private static func visible(_ query: SharedQuery) -> Condition {
    let own = column(query.environment)
    let (names, patterns) = query.rules.byScope
    guard !names.isEmpty || !patterns.isEmpty else { return Condition("environment = ?", [own]) }
    var arguments: StatementArguments = []
    var cases = ""
    for scope in [SharedRule.Scope.workspace, .environment] {
      guard let names = names[scope] else { continue }
      cases += " WHEN key IN (SELECT value FROM json_each(?)) THEN ?"
      arguments += [list(names), scope == .workspace ? column(nil) : own]
    }
    for rule in patterns {
      cases += " WHEN key GLOB ? THEN ?"
      arguments += [glob(rule.pattern), rule.scope == .workspace ? column(nil) : own]
    }
    return Condition("environment = CASE\(cases) ELSE ? END", arguments + [own])
  }

  /// Texts as one argument: a statement takes only so many.
  private static func list(_ texts: [String]) -> String {
    JSONPrinter.compact.string(of: .array(texts.map(JSONValue.string)))
  }

  /// Keys that are selected, or are not; the same as `SharedKeySelection.contains` says of one.
  private static func among(_ selection: SharedKeySelection, _ isWanted: Bool) -> Condition {
    var (terms, arguments) = ([selection.isEmpty ? "0" : "1"], StatementArguments())
    if selection.names.isEmpty {
      terms.append("environment != ''")
    } else {
      terms.append("(\(selection.names.map { _ in "key GLOB ?" }.joined(separator: " OR ")))")
      arguments += StatementArguments(selection.names.map(glob))
    }
    if !selection.environments.isEmpty {
      let marks = selection.environments.map { _ in "?" }.joined(separator: ", ")
      terms.append("(environment = '' OR environment IN (\(marks)))")
      arguments += StatementArguments(selection.environments)
    }
    if !selection.rules.isEmpty {
      terms.append("CASE\(selection.rules.map { _ in " WHEN key GLOB ? THEN ?" }.joined()) ELSE 1 END")
      for rule in selection.rules { arguments += [glob(rule.pattern), !rule.excludes] }
    }
    return Condition("(\(terms.joined(separator: " AND "))) = ?", arguments + [isWanted])
  }

  /// The pattern in SQLite's words, where `?` and `[` mean something too.
  static func glob(_ pattern: KeyPattern) -> String {
    pattern.text.replacing("[", with: "[[]").replacing("?", with: "[?]")
  }

  /// An environment as its column has it.
  static func column(_ environment: String?) -> String { environment ?? "" }
}

extension SharedRules {
  /// The rules that decide whose keys are: those that share keys with the workspace, and those that take some of these out.
  fileprivate var byScope: (names: [SharedRule.Scope: [String]], patterns: ArraySlice<SharedRule>) {
    let patterns = rules.drop(while: \.pattern.isExact)
    let needed = patterns.lastIndex { $0.scope == .workspace }.map { patterns[...$0] } ?? []
    let names = rules.prefix(while: \.pattern.isExact).filter { rule in
      rule.scope == .workspace || needed.contains { $0.pattern.matches(rule.pattern.text) }
    }
    return (Dictionary(grouping: names, by: \.scope).mapValues { $0.map(\.pattern.text) }, needed)
  }
}
