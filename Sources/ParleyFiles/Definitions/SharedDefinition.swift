package import ParleyEngine
import ParleyModel

/// The rule for a shared key, or for a family of keys, under `shared` in `parley.yaml`.
package struct SharedDefinition: Sendable, Equatable, ExpiringDefinition {
  /// A name, or a pattern such as `user.*`.
  package var pattern: Located<String>
  /// The name of a cipher.
  package var cipher: Located<String>?
  package var scope: Located<SharedScope>?
  /// The expiry of its values.
  package var expiry: ExpiryDefinition

  package init(
    pattern: Located<String>, cipher: Located<String>? = nil, scope: Located<SharedScope>? = nil,
    expiry: ExpiryDefinition = ExpiryDefinition()
  ) {
    self.pattern = pattern
    self.cipher = cipher
    self.scope = scope
    self.expiry = expiry
  }

  /// As the engine takes it.
  package var rule: SharedRule {
    let isPlain = cipher?.value == CipherDefinition.none
    return SharedRule(
      KeyPattern(pattern.value), cipher: isPlain ? nil : cipher?.value,
      scope: scope?.value == .workspace ? .workspace : .environment, isPlain: isPlain, expiry: expiry.forEngine)
  }
}

extension WorkspaceDefinition {
  /// The rules for shared keys. Tokens stay encrypted, whatever scope a rule of the file gives them.
  var sharedRules: SharedRules {
    let own = shared.map(\.rule).map { rule in
      guard rule.cipher == nil, rule.pattern.text.hasPrefix("oauth2") else { return rule }
      return SharedRule(rule.pattern, cipher: CipherDefinition.machine, scope: rule.scope, expiry: rule.expiry)
    }
    return SharedRules(
      [SharedTokens.keys, .keptAnswers].map { SharedRule($0, cipher: CipherDefinition.machine) } + own)
  }
}

/// Whom a shared key belongs to.
package enum SharedScope: String, Sendable, CaseIterable {
  /// Each environment has its own.
  case environment
  /// All environments share it.
  case workspace
}

extension SharedDefinition {
  package static let form = Form(
    "a shared key", isFlow: true, make: { SharedDefinition(pattern: "") },
    keys: [
      .init(
        "cipher", \.cipher, .filled("the name of a cipher"),
        "What encrypts it: one of `ciphers`, `machine` (this machine's key), `team` (the team's key), `gzip` (compresses only), or `none` (plain, even for captured secrets).",
        default: .words("`machine` for secrets (`team` for those of the team), otherwise none")
      ),
      .init(
        "scope", \.scope, .choice, "`environment`: each environment has its own value; `workspace`: all share one.",
        default: "environment"),
    ] + Form.expiryKeys)

  static let listReader = Reader<[SharedDefinition]>(
    "a map of shared keys by name", .map(.object(form.schema)), write: { written($0) }
  ) { node, decoding in
    guard let entries = node.isAbsent ? [] : node.entries else {
      return decoding.mismatch(node, expected: "a map of shared keys by name")
    }
    return entries.compactMap { entry in
      guard var shared = form.read(entry.value, &decoding) else { return nil }
      shared.pattern = entry.key
      decoding.checkExpiry(shared.expiry, of: "a shared key")
      return shared
    }
  }

  private static func written(_ definitions: [SharedDefinition]) -> EncodedValue? {
    let entries = definitions.map { EncodedValue.Entry($0.pattern.value, form.written($0)) }
    return EncodedValue.map(entries, isFlow: false).unlessEmpty
  }
}
