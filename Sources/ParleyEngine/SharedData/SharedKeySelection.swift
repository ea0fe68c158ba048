/// Which keys belong together wherever they are kept: by name, by environment, and but for those that rules take out.
package struct SharedKeySelection: Sendable, Hashable {
  /// A rule for the keys of a pattern.
  package struct Rule: Sendable, Hashable {
    /// Which keys it holds for.
    package var pattern: KeyPattern
    /// Whether they are not among the selected.
    package var excludes: Bool

    /// A rule for the keys of this pattern.
    package init(pattern: KeyPattern, excludes: Bool) {
      self.pattern = pattern
      self.excludes = excludes
    }
  }

  /// Names and patterns; none where environments alone select, then all names.
  package var names: [KeyPattern]
  /// The environments; none for all of them.
  package var environments: [String]
  /// The most specific first, which counts.
  package var rules: [Rule]

  /// Those keys.
  package init(names: [KeyPattern] = [], environments: [String] = [], rules: [Rule] = []) {
    self.names = names
    self.environments = environments
    self.rules = rules
  }

  /// Whether no key whose name begins so is selected, because a rule says so.
  package func excludesAll(_ prefix: String) -> Bool {
    guard let rule = rules.first(where: { $0.pattern.matches(prefix) }) else { return false }
    return rule.excludes && rule.pattern.text.hasSuffix("*")
  }

  /// Whether it selects nothing at all.
  package var isEmpty: Bool { names.isEmpty && environments.isEmpty }

  /// Whether a key is selected. One that all environments share is where its name is written.
  package func contains(_ key: SharedKey) -> Bool {
    let isNamed = names.isEmpty ? key.environment != nil : names.contains { $0.matches(key.name) }
    guard !isEmpty, isNamed, rules.first(where: { $0.pattern.matches(key.name) })?.excludes != true else {
      return false
    }
    guard let environment = key.environment, !environments.isEmpty else { return true }
    return environments.contains(exactly: environment)
  }
}
