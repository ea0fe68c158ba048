internal import Glibc
internal import ParleyEngine
package import ParleyFiles
package import ParleyModel
package import ParleyStore

/// Runs that the team has together.
package struct PublishedRuns: Sendable {
  let session: Session

  /// The prefix of the number of one of the team's runs, where any run can be named: `team:12`.
  static let prefix = "team:"

  /// Publishes a run for the team, sealed by the team's key.
  /// - Parameter withSecrets: whether its secrets go along; otherwise they are masked.
  package func publish(
    _ run: KeptRun, withSecrets: Bool = false, by prompter: any Prompter
  ) async throws -> (run: TeamRun, export: RunFile.Export) {
    let runs = try await runs(by: prompter)
    try await session.flushEvents()
    // Whoever opens what is sealed by the team's key has what opens the file; on the disk of this machine it is sealed meanwhile.
    let passphrase = withSecrets ? RandomText.uuid() + RandomText.uuid() : nil
    let protection = passphrase.map { RunFile.Protection.sealed(passphrase: $0, cost: 1 << 10) } ?? .masked
    let path = try Self.temporaryPath()
    defer { unlink(path) }
    let export = try await session.store.runs.export(
      run, to: path, protection, workspace: session.workspace.name, known: session.secrets.all,
      recognizer: session.secrets.recognizer)
    let file = try FileSystem.read(path, limit: 1 << 30)
    return (try await runs.publish(file, of: run, workspace: session.workspace.name, passphrase: passphrase), export)
  }

  /// The runs that the team published, newest first.
  package func list(before: Int64? = nil, limit: Int, by prompter: any Prompter) async throws -> [TeamRun] {
    try await runs(by: prompter).list(before: before, limit: limit)
  }

  /// Brings one of the team's runs here, to be looked at, compared and replayed like those of one's own.
  package func fetch(_ number: Int64, by prompter: any Prompter) async throws -> RunFile.Import {
    let found = try await runs(by: prompter).file(of: number)
    let path = try Self.temporaryPath()
    defer { unlink(path) }
    try AtomicFile.write(found.file, to: path, mode: 0o600)
    return try await session.store.runs.importFile(path, passphrase: found.passphrase)
  }

  /// Takes one of the team's runs away, for everybody.
  package func remove(_ number: Int64, by prompter: any Prompter) async throws {
    try await runs(by: prompter).remove(number)
  }

  /// The number of the team's run that a name stands for; nil for the name of another run.
  static func number(_ name: String) throws -> Int64? {
    guard name.hasPrefix(prefix) else { return nil }
    guard let number = Int64(name.dropFirst(prefix.count)) else { throw WorkspaceError.noRun(name, of: nil) }
    return number
  }

  private func runs(by prompter: any Prompter) async throws -> TeamRuns {
    // Says what is missing, where there is no team or it is not trusted.
    _ = try await session.team.address()
    try await session.team.unlock(by: prompter)
    guard let link = session.teamLink.link else {
      throw session.teamLink.refusal ?? RepositoryError(.notOpen, "The team is not connected.")
    }
    return link.runs
  }

  private static func temporaryPath() throws -> String {
    let folder = StagedFile.folderInMemory ?? "/tmp/parley-\(geteuid())"
    try FileSystem.makeDirectories(folder, mode: 0o700)
    return folder.appendingPath("run-\(RandomText.uuid())")
  }
}
