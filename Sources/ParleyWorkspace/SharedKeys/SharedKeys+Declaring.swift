package import ParleyEngine
package import ParleyFiles
import ParleyStore
import ParleyText

// What people change about shared keys beyond their values: name, cipher, whose they are. It is written to `parley.yaml`,
// where every other byte stays as it is.
//
// ```swift
// try await session.sharedKeys.declareCipher("vault")
// try await session.sharedKeys.bind("token", to: "vault", by: prompter)
// try await session.sharedKeys.rename("token", to: "user.token", by: prompter)
// ```
extension SharedKeys {
  /// The rule of `parley.yaml` for a key: its own entry, or that of the pattern it matches.
  package func rule(of name: String) -> SharedRule? {
    shared.rules.rule(for: name)
  }

  /// Binds a cipher to a key: writes it to the file, and rewrites value and history with it in one transaction.
  /// - Parameter cipher: one of `ciphers`, or `gzip`; nil stores the key in plain text.
  /// - Throws: the errors of `Ciphers.unlock`, `.unknownCipher` and `SaveError`. File and values are unchanged then.
  package func bind(_ name: String, to cipher: String?, by prompter: any Prompter) async throws {
    try await bind([name: cipher ?? CipherDefinition.none], by: prompter)
  }

  /// Makes a key that is not there yet.
  /// - Parameter isSecret: whether the value is a secret whatever the cipher, because of where it came from.
  /// - Throws: `.conflict` when it is there; then nothing has changed.
  package func create(
    _ name: String, _ value: SharedValue, cipher: String?, scope: SharedRule.Scope, isSecret: Bool = false,
    lifetime: SharedLifetime = .asRuled, by prompter: any Prompter
  ) async throws {
    try session.team.checkCipher(cipher, of: name)
    if let cipher, session.vaults[cipher] != nil { try await session.ciphers.unlock(cipher, by: prompter) }
    if session.team.owns(name) { try await session.team.unlock(by: prompter) }
    let rule = rule(of: name)
    if rule?.cipher != cipher || rule?.scope ?? .environment != scope {
      try declare(name, cipher: cipher, scope: scope)
      try await session.reload()
    }
    try await setNew(name, value, isSecret: isSecret, lifetime: lifetime)
  }

  private func setNew(
    _ name: String, _ value: SharedValue, isSecret: Bool, lifetime: SharedLifetime
  ) async throws {
    let last = try await shared.entry(name)
    guard last == nil || last?.content == .removed else {
      throw SharedDataError(
        .conflict, "The key \(Printable.quoted(name)) already exists.", place: name, advice: "Choose another name.")
    }
    try await shared.set(
      name, value, writer: Self.byHand, isSecret: isSecret, lifetime: lifetime, ifStill: last?.sequence ?? 0)
  }

  /// Sets a key by hand. A value that replaces a secret is a secret.
  /// - Parameter lifetime: the lifetime of the value. If nil, the key's rule applies; the edit of a value keeps its
  ///   expiry if no rule sets one.
  @discardableResult
  package func set(
    _ name: String, _ value: SharedValue, lifetime: SharedLifetime? = nil, ifStill lastChange: Int64? = nil
  ) async throws -> SharedEntry {
    let before = try await shared.entry(name)
    return try await shared.set(
      name, value, writer: Self.byHand, isSecret: before?.isSecret == true && before?.content != .removed,
      lifetime: lifetime ?? (lastChange == nil ? .asRuled : .kept), ifStill: lastChange)
  }

  /// Says in the file what holds for a key; nothing, where that holds anyhow.
  @discardableResult
  func declare(_ name: String, cipher: String?, scope: SharedRule.Scope) throws -> WorkspaceFile.Change {
    try WorkspaceFile.change(of: session.workspace) { $0.declare(name, cipher: cipher, scope: scope) }
  }

  /// Says in the file which ciphers keys have, in one change of it; `none` opens a key.
  func declare(_ ciphers: [String: String?]) throws -> WorkspaceFile.Change {
    let scopes = ciphers.mapValues { _ in SharedRule.Scope.environment }.merging(
      ciphers.keys.compactMap { name in rule(of: name).map { (name, $0.scope) } }
    ) { $1 }
    return try WorkspaceFile.change(of: session.workspace) { definition in
      definition.declare(
        ciphers.sorted { $0.key < $1.key }.map { ($0.key, $0.value, scopes[$0.key] ?? .environment) })
    }
  }
}

/// A key, and what the file is to say of it.
private typealias SharedSaying = (name: String, cipher: String?, scope: SharedRule.Scope)

extension WorkspaceDefinition {
  fileprivate mutating func declare(_ name: String, cipher: String?, scope: SharedRule.Scope) {
    declare([(name, cipher, scope)])
  }

  /// Goes once through the entries, however many keys there are. Names have no `*`: what else holds for one is said by patterns.
  fileprivate mutating func declare(_ sayings: [SharedSaying]) {
    let names = Set(names: sayings.map(\.name))
    let others = SharedRules(shared.filter { !names.contains(ExactString($0.pattern.value)) }.map(\.rule))
    var places = Dictionary(shared.enumerated().map { (ExactString($1.pattern.value), $0) }) { first, _ in first }
    var entries: [SharedDefinition?] = shared
    for saying in sayings {
      let place = places[ExactString(saying.name)]
      let own = place.flatMap { entries[$0] }
      let entry = SharedDefinition(saying, own: own?.expiry, others: others.rule(for: saying.name))
      if let place {
        entries[place] = entry
      } else if let entry {
        places[ExactString(saying.name)] = entries.count
        entries.append(entry)
      }
    }
    shared = entries.compactMap(\.self)
  }
}

extension SharedDefinition {
  /// The entry for one key, which takes the place of a pattern's altogether; nil where that says the same anyhow.
  fileprivate init?(_ saying: SharedSaying, own: ExpiryDefinition?, others: SharedRule?) {
    let isSaid = others?.cipher == saying.cipher && others?.scope ?? .environment == saying.scope
    let isOwnExpiry = own != nil && own?.forEngine != others?.expiry
    if isSaid, saying.cipher != CipherDefinition.none, !isOwnExpiry { return nil }
    self.init(
      pattern: Located(saying.name), cipher: saying.cipher.map { Located($0) },
      scope: saying.scope == .workspace ? Located(.workspace) : nil, expiry: own ?? ExpiryDefinition(others?.expiry))
  }
}
