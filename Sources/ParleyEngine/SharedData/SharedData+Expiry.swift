extension SharedData {
  /// Says when a key expires; its value stays as it is. Undo takes it back like any other change.
  /// - Parameters:
  ///   - name: of the key.
  ///   - moment: nil for never.
  ///   - writer: the writer's name, for people to read.
  ///   - lastChange: only when the key's last change is still this one.
  /// - Returns: nil when there is no such key.
  /// - Throws: `.conflict` when somebody wrote meanwhile; `.locked` and the like.
  @discardableResult
  public func expire(
    _ name: String, at moment: Timestamp?, writer: String? = nil, ifStill lastChange: Int64? = nil
  ) async throws(SharedDataError) -> SharedEntry? {
    let key = key(name)
    guard let last = try await self.lastChange(of: key), let content = last.content else { return nil }
    if let lastChange, lastChange != last.sequence { throw .conflict(name) }
    let value = try decode(content, of: key)
    let renewed = try encode(value, of: key, with: content.cipher, expires: moment)
    guard case .made(let record) = try await append(edit(key, renewed, writer, .lastChange(last.sequence))) else {
      throw .conflict(name)
    }
    return entry(record, showsSecrets: true)
  }

  /// Whether an entry has expired, by this clock.
  package func isExpired(_ entry: SharedEntry) -> Bool { entry.isExpired(at: now()) }

  /// Returns the expiry that a key's rule gives a value which is written now; nil for never.
  package func ruledExpiry(of value: SharedValue, _ name: String) -> Timestamp? {
    state.withLock { $0.rules.rule(for: name)?.expiry }?.moment(of: value, writtenAt: now())
  }

  /// Returns the expiry of a value that is written now; nil for never.
  func moment(_ lifetime: SharedLifetime, of value: SharedValue, _ key: SharedKey) async throws(SharedDataError)
    -> Timestamp?
  {
    switch lifetime {
    case .until(let moment): return moment
    case .unlimited: return nil
    case .ruled(let expiry): return expiry.moment(of: value, writtenAt: now())
    case .asRuled, .kept:
      if let ruled = ruledExpiry(of: value, key.name) { return ruled }
      guard lifetime == .kept, let before = try await lastChange(of: key)?.content?.expires else { return nil }
      return before > now() ? before : nil
    }
  }
}

extension SharedEntry {
  /// Whether it counts as absent at that time.
  public func isExpired(at time: Timestamp) -> Bool { expires.map { $0 <= time } ?? false }

  /// The value, unless it has expired.
  func opened(at time: Timestamp) throws(SharedDataError) -> SharedValue? {
    isExpired(at: time) ? nil : try opened()
  }
}
