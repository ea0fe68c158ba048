/// Shared data as one node of a run sees it: what the run keeps to itself lies over what is stored. What is read and
/// written is written down.
public struct RunSharedData: Sendable {
  /// Below the run's own values; who uses it directly goes past what the run keeps to itself.
  package let stored: SharedData
  let overlay: SharedOverlay
  let trace: NodeTrace
  let onWrite: @Sendable (String) -> Void

  /// The same, written down elsewhere.
  func traced(by trace: NodeTrace) -> RunSharedData {
    RunSharedData(stored: stored, overlay: overlay, trace: trace, onWrite: onWrite)
  }

  /// The values that only this run sees, in place of the stored ones.
  package var own: [SharedUse] { overlay.uses }

  /// The value of a key as this run sees it; nil when it is not there, or has expired.
  public func get(_ name: String) async throws(SharedDataError) -> SharedValue? {
    if let unknown = overlay.unknown(name) { throw unknown.error }
    if let own = overlay[name] {
      trace.noteRead(own)
      return own.value
    }
    let entry = try await stored.recentEntry(stored.key(name))
    let value = try entry?.opened(at: stored.now())
    trace.noteRead(SharedUse(key: name, value: value, isSecret: entry?.isSecret ?? stored.isSecret(name)))
    return value
  }

  /// The last change of a key as this run sees it.
  /// - Parameter read: reads it where the run has nothing of its own, asking for passphrases as it likes.
  public func entry(
    _ name: String, orStored read: () async throws -> SharedEntry?
  ) async throws -> SharedEntry? {
    if let unknown = overlay.unknown(name) { throw unknown.error }
    let entry: SharedEntry?
    if let own = overlay[name] {
      entry = own.entry(of: stored.key(name), at: stored.now())
    } else {
      entry = try await read()
    }
    trace.noteRead(SharedUse(key: name, value: entry?.value, isSecret: entry?.isSecret ?? stored.isSecret(name)))
    return entry
  }

  /// Sets a key for everybody.
  /// - Parameters:
  ///   - isSecret: whether the value is a secret by where it came from.
  ///   - lifetime: how long the value holds.
  public func set(
    _ name: String, _ value: SharedValue, writer: String? = nil, isSecret: Bool = false,
    lifetime: SharedLifetime = .asRuled
  ) async throws(SharedDataError) {
    try await set(stored.key(name), value, writer: writer, isSecret: isSecret, lifetime: lifetime)
  }

  /// The same of a key of any environment.
  public func set(
    _ key: SharedKey, _ value: SharedValue, writer: String? = nil, isSecret: Bool = false,
    lifetime: SharedLifetime = .asRuled
  ) async throws(SharedDataError) {
    let entry = try await stored.set(key, value, writer: writer, isSecret: isSecret, lifetime: lifetime)
    written(key.name, value, isSecret: entry.isSecret)
  }

  /// Removes a key for everybody.
  public func remove(_ name: String, writer: String? = nil) async throws(SharedDataError) {
    try await stored.remove(name, writer: writer)
    written(name, nil, isSecret: stored.isSecret(name))
  }

  /// Whether the value of a key is a secret, by its rule or by where it came from.
  public func isSecret(_ name: String) async -> Bool {
    if let own = overlay[name] { return own.isSecret }
    return (try? await stored.recentEntry(stored.key(name)))?.isSecret ?? stored.isSecret(name)
  }

  private func written(_ name: String, _ value: SharedValue?, isSecret: Bool) {
    overlay.forget(name)
    trace.noteWrite(SharedUse(key: name, value: value, isSecret: isSecret))
    onWrite(name)
  }
}

extension SharedUse {
  /// The value as if it were the last change of the key.
  package func entry(of key: SharedKey, at time: Timestamp) -> SharedEntry {
    SharedEntry(
      sequence: 0, key: key, kind: value?.kind, cipher: nil, isSecret: isSecret,
      content: value.map(SharedEntry.Content.value) ?? .removed, writer: nil, at: time, expires: nil, isRestored: false)
  }
}

/// Values of shared keys that only one run sees: what steps wrote that this run did not run again.
final class SharedOverlay: Sendable {
  private let values = Lock<[ExactString: SharedUse]>([:])
  private let unknown = Lock<[ExactString: UnknownKey]>([:])

  /// Its value is nil where the key was removed.
  subscript(name: String) -> SharedUse? {
    values.withLock { $0[name] }
  }

  /// By key.
  var uses: [SharedUse] {
    values.withLock { $0.values.sorted { $0.key < $1.key } }
  }

  func put(_ uses: [SharedUse]) {
    values.withLock { values in
      for use in uses { values[use.key] = use }
    }
  }

  /// Keys whose values nobody knows here, until the run writes them itself.
  func refuse(_ keys: [UnknownKey]) {
    unknown.withLock { unknown in
      for key in keys { unknown[key.name] = key }
    }
  }

  func unknown(_ name: String) -> UnknownKey? { unknown.withLock { $0[name] } }

  /// Forgets what was read of a key, because the stored value is newer now.
  func forget(_ name: String) {
    values.withLock { $0[name] = nil }
    unknown.withLock { $0[name] = nil }
  }
}
