package import ParleyEngine
package import ParleyFiles
package import ParleyStore

// Shared keys in files, for other environments, workspaces and machines.
extension SharedKeys {
  /// The environment variable that a passphrase may be in where nobody can be asked.
  package static let passphraseVariable = "PARLEY_SHARED_PASSPHRASE"

  /// Writes keys to a file.
  /// - Parameters:
  ///   - names: the names of keys visible in the active environment; missing ones are left out.
  ///   - reveals: whether secrets are written in plain text; otherwise they are encrypted with a passphrase, which is
  ///     asked for.
  ///   - replaces: whether to replace an existing file.
  /// - Returns: the contents of the file.
  /// - Throws: `SharedFileError`, the errors of `Ciphers.unlock`, and `SharedDataError` for a value that cannot be read.
  package func export(
    _ names: [String], to path: String, reveals: Bool, replacing replaces: Bool = false, by prompter: any Prompter
  ) async throws -> SharedFile {
    if !replaces, OutputFile.isTaken(path) { throw SharedFileError.exists(path) }
    let path = try OutputFile.checked(path)
    let file = try await sharedFile(of: names, by: prompter)
    let isSealed = !reveals && file.entries.contains(where: \.isSecret)
    let passphrase = isSealed ? try await sharedPassphrase(isNew: true, by: prompter) : nil
    let protection =
      passphrase.map { SharedFile.Protection.sealed(passphrase: $0, cost: session.passphraseCost) } ?? .revealed
    try await Blocking.run { try file.write(to: path, protection, replacing: replaces) }
    return file
  }

  private func sharedFile(of names: [String], by prompter: any Prompter) async throws -> SharedFile {
    let entries = try await revealAll(names, by: prompter).compactMap { entry in
      entry.value.map {
        SharedFile.Entry(entry.key.name, $0, isSecret: entry.isSecret, expires: entry.expires)
      }
    }
    return SharedFile(environment: session.environmentName, entries: entries)
  }

  /// Sets the keys of a file that was exported, or of a JSON object with values by their names, as one batch.
  /// - Returns: the changes that were made.
  /// - Throws: `SharedFileError` with line and column of what cannot be taken, what `Ciphers.unlock` throws. Then nothing has changed.
  package func importFile(from path: String, by prompter: any Prompter) async throws -> [SharedEntry] {
    let reader = try await Blocking.run {
      try SharedFileReader(try FileSystem.read(path, limit: SharedFile.largest), at: path)
    }
    let passphrase = reader.isSealed ? try await sharedPassphrase(isNew: false, by: prompter) : nil
    let file = try await Blocking.run { try reader.file(passphrase: passphrase) }
    session.secrets.learn(Secrets(file.entries.filter(\.isSecret).compactMap(\.value.text)))
    return try await asBatch(by: prompter) {
      try await shared.change(
        file.entries.map { entry in
          let expires = reader.isExport ? entry.expires : shared.ruledExpiry(of: entry.value, entry.name)
          return SharedWrite(entry.name, entry.value, isSecret: entry.isSecret, expires: expires)
        },
        writer: Self.byHand)
    }
  }

  private func sharedPassphrase(isNew: Bool, by prompter: any Prompter) async throws -> String {
    try await FilePassphrase(session).ask(isNew: isNew, inVariable: Self.passphraseVariable, by: prompter) {
      SharedFileError(.wrongPassphrase, $0, advice: isNew ? "Nothing was written. Try again." : nil)
    }
  }
}
