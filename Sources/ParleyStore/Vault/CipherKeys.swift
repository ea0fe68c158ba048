import Dispatch
internal import GRDB
public import ParleyEngine

/// The keys of a store's ciphers. What opens them is derived on threads of the store's own: that takes long on purpose.
///
/// ```swift
/// let key = try await store.cipherKeys.open("vault", with: .passphrase(words))
/// vault.unlock(with: key)
/// ```
public struct CipherKeys: Sendable {
  private static let firstVersion = 1
  private static let queue = DispatchQueue(label: "parley.store.deriving", attributes: .concurrent)

  let access: StoreAccess

  /// The kind of secret that opens the key of that cipher; nil when it has no key yet. The first secret given becomes
  /// the one.
  public func kind(of name: String) async throws(SharedDataError) -> KeySecret.Kind? {
    try await wrapped(name)?.kind
  }

  /// Opens the key of a cipher, or makes it when there is none yet.
  /// - Parameters:
  ///   - name: of the cipher.
  ///   - secret: the secret that opens its key.
  ///   - cost: scrypt's, of a key that is made.
  /// - Throws: `.wrongKey` when it was made with another secret, `.damaged` when its row is; nothing changes then.
  public func open(
    _ name: String, with secret: KeySecret, cost: Int = KeySecret.standardCost
  ) async throws(SharedDataError) -> CipherKey {
    if let wrapped = try await wrapped(name) {
      return try await Self.deriving { () throws(SharedDataError) in try wrapped.opened(by: secret) }
    }
    let key = CipherKey(name: name, version: Self.firstVersion)
    let made = try await Self.deriving { () throws(SharedDataError) in try WrappedKey(key, by: secret, cost: cost) }
    if try await keep(made, instead: nil) { return key }
    // Another process was faster: its key stands.
    return try await open(name, with: secret, cost: cost)
  }

  /// Says whether the secret opens the key of that cipher.
  /// - Throws: `.wrongKey`, `.damaged`; `.unknownCipher` when the cipher has no key yet.
  public func check(_ name: String, with secret: KeySecret) async throws(SharedDataError) {
    let wrapped = try await existing(name)
    _ = try await Self.deriving { () throws(SharedDataError) in try wrapped.opened(by: secret) }
  }

  /// Wraps the key of a cipher by another secret. No value is rewritten.
  /// - Throws: `.wrongKey` when `old` is not the one it has; then nothing has changed.
  public func change(
    _ name: String, from old: KeySecret, to new: KeySecret, cost: Int = KeySecret.standardCost
  ) async throws(SharedDataError) {
    let wrapped = try await existing(name)
    let rewrapped = try await Self.deriving { () throws(SharedDataError) in
      try WrappedKey(try wrapped.opened(by: old), by: new, cost: cost)
    }
    guard try await keep(rewrapped, instead: wrapped) else {
      throw SharedDataError(
        .conflict, "The key of “\(name)” was changed meanwhile.", place: name, advice: "Try again.")
    }
    try await forgetOld()
  }

  private func existing(_ name: String) async throws(SharedDataError) -> WrappedKey {
    guard let wrapped = try await wrapped(name) else {
      throw SharedDataError(
        .unknownCipher, "The cipher “\(name)” has no key in this store yet.", place: name,
        advice: "It gets one with the first value it encrypts.")
    }
    return wrapped
  }

  static func deriving<Value: Sendable>(
    _ work: @escaping @Sendable () throws(SharedDataError) -> Value
  ) async throws(SharedDataError) -> Value {
    let result = await withCheckedContinuation { done in
      queue.async {
        done.resume(returning: Result { () throws(SharedDataError) in try work() })
      }
    }
    return try result.get()
  }
}

// The rows.
extension CipherKeys {
  private func wrapped(_ name: String) async throws(SharedDataError) -> WrappedKey? {
    do throws(RepositoryError) {
      return try await access.opened().data.read { try Self.fetch(name, $0) }
    } catch {
      throw error.kind == .damaged ? .damagedKey(name) : SharedDataError(error)
    }
  }

  /// - Returns: whether what there was is still there.
  private func keep(_ key: WrappedKey, instead old: WrappedKey?) async throws(SharedDataError) -> Bool {
    do throws(RepositoryError) {
      return try await access.opened().data.write { database in
        guard try Self.fetch(key.name, database) == old else { return false }
        try database.execute(
          sql: """
            INSERT OR REPLACE INTO cipher_key (name, version, kind, salt, cost, verifier, wrapped, checksum)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            key.name, key.version, key.kind.rawValue, key.salt.databaseBlob, key.cost, key.verifier.databaseBlob,
            key.wrapped.databaseBlob, key.checksum.databaseBlob,
          ])
        return true
      }
    } catch {
      throw SharedDataError(error)
    }
  }

  /// The old wrapping shall not be found in the write-ahead log: whoever knows the old passphrase could open it.
  private func forgetOld() async throws(SharedDataError) {
    do throws(RepositoryError) { try await access.opened().data.checkpoint() } catch { throw SharedDataError(error) }
  }

  static func fetch(_ name: String, _ database: Database) throws -> WrappedKey? {
    let sql = "SELECT version, kind, salt, cost, verifier, wrapped, checksum FROM cipher_key WHERE name = ?"
    guard let row = try Row.fetchOne(database, sql: sql, arguments: [name]) else { return nil }
    guard let version = row.value(0, as: Int.self),
      let kind = row.value(1, as: String.self).flatMap(KeySecret.Kind.init), let salt = row.blob(2),
      let cost = row.value(3, as: Int.self), let verifier = row.blob(4), let wrapped = row.blob(5)
    else { throw RecordReader.damage }
    let key = WrappedKey(
      name: name, version: version, kind: kind, salt: salt, cost: cost, verifier: verifier, wrapped: wrapped)
    guard key.checksum == row.blob(6) else { throw RecordReader.damage }
    return key
  }
}
