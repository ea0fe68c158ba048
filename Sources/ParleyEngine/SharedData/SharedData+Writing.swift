extension SharedData {
  /// Sets a key. It is kept, and everybody has been told, when this returns.
  /// - Parameters:
  ///   - name: of the key.
  ///   - value: the key's new value.
  ///   - writer: the writer's name, for people to read.
  ///   - isSecret: whether the value is a secret by where it came from. Then it is hidden whatever its key's rule says, unless
  ///     that says that the key is plain.
  ///   - lifetime: how long the value holds; as the key's rule says by default.
  ///   - lastChange: only when the key's last change is still this one (0: it never had one).
  /// - Throws: `.conflict` when it is not; `.locked` and the like when its cipher cannot work. Then nothing has changed.
  @discardableResult
  public func set(
    _ name: String, _ value: SharedValue, writer: String? = nil, isSecret: Bool = false,
    lifetime: SharedLifetime = .asRuled, ifStill lastChange: Int64? = nil
  ) async throws(SharedDataError) -> SharedEntry {
    try await set(
      key(name), value, writer: writer, isSecret: isSecret, lifetime: lifetime, ifStill: lastChange)
  }

  /// The same of a key of any environment.
  @discardableResult
  public func set(
    _ key: SharedKey, _ value: SharedValue, writer: String? = nil, isSecret: Bool = false,
    lifetime: SharedLifetime = .asRuled, ifStill lastChange: Int64? = nil
  ) async throws(SharedDataError) -> SharedEntry {
    try SharedKey.check(key.name)
    let expires = try await moment(lifetime, of: value, key)
    let content = try encode(
      value, of: key, with: cipher(for: key.name, isSecret: isSecret), expires: expires)
    let edit = edit(key, content, writer, .init(lastChange))
    return try await made(edit)
  }

  /// Removes a key.
  /// - Returns: whether it was there.
  @discardableResult
  public func remove(
    _ name: String, writer: String? = nil, ifStill lastChange: Int64? = nil
  ) async throws(SharedDataError) -> Bool {
    switch try await append(edit(key(name), nil, writer, .init(lastChange))) {
    case .made: return true
    case .nothingToRemove: return false
    case .conflict: throw .conflict(name)
    }
  }

  /// Removes every key that is seen from the active environment, in one transaction; each is told.
  /// - Parameters:
  ///   - prefix: only names that begin so.
  ///   - writer: the writer's name, for people to read.
  /// - Returns: how many there were.
  @discardableResult
  public func removeAll(prefix: String = "", writer: String? = nil) async throws(SharedDataError) -> Int {
    let (origin, at) = (origin, now())
    do throws(RepositoryError) {
      try await feed.start()
      let count = try await storage.removeAll(query(prefix: prefix, filter: "")) { key in
        SharedEdit(key: key, content: nil, writer: writer, at: at, origin: origin)
      }
      await tell()
      return count
    } catch {
      throw SharedDataError(error)
    }
  }

  /// Sets a key, or removes it with nil, only when it holds `expected` (nil: is not there, or has expired) at that moment.
  /// - Returns: whether it did.
  public func compareAndSet(
    _ name: String, expected: SharedValue?, to value: SharedValue?, writer: String? = nil
  ) async throws(SharedDataError) -> Bool {
    while true {
      let last = try await entry(name)
      if let problem = last?.problem { throw problem }
      guard try last?.opened(at: now()) == expected else { return false }
      do throws(SharedDataError) {
        guard let value else {
          try await remove(name, writer: writer, ifStill: last?.sequence ?? 0)
          return true
        }
        try await set(name, value, writer: writer, isSecret: last?.isSecret == true, ifStill: last?.sequence ?? 0)
        return true
      } catch  where error.kind == .conflict {
        continue
      }
    }
  }

  func edit(
    _ key: SharedKey, _ content: SharedContent?, _ writer: String?, _ expectation: SharedEdit.Expectation,
    restored: Int64? = nil
  ) -> SharedEdit {
    SharedEdit(
      key: key, content: content, writer: writer, at: now(), origin: origin, restored: restored,
      expectation: expectation)
  }

  /// Makes a change that leaves the key there.
  private func made(_ edit: SharedEdit) async throws(SharedDataError) -> SharedEntry {
    guard case .made(let record) = try await append(edit) else { throw .conflict(edit.key.name) }
    return entry(record, showsSecrets: true)
  }

  func append(_ edit: SharedEdit) async throws(SharedDataError) -> SharedAppend {
    do throws(RepositoryError) {
      try await feed.start(for: edit.key)
      let result = try await storage.append(edit)
      if case .made(let record) = result { await tell(past: record) }
      return result
    } catch {
      throw SharedDataError(error)
    }
  }

  func append(all edits: [SharedEdit]) async throws(SharedDataError) -> SharedBatch {
    do throws(RepositoryError) {
      try await feed.start(for: edits.lazy.map(\.key))
      let result = try await storage.append(all: edits)
      if case .made = result { await tell() }
      return result
    } catch {
      throw SharedDataError(error)
    }
  }

  /// Notifies observers of changes. A change that was made stands, even if the storage cannot be read for its observers
  /// just now.
  func tell(past own: SharedRecord? = nil) async {
    do throws(RepositoryError) { try await feed.advance(past: own) } catch { lookForForeignChanges() }
  }
}

extension SharedEdit.Expectation {
  fileprivate init(_ lastChange: Int64?) {
    self = lastChange.map(Self.lastChange) ?? .anything
  }
}
