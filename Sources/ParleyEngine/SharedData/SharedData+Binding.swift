extension SharedData {
  /// Binds a cipher to keys, and writes what they hold and held anew by it, in one transaction. Nil binds none.
  /// - Throws: `.unknownCipher`, `.locked` and the like; then neither the rule nor anything that is kept has changed.
  public func bind(_ pattern: KeyPattern, to cipher: String?) async throws(SharedDataError) {
    if let cipher { _ = try self.cipher(cipher) }
    let before = rules
    let scope = before.rules.first { $0.pattern == pattern }?.scope ?? .environment
    state.withLock { $0.rules.set(SharedRule(pattern, cipher: cipher, scope: scope)) }
    do throws(SharedDataError) {
      try await rewrite(pattern) { _ in true }
    } catch {
      rules = before
      throw error
    }
  }

  /// Writes anew what is kept openly, or by another cipher, although a rule wants it hidden.
  ///
  /// What the rules would rather have open stays hidden: to take a protection away is a person's word, which is `bind`.
  public func protect() async throws(SharedDataError) {
    try await rewrite("*") { [self] cipher in
      cipher.map { name in state.withLock { $0.ciphers[name]?.isSecret ?? false } } ?? false
    }
  }

  /// A value that is damaged stays as it is: nothing can be read from it, and the others shall not wait for it.
  private func rewrite(
    _ pattern: KeyPattern, where isWanted: @escaping @Sendable (_ cipher: String?) -> Bool
  ) async throws(SharedDataError) {
    defer { cache.removeAll() }
    try await storage.rewrite(pattern) { [self] record throws(SharedDataError) in
      let wanted = rules.rule(for: record.key.name)?.cipher
      guard let content = record.content, content.cipher != wanted, isWanted(wanted) else { return nil }
      do throws(SharedDataError) {
        return try encode(try decode(content, of: record.key), of: record.key, with: wanted)
      } catch  where error.kind == .damaged {
        return nil
      }
    }
  }
}
