package import ParleyEngine
package import ParleyFiles
internal import ParleyStore
internal import ParleyText

/// Shared data as people work with it: what is sealed is unlocked when it is needed.
///
/// ```swift
/// let page = try await session.shared.list(filter: "tok", offset: 0, limit: 40)     // secrets are `.hidden`
/// let entry = try await session.sharedKeys.reveal("token", by: prompter)
/// try await session.ciphers.unlocking(by: prompter) {
///   try await session.shared.set("token", "abc", writer: SharedKeys.byHand, ifStill: entry?.sequence)
/// }
/// ```
package struct SharedKeys: Sendable {
  let session: Session

  var shared: SharedData { session.shared }

  /// The writer of what people write themselves.
  package static let byHand = TeamPerson.byHand

  /// The last change of a key with its value, whatever its cipher; nil when it never had one.
  package func reveal(_ name: String, by prompter: any Prompter) async throws -> SharedEntry? {
    try await session.ciphers.unlocking(by: prompter) {
      let entry = try await shared.entry(name)
      if let problem = entry?.problem { throw problem }
      return entry
    }
  }

  /// The last changes of keys that had any, with their values.
  package func revealAll(_ names: [String], by prompter: any Prompter) async throws -> [SharedEntry] {
    try await session.ciphers.unlockingAll(by: prompter) {
      let entries = try await shared.entries(names.map(shared.key)).compactMap(\.self)
      if let problem = entries.lazy.compactMap(\.problem).first { throw problem }
      return entries
    }
  }

  /// The changes of a key with their values, newest first. Those that cannot be read say why.
  package func revealHistory(
    of name: String, before: Int64? = nil, limit: Int = 100, by prompter: any Prompter
  ) async throws -> [SharedEntry] {
    try await session.ciphers.unlocking(by: prompter) {
      let entries = try await shared.history(of: name, before: before, limit: limit, showsSecrets: true)
      if let locked = entries.compactMap(\.problem).first(where: { $0.kind == .locked }) { throw locked }
      return entries
    }
  }

  /// The places in the files where keys are read, captured and set.
  package var uses: SharedKeyUses { SharedKeyUses(in: session.workspace) }

  package func entry(of name: String, by prompter: any Prompter) async throws -> SharedEntry? {
    let key = shared.key(name)
    try session.team.checkTrust(for: key)
    return try await session.ciphers.unlocking(by: prompter) {
      let entry = try await shared.entry(key)
      if let problem = entry?.problem { throw problem }
      return entry
    }
  }
}
