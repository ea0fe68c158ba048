extension SharedData {
  /// Binds a cipher to keys, and writes what they hold and held again by it, in one transaction. Nil binds none.
  /// - Throws: `.unknownCipher`, `.locked` and the like; then neither the rule nor anything that is kept has changed.
  public func bind(_ pattern: KeyPattern, to cipher: String?) async throws(SharedDataError) {
    try await bind([pattern: cipher])
  }

  /// The same of many, in one transaction.
  /// - Parameter ciphers: the names of ciphers by patterns.
  package func bind(_ ciphers: [KeyPattern: String?]) async throws(SharedDataError) {
    for cipher in Set(ciphers.values.compactMap(\.self)) { _ = try self.cipher(cipher) }
    let before = rules
    state.withLock { $0.rules.bind(ciphers) }
    do throws(SharedDataError) {
      try await rewrite(Array(ciphers.keys), by: Set(ciphers.values))
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
    let hidden = rules.filter { $0.cipher.map { ciphers[$0]?.isSecret == true } == true }
    for (cipher, rules) in Dictionary(grouping: hidden, by: \.cipher).sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
      try await rewrite(rules.map(\.pattern), by: [cipher])
    }
  }

  /// A value that is damaged stays as it is: nothing can be read from it, and the others shall not wait for it.
  private func rewrite(_ patterns: [KeyPattern], by ciphers: Set<String?>) async throws(SharedDataError) {
    defer { cache.removeAll() }
    let (rules, step) = (rules, SharedProgress.stepInside(patterns.count))
    let unlessBy: String? = ciphers.count == 1 ? ciphers.first ?? nil : Self.noCipher
    try await storage.rewrite(patterns, unlessBy: unlessBy) { [self] record throws(SharedDataError) in
      try step(record.key)
      // A pattern that says more may bind another one to some of them.
      let cipher = rules.rule(for: record.key.name)?.cipher
      guard let content = record.content, ciphers.contains(cipher), content.cipher != cipher else { return nil }
      do throws(SharedDataError) {
        return try encode(
          try decode(content, of: record.key), of: record.key, with: cipher, expires: content.expires)
      } catch  where error.kind == .damaged {
        return nil
      }
    }
  }
}
