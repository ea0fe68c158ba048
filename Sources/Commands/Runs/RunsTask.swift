import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyStore
import ParleyText
import ParleyWorkspace

/// Runs `parley runs` with an open session.
struct RunsTask: Sendable {
  let session: Session
  let console: any Console
  let printsJSON: Bool

  var prompter: ConsolePrompter { ConsolePrompter(console: console) }

  func keptRun(_ name: String) async throws -> KeptRun { try await session.runs.kept(name, by: prompter) }

  func list(_ group: String?, _ limit: Int, _ filter: RunFilter) async throws {
    let runs = try await session.runs.matching(filter, of: group, limit: limit)
    if printsJSON { return console.print(.array(runs.map(\.json))) }
    if runs.isEmpty { console.note("No run is recorded\(group.map { " of \(Printable.text($0))" } ?? "").") }
    var rows: [[ListTable.Cell]] = []
    for var run in runs {
      run.from = try await session.store.runs.originStep(of: run)
      rows.append(cells(of: run))
    }
    ListTable(Self.headings, rows).print(on: console)
  }

  func show(_ name: String, sources: Bool, _ filter: StepFilter) async throws {
    let run = try await keptRun(name)
    let recording = try await session.runs.recording(of: run)
    if printsJSON {
      let outputs = await ShownOutputs(recording, in: session).values
      var report = RecordingReport(recording, number: run.sequence, outputs: outputs)
      report.filter = filter
      return console.print(report.json)
    }
    // So that the console knows all of them, names of members too.
    _ = await session.runs.masking(of: recording)
    console.print(line(of: run, taking: recording.duration))
    let lists = recording.listProgress
    var report = RecordingReport(recording, number: run.sequence)
    report.filter = filter
    for record in recording.nodes where report.isShown(record) {
      let from = sources ? SourceReport(recording: recording).lines(of: record) : []
      let step = recording.step(at: record.path)
      for line in RecordingReport.lines(of: record, lists[record.path], outline: step, in: recording) + from {
        console.print(line)
      }
      for step in record.stepsNeverRun(in: recording.outline) where report.isShown(step) {
        console.print(RecordingReport.line(of: step))
      }
    }
  }

  /// - Returns: whether they are the same, as the exit status of `diff`.
  func compare(_ left: String, _ right: String, ignoring paths: [String]) async throws -> ExitStatus {
    let runs = (try await keptRun(left), try await keptRun(right))
    let kept = try runs.1.summary.group.map { try session.runs.ignoredPaths.lines(of: $0) } ?? IgnoredPaths.usual
    let ignored = try IgnoredPaths(kept + paths)
    let recordings = try await (session.runs.recording(of: runs.0), session.runs.recording(of: runs.1))
    let comparison = await session.runs.compare(recordings.0, with: recordings.1, ignoring: ignored)
    var secrets = await session.runs.masking(of: recordings.0).secrets
    secrets.formUnion(await session.runs.masking(of: recordings.1).secrets)
    let report = ComparisonReport(comparison, ignoring: ignored.texts, hiding: secrets)
    if printsJSON {
      console.print(report.json)
    } else {
      for line in report.lines { console.print(line) }
    }
    return comparison.isSame ? .good : .expectationMissed
  }

  /// Looks at the responses again with what the files expect now.
  func check(_ name: String) async throws -> ExitStatus {
    let run = try await keptRun(name)
    let recording = try await session.runs.recording(of: run)
    guard session.workspace.group(run.summary.group ?? "") != nil || !run.isImported else {
      throw RunFileError.noGroup(run)
    }
    let group = try session.groups.group(run.summary.group ?? "", prompter: ConsolePrompter(console: console))
    let checks = try await session.runs.check(recording, of: group)
    if printsJSON {
      console.print(.array(checks.map(\.json)))
    } else {
      for check in checks { console.print(check.line) }
    }
    return checks.allSatisfy { $0.validationFailure == nil } ? .good : .expectationMissed
  }

  func delete(_ names: [String]) async throws {
    var ids: [String] = []
    for name in names { ids.append(try await keptRun(name).id) }
    try await session.store.runs.delete(ids)
    console.note("Deleted \(ids.count.counted("run")).")
  }

  func pin(_ name: String, _ isPinned: Bool) async throws {
    let run = try await keptRun(name)
    try await session.store.runs.setPinned(isPinned, run.id)
    console.note("Run \(run.sequence) is \(isPinned ? "" : "no longer ")pinned.")
  }

  private static let headings = ["RUN", "TIME", "GROUP", "STATE", "TOOK", "ENVIRONMENT", "REMARKS"]

  /// - Parameter time: how long it took; nil where only the store's list is known.
  private func cells(of run: KeptRun, taking time: Duration? = nil) -> [ListTable.Cell] {
    let summary = run.summary
    let origin = summary.origin.map { origin in
      "\(origin.isFork ? "fork" : "replay") from step \(origin.from)\(run.from.map { " \(Printable.text($0))" } ?? "")"
    }
    let remarks = [
      origin, summary.imported.map { "imported from \($0.source)" }, run.isPinned ? "pinned" : nil,
    ]
    return [
      .init("\(run.sequence)"), .init(summary.startedAt.iso8601, .muted, .moment), .init(summary.shownName),
      .init(summary.state.rawValue, .state(summary.state)), .init((time ?? summary.duration)?.milliseconds ?? ""),
      .init(summary.environment ?? ""), .init(remarks.compactMap(\.self).joined(separator: "  "), .muted, .remark),
    ]
  }

  private func line(of run: KeptRun, taking time: Duration?) -> String {
    cells(of: run, taking: time).map(\.text).filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

extension ListTable.Look {
  static func state(_ state: RunRecording.State) -> ListTable.Look {
    switch state {
    case .succeeded: .good
    case .failed: .bad
    case .stopped, .interrupted: .odd
    default: .plain
    }
  }
}

extension KeptRun {
  fileprivate var json: JSONValue {
    var object = summary.json
    object["number"] = .number(JSONNumber(sequence))
    object["pinned"] = .bool(isPinned)
    if let imported = summary.imported {
      object["importedFrom"] = ["workspace": .string(imported.workspace), "at": .string(imported.at.iso8601)]
      object["importedFrom"]?["number"] = imported.number.map { .number(JSONNumber($0)) }
    }
    return object
  }
}

extension RunRecording.Check {
  fileprivate var line: String {
    let name = "\(path)  \(Printable.text(self.name))"
    return validationFailure.map { "✗ \(name)  \(Printable.text($0.summary))" } ?? "✓ \(name)"
  }

  fileprivate var json: JSONValue {
    var object: JSONValue = [
      "step": .string("\(path)"), "name": .string(name), "good": .bool(validationFailure == nil),
    ]
    object["summary"] = validationFailure.map { .string($0.summary) }
    return object
  }
}
