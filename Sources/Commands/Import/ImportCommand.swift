import ParleyEngine
import ParleyFiles
import ParleyFormats
import ParleyModel
import ParleyText
import ParleyWorkspace

/// `parley import FILE|URL`: makes a workspace of somebody else's description or collection, or adds it to one.
package struct ImportCommand: Sendable {
  package var file: String
  package var arguments: SessionArguments
  /// The folder under `requests/`.
  package var into: String?
  /// Files that Postman exports beside a collection.
  package var environments: [String]
  /// Whether only the files that would be made are listed.
  package var isTrial: Bool
  /// Whether one object is printed in place of lines.
  package var printsJSON = false
  /// The description that a newer one takes the place of; nil for a first import.
  package var updated: UpdatedDescription?
  /// Measures how long a download takes; the tests say so instead.
  var stopwatch: @Sendable () -> @Sendable () -> Duration = ProgressLine.stopwatch
  /// Those that pass meanwhile, as a test says; nil for a clock's.
  var seconds: AsyncStream<Int>?

  package struct UpdatedDescription: Sendable {
    /// In `openapi/`; by its title where nil.
    package var name: String?

    package init(name: String? = nil) { self.name = name }
  }

  package init(
    _ file: String, _ arguments: SessionArguments, into: String? = nil, environments: [String] = [],
    isTrial: Bool = false
  ) {
    self.file = file
    self.arguments = arguments
    self.into = into
    self.environments = environments
    self.isTrial = isTrial
  }

  /// - Parameter onStart: handed what stops it, once there is something to stop, for a signal.
  package func run(
    on console: any Console, onStart: @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
  ) async -> ExitStatus {
    let (console, progress, isStopped) = (RunConsole(console), WritingProgress(), Lock(false))
    do {
      let text = try typed(on: console)
      let reading = Task { try await read(text, on: console) }
      onStart {
        isStopped.withLock { $0 = true }
        progress.stop()
        reading.cancel()
      }
      let status = try await following(progress, on: console) {
        try await carryOut(reading.value, attempts: Self.mostAttempts, on: console)
      }
      guard isStopped.withLock(\.self) else { return status }
      console.note("It was too late to stop: all of it is written.")
      return .interrupted
    } catch  where progress.isStopped {
      console.note("Stopped: nothing was written.")
      return .interrupted
    } catch {
      return console.fail(error, asJSON: printsJSON)
    }
  }

  /// Tells how far it is, and lets it be stopped as long as nothing is in its place.
  private func following(
    _ progress: WritingProgress, on console: RunConsole, _ work: () async throws -> ExitStatus
  ) async throws -> ExitStatus {
    try await WritingProgress.$current.withValue(progress) {
      try await BusyLine.during(progress.words, on: console, seconds: seconds, work)
    }
  }

  /// The most looks at a workspace that another program changes at that moment.
  private static let mostAttempts = 20

  private func carryOut(_ api: ImportedAPI, attempts: Int, on console: any Console) async throws -> ExitStatus {
    do {
      if let updated {
        return try await carryOut(ImportUpdate(api, at: existingFolder(), of: updated.name), on: console)
      }
      return try await carryOut(ImportPlan(api, at: folder(for: api), into: into), of: api, on: console)
    } catch let error as SaveError where error.isOfOthers && attempts > 1 {
      return try await carryOut(api, attempts: attempts - 1, on: console)
    }
  }

  /// - Parameter text: what is imported in place of a file; nil for that.
  private func read(_ text: String?, on console: any Console) async throws -> ImportedAPI {
    let (file, environments) = (file, environments)
    if let text {
      let directory = arguments.directory
      return try await ImportCeiling.reading {
        try ImportedAPI(ImportSource("pasted", Array(text.utf8)), in: directory)
      }
    }
    guard ImportDownload.isAddress(file) else {
      if let notice = ImportCeiling.notice(for: file) { console.note(notice) }
      return try await ImportCeiling.reading { try ImportedAPI(at: file, environments: environments) }
    }
    let source = try await download(on: console)
    return try await ImportCeiling.reading {
      try ImportedAPI(source, environments: environments.map(ImportSource.init(file:)))
    }
  }

  /// A curl command in place of a file, or what standard input says for `-`; nil for a file.
  private func typed(on console: any Console) throws -> String? {
    if file == "-" {
      guard let bytes = console.readInput(limit: ImportSource.limit) else {
        throw UsageError("Standard input is larger than \(ImportSource.limit >> 20) MB.")
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    return CurlText.isCommand(file) ? file : nil
  }

  /// A line on a terminal shows how far it is.
  private func download(on console: any Console) async throws -> ImportSource {
    let lines = Lock<[ProgressLine]>([])
    let download = ImportDownload(file) { [stopwatch] call in
      guard console.notesToTerminal else { return }
      let line = ProgressLine(of: call, on: console, elapsed: stopwatch())
      lines.withLock { $0.append(line) }
    }
    let source: Result<ImportSource, ImportError>
    do throws(ImportError) { source = .success(try await download.source()) } catch { source = .failure(error) }
    for line in lines.withLock({ $0 }) { await line.end() }
    return try source.get()
  }

  /// The workspace that is named, the one around the current folder, or a new folder with the name of what is imported.
  private func folder(for api: ImportedAPI) throws -> String {
    if let workspace = arguments.workspace { return workspace }
    if let around = try? Workspace.folder(above: arguments.directory) { return around }
    return arguments.directory + "/" + api.folderName
  }

  private func existingFolder() throws -> String {
    try arguments.workspace ?? Workspace.folder(above: arguments.directory)
  }

  /// A change of a single file cannot be stopped any more.
  private func checkWanted() throws {
    if WritingProgress.current?.isStopped == true { throw CancellationError() }
  }

  private func carryOut(_ update: ImportUpdate, on console: any Console) async throws -> ExitStatus {
    try checkWanted()
    if !isTrial { try update.write() }
    if printsJSON {
      if !isTrial { try await keep(update.secrets, in: update.root, on: console) }
      console.print(update.json(isWritten: !isTrial))
      return isTrial ? .good : mistakes(in: update.root, on: console)
    }
    if !update.changes.isEmpty { console.print(update.changes.map(\.line).joined(separator: "\n")) }
    for note in update.notes { console.note("\(note.place): \(note.text)") }
    let counts = ImportUpdate.Kind.allCases.compactMap { kind -> String? in
      let count = update.changes.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(kind.rawValue)"
    }
    let what = counts.isEmpty ? "nothing changed" : counts.joined(separator: ", ")
    let line = "\(update.name): \(what), of \(update.operationCount.counted("operation"))"
    guard !isTrial else {
      console.note("\(line). Nothing was written.")
      return .good
    }
    try await keep(update.secrets, in: update.root, on: console)
    console.note("\(line).")
    return mistakes(in: update.root, on: console)
  }

  private func carryOut(_ plan: ImportPlan, of api: ImportedAPI, on console: any Console) async throws -> ExitStatus {
    try checkWanted()
    if !isTrial { try plan.write() }
    if printsJSON {
      if !isTrial { try await keep(plan.secrets, in: plan.root, on: console) }
      console.print(plan.json(of: api, isWritten: !isTrial))
      return isTrial ? .good : mistakes(in: plan.root, on: console)
    }
    let lines = plan.files.map { "\($0.before == nil ? "new" : "changed")  \($0.path)" }
    if !lines.isEmpty { console.print(lines.joined(separator: "\n")) }
    for note in plan.notes { console.note("\(note.place): \(note.text)") }
    let what = "\(api.format): \(plan.requestWords), \(plan.counts.words)"
    guard !isTrial else {
      console.note("\(what). Nothing was written.")
      return .good
    }
    try await keep(plan.secrets, in: plan.root, on: console)
    console.note("\(what), in \(plan.root). Open it with: parley -w \(plan.root)")
    return mistakes(in: plan.root, on: console)
  }

  /// Credentials of the source are sealed on this machine.
  private func keep(_ secrets: [ImportedSecret], in root: String, on console: any Console) async throws {
    guard !secrets.isEmpty else { return }
    var arguments = arguments
    arguments.workspace = root
    _ = await arguments.withSession(on: console) { session, _ in
      try await session.answers.keep(secrets)
      return .good
    }
    console.note(
      "\(secrets.count.counted("credential")) encrypted on this machine; requests refer to them by {{secret(\"…\")}}.")
  }

  private func mistakes(in root: String, on console: any Console) -> ExitStatus {
    guard let workspace = try? Workspace.load(at: root), workspace.diagnostics.hasErrors else { return .good }
    let count = workspace.diagnostics.filter { $0.severity == .error }.count
    console.note("The workspace has \(count.counted("error")): parley check -w \(root)")
    return .workspaceMistakes
  }
}

extension WritingProgress {
  /// The part of the import that it is busy with.
  fileprivate var words: String {
    let (done, total) = count
    guard total > 0 else { return "reading what is imported" }
    return isPutting
      ? "putting \(total.counted("file")) in place" : "writing \(done.grouped) of \(total.counted("file"))"
  }
}
