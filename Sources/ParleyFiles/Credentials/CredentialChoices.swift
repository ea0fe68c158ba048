internal import Cryptography
internal import ParleyEngine

/// The choices made for credentials: those of this session in memory, and which of them stay in their files on this
/// machine. The latter are kept beside the store, without their values.
package struct CredentialChoices: Sendable {
  private let placements = Lock([TypedCredential.Key: CredentialPlacement]())
  private let path: String

  /// - Parameter folder: the store's folder.
  package init(folder: String) { path = "\(folder)/credentials-in-files.json" }

  package subscript(key: TypedCredential.Key) -> CredentialPlacement? {
    if let chosen = placements.withLock({ $0[key] }) { return chosen }
    return stays(key) ? .itself : nil
  }

  /// For this session.
  package func choose(_ placement: CredentialPlacement, for key: TypedCredential.Key) {
    placements.withLock { $0[key] = placement }
  }

  /// From now on, on this machine.
  package func keepInFile(_ key: TypedCredential.Key) throws {
    choose(.itself, for: key)
    try PrivateText.change(path) { bytes in
      var kept = try Kept(bytes)
      kept.add(key)
      return JSONPrinter.compact.bytes(of: try JSONValue(encoding: kept))
    }
  }

  private func stays(_ key: TypedCredential.Key) -> Bool {
    guard let bytes = try? PrivateText.read(path), let kept = try? Kept(bytes) else { return false }
    return kept.has(key)
  }

  /// The contents of the file: a salt, and a digest of each place with its value.
  private struct Kept: Codable {
    var salt: [UInt8]
    var digests: [String] = []

    init(_ bytes: [UInt8]?) throws {
      guard let bytes else {
        salt = RandomBytes.make(16)
        return
      }
      self = try JSONValue(parsing: bytes).decode(Kept.self)
    }

    package mutating func add(_ key: TypedCredential.Key) { if !has(key) { digests.append(digest(of: key)) } }

    func has(_ key: TypedCredential.Key) -> Bool { digests.contains(digest(of: key)) }

    private func digest(of key: TypedCredential.Key) -> String {
      let text = [key.file, key.slot, key.value].joined(separator: "\0")
      return AuthenticationKey(salt).code(for: text.utf8).map { String($0, radix: 16) }.joined(separator: ".")
    }
  }
}
