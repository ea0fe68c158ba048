// Changes that belong together: all of them are made or none, and all of them are taken back at once.
extension SharedData {
  /// Sets and removes keys together: all of it happens, or nothing.
  ///
  /// ```swift
  /// try await shared.change([SharedWrite("user.name", "ada"), SharedWrite(removing: "user.draft")], writer: "import")
  /// ```
  /// - Returns: the changes that were made, in their order; removals of keys that are not there are left out.
  /// - Throws: `.conflict` where somebody else wrote one of the keys meanwhile; `.locked` and the like when a cipher cannot
  ///   work. Then nothing has changed.
  @discardableResult
  public func change(_ writes: [SharedWrite], writer: String? = nil) async throws(SharedDataError) -> [SharedEntry] {
    var edits: [SharedEdit] = []
    SharedProgress.begin(writes.count)
    for write in writes {
      try SharedProgress.step()
      edits.append(try edit(write, writer))
    }
    return try await make(edits)
  }

  private func edit(_ write: SharedWrite, _ writer: String?) throws(SharedDataError) -> SharedEdit {
    try SharedKey.check(write.name)
    let key = key(write.name)
    var content: SharedContent?
    if let value = write.value {
      content = try encode(
        value, of: key, with: cipher(for: write.name, isSecret: write.isSecret), expires: write.expires)
    }
    return edit(key, content, writer, write.lastChange.map(SharedEdit.Expectation.lastChange) ?? .anything)
  }

  /// Makes edits as one batch, and tells of each.
  /// - Throws: `.conflict` with the first key whose last change is not the expected one.
  package func make(_ edits: [SharedEdit]) async throws(SharedDataError) -> [SharedEntry] {
    guard !edits.isEmpty else { return [] }
    try SharedProgress.write()
    switch try await append(all: edits) {
    case .made(let records): return records.map { entry($0, showsSecrets: false) }
    case .conflict(let key): throw .conflict(key.name)
    }
  }
}

/// A change of a key that is wanted together with others.
public struct SharedWrite: Sendable, Hashable {
  /// Of the key, as it is seen from the active environment.
  public var name: String
  /// Nil removes the key.
  public var value: SharedValue?
  /// Whether the value is a secret by where it came from: then it is hidden whatever its key's rule says, unless that says
  /// that the key is plain.
  public var isSecret: Bool
  /// The time from which it counts as absent; nil for never.
  public var expires: Timestamp?
  /// Only when the key's last change is still this one; 0 when it never had one, nil for whatever it holds.
  public var lastChange: Int64?

  /// Sets a key.
  public init(
    _ name: String, _ value: SharedValue, isSecret: Bool = false, expires: Timestamp? = nil,
    ifStill lastChange: Int64? = nil
  ) {
    (self.name, self.value, self.isSecret) = (name, value, isSecret)
    (self.expires, self.lastChange) = (expires, lastChange)
  }

  /// Removes a key.
  public init(removing name: String, ifStill lastChange: Int64? = nil) {
    (self.name, self.lastChange, isSecret) = (name, lastChange, false)
  }
}
