import ParleyEngine

/// A file of shared keys that is to be read: what it needs is known before its passphrase is.
package struct SharedFileReader: Sendable {
  private let document: JSONValue
  private let bytes: [UInt8]
  private let path: String

  /// - Parameter path: of the file, for what is said of it.
  /// - Throws: `.invalid` with line and column where it is no JSON, or no object; `.newerVersion`.
  package init(_ bytes: [UInt8], at path: String) throws(SharedFileError) {
    (self.bytes, self.path) = (bytes, path)
    do throws(JSONSyntaxError) { document = try JSONValue(parsing: bytes) } catch {
      throw .invalid(
        "The file \(error.verdict).", line: error.place.line, column: error.place.column, of: path)
    }
    guard document.object != nil else {
      throw invalid("Expected an object with shared keys by their names.", at: .root)
    }
    guard isExport, let said = document["version"] else { return }
    guard let version = said.int, version > 0 else {
      throw invalid("Parley has written no such version of the file.", at: ValuePath([.key("version")]))
    }
    if version > SharedFile.version {
      throw SharedFileError(
        .newerVersion, "A newer version of Parley wrote this file.", place: path,
        advice: "Nothing was imported. Update Parley.")
    }
  }

  /// Whether a passphrase opens some of the values.
  package var isSealed: Bool { isExport && document["sealed"] != nil }

  /// Whether Parley wrote it. Then it says which keys expire, and of those of others the rules say it.
  package var isExport: Bool { document["parley"]?.string == "shared" }

  /// Takes long where something is sealed.
  /// - Throws: `.wrongPassphrase`; `.invalid` with line and column of what cannot be a key.
  package func file(passphrase: String? = nil) throws(SharedFileError) -> SharedFile {
    guard isExport else { return SharedFile(environment: nil, entries: try plainEntries()) }
    let seal = try seal(by: passphrase)
    guard let keys = document["keys"]?.object else {
      throw invalid("The file has no “keys”: an object with shared keys by their names.", at: .root)
    }
    var entries: [SharedFile.Entry] = []
    for (name, said) in keys { entries.append(try entry(name, said, seal)) }
    return SharedFile(environment: document["environment"]?.string, entries: entries)
  }

  private func plainEntries() throws(SharedFileError) -> [SharedFile.Entry] {
    var entries: [SharedFile.Entry] = []
    for (name, value) in document.object ?? [:] {
      try check(name, at: ValuePath([.key(name)]))
      entries.append(SharedFile.Entry(name, value.string.map(SharedValue.text) ?? .json(value)))
    }
    return entries
  }

  private func seal(by passphrase: String?) throws(SharedFileError) -> PassphraseSeal? {
    guard let head = document["sealed"] else { return nil }
    do throws(PassphraseSeal.Refusal) {
      return try PassphraseSeal(opening: head, by: passphrase ?? "")
    } catch {
      switch error {
      case .malformed: throw invalid("The file does not say how it was sealed.", at: ValuePath([.key("sealed")]))
      case .wrongPassphrase:
        throw SharedFileError(
          .wrongPassphrase, "This passphrase does not open the file.", place: path,
          advice: "Nothing was imported. Try again.")
      case .cipher(let error): throw SharedFileError(.file, error.summary, detail: error.detail)
      }
    }
  }

  private func entry(
    _ name: String, _ said: JSONValue, _ seal: PassphraseSeal?
  ) throws(SharedFileError) -> SharedFile.Entry {
    let place = ValuePath([.key("keys"), .key(name)])
    try check(name, at: place)
    guard let kind = said["type"]?.string.flatMap(SharedValue.Kind.init) else {
      throw invalid("A key needs a “type”: text, json or bytes.", at: place)
    }
    let expires = try expiry(said["expires"], at: place)
    let value =
      if let sealed = said["sealed"] {
        try opened(sealed, name, kind, expires, seal, at: place.appending(.key("sealed")))
      } else {
        try value(said["value"], kind, at: place)
      }
    return SharedFile.Entry(name, value, isSecret: said["secret"] == true, expires: expires)
  }

  private func check(_ name: String, at place: ValuePath) throws(SharedFileError) {
    guard SharedKey.isName(name) else {
      throw invalid("The name of a key has 1 to \(SharedKey.longestName) bytes without control characters.", at: place)
    }
  }

  private func expiry(_ said: JSONValue?, at place: ValuePath) throws(SharedFileError) -> Timestamp? {
    guard let said, said != .null else { return nil }
    guard let time = said.string.flatMap(Timestamp.init(iso8601:)) else {
      throw invalid("Expected a time such as 2026-11-25T20:00:00.000Z.", at: place.appending(.key("expires")))
    }
    return time
  }

  private func value(
    _ said: JSONValue?, _ kind: SharedValue.Kind, at place: ValuePath
  ) throws(SharedFileError) -> SharedValue {
    guard let said else { throw invalid("A key needs a “value”.", at: place) }
    switch kind {
    case .json: return .json(said)
    case .text:
      guard let text = said.string else { throw invalid("Expected a string.", at: place.appending(.key("value"))) }
      return .text(text)
    case .bytes:
      guard let bytes = said.string.flatMap({ ArrivingExchange.bytes(of: $0, inBase64: true) }) else {
        throw invalid("Expected bytes in base64.", at: place.appending(.key("value")))
      }
      return .bytes(bytes)
    }
  }

  private func opened(
    _ said: JSONValue, _ name: String, _ kind: SharedValue.Kind, _ expires: Timestamp?, _ seal: PassphraseSeal?,
    at place: ValuePath
  ) throws(SharedFileError) -> SharedValue {
    guard let seal, let bytes = said.string.flatMap({ ArrivingExchange.bytes(of: $0, inBase64: true) }),
      let plain = seal.open(bytes, at: .sharedFile(seal, name, kind, expires)), let value = SharedValue(kind, plain)
    else {
      throw invalid("The sealed value was changed since it was written.", at: place)
    }
    return value
  }

  /// - Parameter place: of what is wrong, whose line and column are looked up.
  private func invalid(_ summary: String, at place: ValuePath) -> SharedFileError {
    let start = (try? offset(of: place)) ?? 0
    let before = bytes.prefix(start)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let lineStart = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let column = String(decoding: bytes[lineStart..<start], as: UTF8.self).unicodeScalars.count + 1
    return .invalid(summary, line: line, column: column, of: path)
  }

  private func offset(of place: ValuePath) throws -> Int? {
    var outline = JSONOutline(InMemoryBytes(bytes))
    try outline.extend()
    return try outline.line(ofPath: place).flatMap { try outline.valueRange(atLine: $0)?.lowerBound }
  }
}
