internal import ParleyEngine
package import ParleyFiles
package import ParleyModel
package import ParleyStore

// Runs in files, for other machines.
extension KeptRuns {
  /// The environment variable that a passphrase may be in where nobody can be asked.
  package static let passphraseVariable = "PARLEY_RUN_PASSPHRASE"

  /// Writes a run to a file.
  /// - Parameters:
  ///   - sealed: whether its secrets go along, sealed by a passphrase, which is asked for.
  ///   - replaces: whether it takes the place of a file that is there.
  package func export(
    _ run: KeptRun, to path: String, sealed: Bool, replacing replaces: Bool = false, by prompter: any Prompter
  ) async throws -> RunFile.Export {
    try await session.flushEvents()
    if !replaces, OutputFile.isTaken(path) { throw RunFileError.exists(path) }
    let path = try OutputFile.checked(path)
    let protection: RunFile.Protection =
      sealed ? .sealed(passphrase: try await runPassphrase(isNew: true, by: prompter)) : .masked
    return try await session.store.runs.export(
      run, to: path, protection, workspace: session.workspace.name, known: session.secrets.all,
      recognizer: session.secrets.recognizer,
      replacing: replaces)
  }

  /// Reads a run from a file that another machine wrote.
  package func importFile(from path: String, by prompter: any Prompter) async throws -> RunFile.Import {
    let isSealed = try await Blocking.run { try RunFile.isSealed(path) }
    return try await session.store.runs.importFile(
      path, passphrase: isSealed ? try await runPassphrase(isNew: false, by: prompter) : nil)
  }

  private func runPassphrase(isNew: Bool, by prompter: any Prompter) async throws -> String {
    try await FilePassphrase(session).ask(isNew: isNew, inVariable: Self.passphraseVariable, by: prompter) {
      RunFileError(.wrongPassphrase, $0, advice: isNew ? "Nothing was written. Try again." : nil)
    }
  }
}
