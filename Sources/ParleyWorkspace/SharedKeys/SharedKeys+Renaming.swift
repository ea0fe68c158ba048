package import ParleyEngine
package import ParleyFiles
internal import ParleyText

extension SharedKeys {
  /// Renames a shared key: in every file that names it, and with its history in each environment that has it.
  /// - Throws: `.conflict` if there is a key of the new name, or somebody wrote meanwhile; `SaveError`. Nothing has
  ///   changed then.
  /// - Returns: the change of the files.
  @discardableResult
  package func rename(_ name: String, to new: String, by prompter: any Prompter) async throws -> FilesChange {
    guard name != new else { return FilesChange([]) }
    let before = rule(of: name)
    let way = try await RenameWay(from: name, to: new, in: session)
    let keys = keys(named: name)
    for key in keys where try await isThere(shared.rules.key(new, in: key.environment)) { throw taken(new) }
    if await isThereNow(new) { throw taken(new) }
    let change = try SharedKeyRename(name, to: new).change(in: session.workspace)
    var begun = try await session.files.begin(.sharedKey, from: name, to: new, change)
    defer { begun?.end() }
    try await session.environments.make(change)
    var hasEntry = false
    do {
      if let before, needsEntry(before, for: new) {
        hasEntry = true
        try begun?.noteEntry()
        try await addEntry(before, for: new)
      }
      if way.leavesEntry { try await dropEntry(of: new) }
      try await session.ciphers.unlockingAll(by: prompter) {
        try await way.go(keys, to: new, hasEntry: hasEntry, in: session)
      }
    } catch {
      if hasEntry { try? await dropEntry(of: new) }
      try? await session.environments.make(change.reversed)
      throw error
    }
    return change
  }

  /// In each environment that has it.
  package func keys(named name: String) -> [SharedKey] {
    let environments = session.workspace.environments.map { Optional($0.name) } + [session.environmentName]
    return Array(Set(environments.map { shared.rules.key(name, in: $0) }))
  }

  func isThere(_ key: SharedKey) async throws -> Bool {
    let entry = try await shared.entry(key)
    return entry != nil && entry?.content != .removed
  }

  private func isThereNow(_ name: String) async -> Bool { (try? await isThere(shared.key(name))) == true }

  private func taken(_ name: String) -> SharedDataError {
    SharedDataError(
      .conflict, "The key \(Printable.quoted(name)) already exists.", place: name, advice: "Choose another name.")
  }

  /// A rule for a pattern that the new name does not fall under goes on for it by one of its own.
  private func needsEntry(_ rule: SharedRule, for name: String) -> Bool {
    guard let now = self.rule(of: name) else { return true }
    return now.cipher != rule.cipher || now.scope != rule.scope || now.expiry != rule.expiry
  }

  private func addEntry(_ rule: SharedRule, for name: String) async throws {
    try declare(name, cipher: rule.isPlain ? CipherDefinition.none : rule.cipher, scope: rule.scope)
    try await session.reload()
  }

  func dropEntry(of name: String) async throws {
    try WorkspaceFile.change(of: session.workspace) { $0.shared.removeAll { $0.pattern.value.isIdentical(to: name) } }
    try await session.reload()
  }
}
