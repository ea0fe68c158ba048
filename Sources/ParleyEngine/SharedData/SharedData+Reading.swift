extension SharedData {
  /// The value of a key; nil when it is not there, or has expired. What was read lately is answered from memory.
  /// - Throws: `.locked`, `.wrongKey`, `.damaged`, `.unknownCipher`, or what the storage says.
  public func get(_ name: String) async throws(SharedDataError) -> SharedValue? {
    try await get(key(name))
  }

  /// The same of a key of any environment.
  public func get(_ key: SharedKey) async throws(SharedDataError) -> SharedValue? {
    try await recentEntry(key)?.opened(at: now())
  }

  /// The last change of a key with its value, from memory where it was read lately.
  func recentEntry(_ key: SharedKey) async throws(SharedDataError) -> SharedEntry? {
    if let known = cache[key] { return known }
    let generation = cache.generation
    let entry = try await entry(key)
    cache.insert(entry, of: key, readAt: generation)
    return entry
  }

  /// The last change of a key as it is kept at this moment, with its value; nil when the key never had one.
  public func entry(_ name: String) async throws(SharedDataError) -> SharedEntry? {
    try await entry(key(name))
  }

  /// The same of a key of any environment.
  public func entry(_ key: SharedKey) async throws(SharedDataError) -> SharedEntry? {
    guard let record = try await lastChange(of: key) else { return nil }
    return entry(record, showsSecrets: true)
  }

  /// The keys that are there, in the order of their names, by windows. Secrets are hidden.
  /// - Parameters:
  ///   - prefix: only names that begin so.
  ///   - filter: only names that hold this text, whatever its case.
  ///   - offset: how many of them are passed over.
  ///   - limit: the most that are given.
  public func list(
    prefix: String = "", filter: String = "", offset: Int = 0, limit: Int = .max
  ) async throws(SharedDataError) -> SharedPage {
    try await list(query(prefix: prefix, filter: filter, offset: offset, limit: limit))
  }

  /// The changes of a key, newest first. Secrets are hidden unless asked for.
  /// - Parameters:
  ///   - name: of the key.
  ///   - before: only those before the entry with this `sequence`.
  ///   - limit: the most that are given.
  ///   - showsSecrets: whether the values of secrets are read.
  public func history(
    of name: String, before: Int64? = nil, limit: Int = 100, showsSecrets: Bool = false
  ) async throws(SharedDataError) -> [SharedEntry] {
    let records = try await history(of: key(name), before: before, limit: limit)
    return records.map { entry($0, showsSecrets: showsSecrets) }
  }

  func lastChange(of key: SharedKey) async throws(SharedDataError) -> SharedRecord? {
    do throws(RepositoryError) { return try await storage.lastChange(of: key) } catch { throw SharedDataError(error) }
  }

  func history(of key: SharedKey, before: Int64?, limit: Int) async throws(SharedDataError) -> [SharedRecord] {
    do throws(RepositoryError) {
      return try await storage.history(of: key, before: before, limit: limit)
    } catch {
      throw SharedDataError(error)
    }
  }
}

// From what is kept to what it says.
extension SharedData {
  func entry(_ record: SharedRecord, showsSecrets: Bool) -> SharedEntry {
    let isSecret = isSecret(record)
    let isHidden = isSecret && !showsSecrets && record.content != nil
    var entry = SharedEntry(
      sequence: record.sequence, key: record.key, kind: record.content?.knownKind, cipher: record.content?.cipher,
      isSecret: isSecret, content: isHidden ? .hidden : content(of: record), writer: record.writer, at: record.at,
      expires: record.content?.expires, isRestored: record.restored != nil, size: record.size)
    entry.isLocked = record.content.map(isLocked) ?? false
    if isSecret, let known, let text = entry.value?.text { known.learn(Secrets([text])) }
    return entry
  }

  private func isLocked(_ content: SharedContent) -> Bool {
    content.isKindSealed || content.cipher.flatMap { name in state.withLock { $0.ciphers[name] } }?.isLocked == true
  }

  /// A cipher that nobody knows may have hidden it.
  private func isSecret(_ record: SharedRecord) -> Bool {
    guard !isSecret(record.key.name), let cipher = record.content?.cipher else { return isSecret(record.key.name) }
    return state.withLock { $0.ciphers[cipher]?.isSecret ?? true }
  }

  private func content(of record: SharedRecord) -> SharedEntry.Content {
    guard let content = record.content else { return .removed }
    do throws(SharedDataError) { return .value(try decode(content, of: record.key)) } catch {
      return .unreadable(error)
    }
  }

  func decode(_ content: SharedContent, of key: SharedKey) throws(SharedDataError) -> SharedValue {
    let kept: Ciphertext
    do throws(RepositoryError) { kept = try content.kept.get() } catch { throw SharedDataError(error) }
    let plain = try content.cipher.map { name throws(SharedDataError) in try cipher(name).decode(kept, of: key) }
    guard let value = SharedValue(content.kind, plain ?? kept.bytes) else { throw .unreadable(key.name) }
    return value
  }

  func encode(
    _ value: SharedValue, of key: SharedKey, with cipher: String?, expires: Timestamp?
  ) throws(SharedDataError) -> SharedContent {
    let plain = value.contentBytes
    let kept = try cipher.map { name throws(SharedDataError) in try self.cipher(name).encode(plain, of: key) }
    return SharedContent(kind: value.kind, cipher: cipher, expires: expires, kept: .success(kept ?? Ciphertext(plain)))
  }
}

extension SharedEntry {
  func opened() throws(SharedDataError) -> SharedValue? {
    if let problem { throw problem }
    return value
  }
}
