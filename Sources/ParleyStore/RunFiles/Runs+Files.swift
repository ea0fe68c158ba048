import Dispatch
internal import GRDB
package import ParleyEngine
package import ParleyModel
internal import SystemCalls

// Runs in files.
extension Runs {
  private static let queue = DispatchQueue(label: "parley.store.runFiles", attributes: .concurrent)

  /// Writes a run with its exchanges to a file, which is there as a whole or not at all.
  /// - Parameters:
  ///   - workspace: the workspace's name.
  ///   - known: secrets to mask wherever they occur, besides those that are known of the run itself.
  ///   - recognizer: finds the credentials in the responses of an older run.
  ///   - replaces: whether it takes the place of a file that is there.
  /// - Throws: `RunFileError`, and `RepositoryError` where the store cannot be read.
  package func export(
    _ run: KeptRun, to path: String, _ protection: RunFile.Protection, workspace: String, known: Secrets = Secrets(),
    recognizer: KnownSecrets.Recognizer? = nil, replacing replaces: Bool = false
  ) async throws -> RunFile.Export {
    guard let recording = try await recording(of: run.id) else { throw RunFileError(.invalid, "There is no such run.") }
    guard recording.summary.state != .running else { throw RunFileError.running(run.sequence) }
    if !replaces, !OpenFile.isAbsent(path), !StreamPlace.isOne(path) { throw RunFileError.exists(path) }
    let exchanges = Self.exchanges(in: recording)
    let secrets = try await secrets(of: recording, exchanges, protection, known)
    let head = RunFile.head(of: run, workspace: workspace, protection, at: access.now())
    let writer = Lock(
      try await Self.queue.attempt {
        try RunFileWriter(
          path, sealedBy: try RunFileSeal(protection), hiding: secrets, head: head, masked: Set(recording.masked))
      })
    do {
      try await Self.queue.attempt { try writer.withLock { try $0.add(recording, recognizer: recognizer) } }
      let history = History(access: access)
      for id in exchanges {
        let kept = try await history.exchange(id)
        try await Self.queue.attempt {
          try writer.withLock { writer in
            if let kept { try writer.add(kept) } else { writer.noteMissing() }
          }
        }
      }
      try await Self.queue.attempt { try writer.withLock { try $0.finish(replacing: replaces) } }
      return writer.withLock { $0.report }
    } catch {
      writer.withLock { $0.discard() }
      throw error
    }
  }

  /// The exchanges of its steps, each once, in the order of the steps.
  private static func exchanges(in recording: RunRecording) -> [ExchangeID] {
    var seen: Set<ExchangeID> = []
    return recording.nodes.flatMap(\.exchanges).filter { seen.insert($0).inserted }
  }

  /// Everything that must be masked wherever it stands; nil where nothing is.
  private func secrets(
    of recording: RunRecording, _ exchanges: [ExchangeID], _ protection: RunFile.Protection, _ known: Secrets
  ) async throws -> Secrets? {
    guard case .masked = protection else { return nil }
    var secrets = RecordMasking.secrets(of: recording)
    secrets.formUnion(known)
    let history = History(access: access)
    for id in exchanges {
      if let kept = try await history.exchange(id) { secrets.formUnion(kept.exchange.secrets) }
    }
    return secrets
  }

  /// Reads a run from a file, and keeps it with its exchanges until it is deleted: in one transaction, so that all of it is there or
  /// nothing. What the store has of it without its secrets is replaced by what has them.
  /// - Throws: `RunFileError` where the file is no such run, or the passphrase is wrong, and `RepositoryError` where the store cannot
  ///   be written.
  package func importFile(_ path: String, passphrase: String? = nil) async throws -> RunFile.Import {
    let store = try access.opened()
    let now = access.now()
    let content = try await Self.queue.attempt {
      var reader = try RunFileReader(path, bodies: store.bodies, sealer: store.sealer, now: now)
      return try reader.read(passphrase: passphrase)
    }
    let known = try await run(content.summary.id)
    let replaces = known?.summary.imported?.lacksSecrets == true && content.summary.imported?.lacksSecrets == false
    if let known, !replaces { return .known(known) }
    let hasFiles = content.exchanges.contains(where: \.hasFiles)
    try await store.log.write(holding: { hasFiles ? try store.bodies.locked() : nil }) { database in
      if replaces { try RunTable.removeMasked(content, in: database) }
      try RunTable.insert(content, isKnown: replaces, bodies: store.bodies, sealer: store.sealer, in: database)
    }
    access.observers.tell(.changed)
    store.tellOfRuns()
    if replaces { try await store.retentionJob.removeUnneededBodies() }
    guard let kept = try await run(content.summary.id) else {
      throw RepositoryError(.writing, "The run was deleted while it was imported.")
    }
    return .imported(kept)
  }
}

extension RunTable {
  /// Takes out what was kept of a run without its secrets. The run stays, with its number.
  static func removeMasked(_ content: RunFileContent, in database: Database) throws {
    let id = content.summary.id
    try database.execute(
      sql: "DELETE FROM run_node WHERE run = (SELECT seq FROM run WHERE id = ?)", arguments: [id])
    try database.execute(sql: "DELETE FROM exchange WHERE imported = ?", arguments: [id])
    for exchange in content.exchanges {
      try database.execute(
        sql: "DELETE FROM exchange WHERE id = ? AND imported IS NOT NULL", arguments: [exchange.id.rawValue])
    }
  }

  /// - Parameter isKnown: whether the run itself is there.
  static func insert(
    _ content: RunFileContent, isKnown: Bool, bodies: BodyFolder, sealer: any Sealer, in database: Database
  ) throws {
    let run = content.summary
    if !isKnown {
      try insert(run, content.outline, owner: "", in: database)
      try end(run, in: database)
    }
    let imported = try run.imported.map { JSONPrinter.compact.string(of: try JSONValue(encoding: $0)) }
    try database.execute(sql: "UPDATE run SET imported = ?, pinned = 1 WHERE id = ?", arguments: [imported, run.id])
    var insertion = NodeInsertion(in: database, sealer: sealer)
    try insertion.put(content.nodes.map { ($0, run.id) })
    for exchange in content.exchanges { try exchange.insert(importedWith: run.id, in: database, bodies) }
  }
}

extension RunFileSeal {
  init?(_ protection: RunFile.Protection) throws(RunFileError) {
    guard case .sealed(let passphrase, let cost) = protection else { return nil }
    try self.init(passphrase: passphrase, cost: cost)
  }
}

extension RunFile {
  fileprivate static func head(
    of run: KeptRun, workspace: String, _ protection: Protection, at time: Timestamp
  ) -> JSONValue {
    let secrets = if case .masked = protection { "masked" } else { "included" }
    return [
      "parley": "run", "version": .number(JSONNumber(version)), "secrets": .string(secrets),
      "workspace": .string(workspace),
      "number": .number(JSONNumber(run.sequence)), "exportedAt": .string(time.iso8601),
    ]
  }
}

extension RunFileError {
  fileprivate static func running(_ number: Int64) -> RunFileError {
    RunFileError(.running, "Run \(number) has not ended.", advice: "Export it when it has.")
  }
}
