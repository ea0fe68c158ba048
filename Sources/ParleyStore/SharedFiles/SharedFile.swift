package import ParleyEngine
internal import SystemCalls

/// Shared keys in a file, for another environment, workspace or machine. JSON, in the order of their names:
///
///     {
///       "parley": "shared", "version": 1, "environment": "local",
///       "sealed": {"kdf": "scrypt", "cost": 131072, "salt": "…", "verifier": "…"},
///       "keys": {
///         "cart": {"type": "json", "value": {"items": 3}},
///         "logo": {"type": "bytes", "value": "iVBORw0KGgo="},
///         "token": {"type": "text", "secret": true, "expires": "2026-11-25T20:00:00.000Z", "sealed": "…"}
///       }
///     }
///
/// A passphrase seals the values of secrets; where somebody asked to have them in clear, they have a `value` like the others. The
/// seal of a value vouches for its key, type and expiry. An object of any other program is read as names with their values:
/// strings become text, all else JSON.
package struct SharedFile: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    package var name: String
    package var value: SharedValue
    package var isSecret: Bool
    /// The time from which it counts as absent, in milliseconds; nil for never.
    package var expires: Timestamp?

    package init(_ name: String, _ value: SharedValue, isSecret: Bool = false, expires: Timestamp? = nil) {
      (self.name, self.value, self.isSecret, self.expires) = (name, value, isSecret, expires)
    }
  }

  /// The protection of the values of secrets.
  package enum Protection: Sendable {
    /// They stand in the file as they are.
    case revealed
    /// They open with this passphrase.
    case sealed(passphrase: String, cost: Int = KeySecret.standardCost)
  }

  static let version = 1
  /// In bytes.
  package static let largest = 512 << 20

  /// The environment of the keys, for people to read.
  package var environment: String?
  package var entries: [Entry]

  package init(environment: String?, entries: [Entry]) {
    (self.environment, self.entries) = (environment, entries)
  }

  /// Writes the file, for its owner's eyes only. It is there as a whole or not at all.
  /// - Parameter replaces: whether it takes the place of a file that is there.
  package func write(
    to path: String, _ protection: Protection, replacing replaces: Bool = false
  ) throws(SharedFileError) {
    let bytes = try bytes(protection)
    do throws(RepositoryError) {
      if let stream = try OpenFile.stream(at: path) { return try stream.append(bytes) }
      try AtomicFile.writePrivately(bytes, to: path, existing: replaces ? .replaced : .refused)
    } catch {
      throw SharedFileError(
        .file, error.summary, detail: error.detail, place: error.place ?? path, advice: error.advice)
    }
  }

  /// Takes long where a passphrase seals something.
  package func bytes(_ protection: Protection) throws(SharedFileError) -> [UInt8] {
    let seal = try seal(protection)
    var keys = JSONObject()
    for entry in entries.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      keys[entry.name] = try entry.json(sealedBy: seal)
    }
    var file: JSONObject = ["parley": "shared", "version": .number(JSONNumber(Self.version))]
    file["environment"] = environment.map(JSONValue.string)
    file["sealed"] = seal?.head
    file["keys"] = .object(keys)
    return JSONPrinter.pretty.bytes(of: .object(file)) + [UInt8(ascii: "\n")]
  }

  private func seal(_ protection: Protection) throws(SharedFileError) -> PassphraseSeal? {
    guard case .sealed(let passphrase, let cost) = protection, entries.contains(where: \.isSecret) else { return nil }
    do throws(PassphraseSeal.Refusal) {
      return try PassphraseSeal(passphrase: passphrase, cost: max(cost, PassphraseSeal.lowestCost))
    } catch {
      throw SharedFileError(.file, "The file could not be sealed.")
    }
  }
}

extension SharedFile.Entry {
  fileprivate func json(sealedBy seal: PassphraseSeal?) throws(SharedFileError) -> JSONValue {
    var object: JSONObject = ["type": .string(value.kind.rawValue)]
    if isSecret { object["secret"] = true }
    object["expires"] = expires.map { .string($0.iso8601) }
    guard isSecret, let seal else {
      object["value"] = value.json ?? .string(Base64.encode(value.contentBytes))
      return .object(object)
    }
    guard let sealed = seal.seal(value.contentBytes, at: place(in: seal)) else {
      throw SharedFileError(.file, "The value of “\(name)” could not be sealed.", place: name)
    }
    object["sealed"] = .string(Base64.encode(sealed))
    return .object(object)
  }

  private func place(in seal: PassphraseSeal) -> SealedPlace { .sharedFile(seal, name, value.kind, expires) }
}

extension SealedPlace {
  static func sharedFile(
    _ seal: PassphraseSeal, _ name: String, _ kind: SharedValue.Kind, _ expires: Timestamp?
  ) -> SealedPlace {
    SealedPlace(
      table: "shared file", row: "\(seal.salt.hexadecimal)\0\(name)",
      column: "\(kind.rawValue)\0\(expires?.iso8601 ?? "")")
  }
}
