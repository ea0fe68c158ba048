/// A rule for the keys that a pattern names.
public struct SharedRule: Sendable, Hashable {
  /// The scope of keys: who shares their values.
  public enum Scope: String, Sendable, Hashable, CaseIterable, Codable {
    /// Each environment has its own.
    case environment
    /// All environments share it.
    case workspace
  }

  /// Which keys it holds for.
  public var pattern: KeyPattern
  /// The name of the cipher; nil for none.
  public var cipher: String?
  /// The keys' scope; the environment by default.
  public var scope: Scope
  /// The keys' expiry; nil for never.
  public var expiry: SharedExpiry?
  /// Whether somebody has said that these keys hold nothing secret, wherever their values come from.
  package var isPlain: Bool

  /// A rule for the keys of this pattern.
  public init(
    _ pattern: KeyPattern, cipher: String? = nil, scope: Scope = .environment, isPlain: Bool = false,
    expiry: SharedExpiry? = nil
  ) {
    self.pattern = pattern
    self.cipher = cipher
    self.scope = scope
    self.isPlain = isPlain
    self.expiry = expiry
  }
}

/// Which rule holds for which key: the most specific one. A key without a rule is the environment's, without a cipher.
///
/// ```swift
/// let rules = SharedRules([
///   SharedRule("token*", cipher: "vault"),
///   SharedRule("build", scope: .workspace),
/// ])
/// ```
public struct SharedRules: Sendable, Hashable {
  /// The most specific first.
  public private(set) var rules: [SharedRule] = []
  /// Those for one key each, by its name; they stand in front of the others.
  private var exact: [ExactString: SharedRule] = [:]
  private var firstPattern = 0

  /// These rules; of two for one pattern the last counts.
  public init(_ rules: some Sequence<SharedRule> = []) {
    var last: [KeyPattern: SharedRule] = [:]
    for rule in rules { last[rule.pattern] = rule }
    self.rules = last.values.sorted { KeyPattern.isMoreSpecific($0.pattern, than: $1.pattern) }
    index()
  }

  /// Takes the place of an earlier rule for the same pattern.
  package mutating func set(_ rule: SharedRule) {
    self = SharedRules(rules + [rule])
  }

  /// Binds ciphers to patterns, which keep their scope and expiry; nil stores their keys in plain text.
  mutating func bind(_ ciphers: [KeyPattern: String?]) {
    let own = Dictionary(rules.map { ($0.pattern, $0) }) { $1 }
    let bound = ciphers.map { pattern, cipher in
      SharedRule(
        pattern, cipher: cipher, scope: own[pattern]?.scope ?? .environment, isPlain: cipher == nil,
        expiry: own[pattern]?.expiry)
    }
    self = SharedRules(rules + bound)
  }

  private mutating func index() {
    exact = [:]
    for rule in rules.prefix(while: \.pattern.isExact) { exact[ExactString(rule.pattern.text)] = rule }
    firstPattern = exact.count
  }

  /// The most specific rule for a key; nil when there is none.
  package func rule(for name: String) -> SharedRule? {
    exact[ExactString(name)] ?? rules[firstPattern...].first { $0.pattern.matches(name) }
  }

  /// The key of that name as it is seen from an environment.
  package func key(_ name: String, in environment: String?) -> SharedKey {
    SharedKey(name, in: rule(for: name)?.scope == .workspace ? nil : environment)
  }
}
