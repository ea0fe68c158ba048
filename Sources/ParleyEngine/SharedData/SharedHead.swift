/// A change of a key without what the key holds since.
public struct SharedHead: Sendable, Hashable {
  /// The number of the change.
  package let sequence: Int64
  /// The change whose content it brought back; nil for a change of its own.
  package let restored: Int64?
  /// Whether it removed the key.
  package let isRemoval: Bool
  /// The name of the cipher that keeps the value; nil for none.
  package let cipher: String?

  /// The head of a change as a storage keeps it.
  package init(sequence: Int64, restored: Int64?, isRemoval: Bool, cipher: String?) {
    (self.sequence, self.restored, self.isRemoval, self.cipher) = (sequence, restored, isRemoval, cipher)
  }

  /// The head of a change.
  package init(_ record: SharedRecord) {
    self.init(
      sequence: record.sequence, restored: record.restored, isRemoval: record.content == nil,
      cipher: record.content?.cipher)
  }

  /// The position of a key whose last change this is.
  package var standing: SharedStanding { SharedStanding(last: sequence, place: restored ?? sequence) }
}

// Many keys at once.
extension SharedData {
  /// So many keys are read together: enough that a transaction costs nothing beside them, and few enough to hold.
  static let keysAtOnce = 256

  /// The newest changes of keys, without their values, in the order of the keys.
  /// - Parameter limit: the most changes of one key.
  package func heads(of keys: [SharedKey], limit: Int) async throws(SharedDataError) -> [[SharedHead]] {
    do throws(RepositoryError) { return try await storage.heads(of: keys, limit: limit) } catch {
      throw SharedDataError(error)
    }
  }

  /// The last changes of keys, without their values, in the order of the keys; nil for a key that never had one.
  package func lastHeads(of keys: [SharedKey]) async throws(SharedDataError) -> [SharedHead?] {
    try await heads(of: keys, limit: 1).map(\.first)
  }

  /// The last changes of keys with their values, in the order of the keys; nil for a key that never had one.
  package func entries(_ keys: [SharedKey]) async throws(SharedDataError) -> [SharedEntry?] {
    var entries: [SharedEntry?] = []
    SharedProgress.begin(keys.count)
    for start in stride(from: 0, to: keys.count, by: Self.keysAtOnce) {
      let some = keys[start..<min(start + Self.keysAtOnce, keys.count)]
      for past in try await pasts(of: Array(some), limit: 1) {
        try SharedProgress.step()
        entries.append(past.last.map { entry($0, showsSecrets: true) })
      }
    }
    return entries
  }

  /// The newest changes of keys, in the order of the keys.
  func pasts(of keys: [SharedKey], limit: Int = SharedPast.usual) async throws(SharedDataError) -> [SharedPast] {
    let histories: [[SharedRecord]]
    do throws(RepositoryError) { histories = try await storage.histories(of: keys, limit: limit) } catch {
      throw SharedDataError(error)
    }
    return zip(keys, histories).map { SharedPast(key: $0, records: $1, isWhole: $1.count < limit) }
  }

  /// The change of a key before a number: from what is at hand, or else from the storage.
  func change(of past: SharedPast, before sequence: Int64) async throws(SharedDataError) -> SharedRecord? {
    if let known = past.records.first(where: { $0.sequence < sequence }) { return known }
    return past.isWhole ? nil : try await history(of: past.key, before: sequence, limit: 1).first
  }
}

/// The part of a key's changes that is at hand.
struct SharedPast: Sendable {
  /// An undo, and the redo of it, needs no more.
  static let usual = 3

  let key: SharedKey
  /// The newest first.
  let records: [SharedRecord]
  /// Whether the key has no others.
  let isWhole: Bool

  var last: SharedRecord? { records.first }
}
