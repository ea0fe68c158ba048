extension SharedData {
  /// Binds a cipher to keys, and writes what they hold and held again by it, in one transaction. Nil binds none.
  /// - Throws: `.unknownCipher`, `.locked` and the like; then neither the rule nor anything that is kept has changed.
  public func bind(_ pattern: KeyPattern, to cipher: String?) async throws(SharedDataError) {
    if let cipher { _ = try self.cipher(cipher) }
    let before = rules
    let own = before.rules.first { $0.pattern == pattern }
    let rule = SharedRule(
      pattern, cipher: cipher, scope: own?.scope ?? .environment, isPlain: cipher == nil, expiry: own?.expiry)
    state.withLock { $0.rules.set(rule) }
    do throws(SharedDataError) {
      try await rewrite(pattern, by: cipher)
    } catch {
      rules = before
      throw error
    }
  }

  /// Encrypts values again that are kept in plain text, or by another cipher, although a rule wants them encrypted.
  ///
  /// Values that the rules would keep in plain text stay encrypted: removing a protection is a person's decision, which
  /// is `bind`.
  package func protect() async throws(SharedDataError) {
    let (rules, ciphers) = state.withLock { ($0.rules.rules, $0.ciphers) }
    for rule in rules {
      guard let cipher = rule.cipher, ciphers[cipher]?.isSecret == true else { continue }
      try await rewrite(rule.pattern, by: cipher)
    }
  }

  /// A value that is damaged stays as it is: nothing can be read from it, and the others shall not wait for it.
  private func rewrite(_ pattern: KeyPattern, by cipher: String?) async throws(SharedDataError) {
    defer { cache.removeAll() }
    try await storage.rewrite(pattern, unlessBy: cipher) { [self] record throws(SharedDataError) in
      // A pattern that says more may bind another one to some of them.
      guard let content = record.content, rules.rule(for: record.key.name)?.cipher == cipher else { return nil }
      do throws(SharedDataError) {
        return try encode(
          try decode(content, of: record.key), of: record.key, with: cipher, expires: content.expires)
      } catch  where error.kind == .damaged {
        return nil
      }
    }
  }
}
