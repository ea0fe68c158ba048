import Dispatch
package import ParleyEngine
package import ParleyTeam

/// The team's key as its server keeps it, wrapped by the team's passphrase or key file; while the server cannot be reached, as it was
/// when it was last seen.
package struct TeamKeys: Sendable {
  private static let firstVersion = 1
  private let server: any TeamKeyStorage
  private let seen: any SeenTeamKey

  /// - Parameter seen: keeps what was seen last.
  package init(_ server: any TeamKeyStorage, seen: any SeenTeamKey) {
    (self.server, self.seen) = (server, seen)
  }

  /// The kind of secret that opens the key; nil when there is no key yet.
  package func kind() async throws(SharedDataError) -> KeySecret.Kind? { try await wrapped()?.key.kind }

  /// Opens the team's key.
  /// - Throws: `.wrongKey` when it was made with another secret, `.damaged` when what is kept of it is, `.storage(.notSetUp)` when there
  ///   is none.
  package func open(with secret: KeySecret) async throws(SharedDataError) -> CipherKey {
    let wrapped = try await existing()
    return try await CipherKeys.deriving { () throws(SharedDataError) in try wrapped.key.opened(by: secret) }
  }

  /// Makes the team's key. Where there is one already, it stands, and is opened.
  /// - Returns: the key, and whether it was made.
  package func make(
    with secret: KeySecret, cost: Int = KeySecret.standardCost
  ) async throws(SharedDataError) -> (key: CipherKey, isNew: Bool) {
    if try await wrapped() != nil { return (try await open(with: secret), false) }
    let key = CipherKey(name: TeamCipher.name, version: Self.firstVersion)
    let made = try await CipherKeys.deriving { () throws(SharedDataError) in
      try WrappedKey(key, by: secret, cost: cost)
    }
    guard try await keep(made, instead: nil) else { return (try await open(with: secret), false) }
    return (key, true)
  }

  /// Wraps the team's key by another secret. No value is rewritten.
  /// - Throws: `.wrongKey` when `old` is not the one it has; then nothing has changed.
  package func change(
    from old: KeySecret, to new: KeySecret, cost: Int = KeySecret.standardCost
  ) async throws(SharedDataError) {
    let wrapped = try await existing()
    let rewrapped = try await CipherKeys.deriving { () throws(SharedDataError) in
      try WrappedKey(try wrapped.key.opened(by: old), by: new, cost: cost)
    }
    guard try await keep(rewrapped, instead: wrapped.bytes) else {
      throw SharedDataError(.conflict, "Somebody else changed the team's passphrase meanwhile.", advice: "Try again.")
    }
  }
}

extension TeamKeys {
  private func existing() async throws(SharedDataError) -> (key: WrappedKey, bytes: [UInt8]) {
    guard let wrapped = try await wrapped() else { throw Self.missing }
    return wrapped
  }

  /// Nobody has made it yet.
  package static var missing: SharedDataError {
    SharedDataError(
      .storage(.notSetUp), "The team has no key yet.", advice: "Whoever sets the team up runs: parley team init")
  }

  private func wrapped() async throws(SharedDataError) -> (key: WrappedKey, bytes: [UInt8])? {
    guard let bytes = try await bytes() else { return nil }
    guard let key = WrappedKey(bytes, of: TeamCipher.name) else {
      throw SharedDataError(
        .damaged, "The team's key is damaged on the server.", advice: "Restore the database from a backup.")
    }
    return (key, bytes)
  }

  private func bytes() async throws(SharedDataError) -> [UInt8]? {
    do throws(RepositoryError) {
      let bytes = try await server.wrappedKey(named: TeamCipher.name)
      if let bytes { try? await seen.keepSeenKey(bytes) }
      return bytes
    } catch {
      guard error.kind == .unreachable, let bytes = try? await seen.seenKey() else { throw SharedDataError(error) }
      return bytes
    }
  }

  private func keep(_ key: WrappedKey, instead old: [UInt8]?) async throws(SharedDataError) -> Bool {
    let bytes = key.storedBytes
    do throws(RepositoryError) {
      guard try await server.keepWrappedKey(bytes, named: TeamCipher.name, replacing: old) else { return false }
      try? await seen.keepSeenKey(bytes)
      return true
    } catch {
      throw SharedDataError(error)
    }
  }
}

/// Keeps the wrapped key of a team as it was seen last.
package protocol SeenTeamKey: Sendable {
  /// Nil when none was seen yet.
  func seenKey() async throws(RepositoryError) -> [UInt8]?
  func keepSeenKey(_ bytes: [UInt8]) async throws(RepositoryError)
}

extension WrappedKey {
  /// For a server, which knows nothing of what is in it.
  var storedBytes: [UInt8] {
    var writer = RecordWriter(capacity: 160)
    writer.write(1)
    writer.write(version)
    writer.write(kind.rawValue)
    writer.write(cost)
    for part in [salt, verifier, wrapped, checksum] { writer.write(part) }
    return writer.bytes
  }

  /// Nil where they are damaged, or no such key.
  init?(_ bytes: [UInt8], of name: String) {
    var reader = RecordReader(bytes)
    guard let format = try? reader.int(), format == 1, let version = try? reader.int(),
      let kind = (try? reader.text()).flatMap(KeySecret.Kind.init), let cost = try? reader.int(),
      let salt = try? reader.bytes(), let verifier = try? reader.bytes(), let wrapped = try? reader.bytes(),
      let checksum = try? reader.bytes(), Self.isCost(cost, of: kind)
    else { return nil }
    self.init(
      name: name, version: version, kind: kind, salt: salt, cost: cost, verifier: verifier, wrapped: wrapped)
    guard checksum == self.checksum else { return nil }
  }

  /// More than 512 MB is no cost but an attack.
  private static func isCost(_ cost: Int, of kind: KeySecret.Kind) -> Bool {
    kind == .keyFile || cost > 1 && cost <= 1 << 19 && cost & (cost - 1) == 0
  }
}
