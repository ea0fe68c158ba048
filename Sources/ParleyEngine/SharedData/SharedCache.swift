/// The entries of keys that were read lately, so that reading them again costs neither a transaction nor a cipher.
final class SharedCache: Sendable {
  /// Then it begins again; who has more keys in use reads them from the storage now and then.
  private static let capacity = 10_000

  private struct State {
    var entries: [SharedKey: SharedEntry?] = [:]
    /// Counts what made entries wrong: an entry that was read before is not let in afterwards.
    var generation = 0
  }

  private let state = Lock(State())

  /// Nil when it is not known; a key that is known not to be there has an entry that is nil.
  subscript(key: SharedKey) -> SharedEntry?? {
    state.withLock { $0.entries[key] }
  }

  var generation: Int { state.withLock { $0.generation } }

  /// - Parameter generation: as it was before the entry was read.
  func insert(_ entry: SharedEntry?, of key: SharedKey, readAt generation: Int) {
    state.withLock { state in
      guard state.generation == generation else { return }
      if state.entries.count >= Self.capacity { state.entries = [:] }
      state.entries[key] = .some(entry)
    }
  }

  func remove(_ key: SharedKey) {
    state.withLock { state in
      state.entries[key] = nil
      state.generation += 1
    }
  }

  func removeAll() {
    state.withLock { state in
      state.entries = [:]
      state.generation += 1
    }
  }
}
