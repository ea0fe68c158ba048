import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyText
import ParleyWorkspace

/// `parley run GROUP …`: runs groups, tells every step on standard error as it ends, and fails when a step failed; with
/// `--json` one object on standard output, with `--junit` and the like a report of all runs.
package struct RunCommand: Sendable {
  package var arguments: SessionArguments
  package var wish: RunWish
  package var printsJSON: Bool
  package var files: RunReportFiles

  /// The step of an earlier run to begin at, and which run: its identifier, its number, or `last`. For one group alone.
  package var replay: (step: String, run: String)?

  /// Whether it is told what they run in.
  package var isVerbose = false

  /// The snapshot that is restored before each run; nil for none.
  package var snapshot: SnapshotWish?

  package init(
    _ wish: RunWish, _ arguments: SessionArguments, printsJSON: Bool = false, files: RunReportFiles = RunReportFiles()
  ) {
    self.wish = wish
    self.arguments = arguments
    self.printsJSON = printsJSON
    self.files = files
  }

  /// - Parameter onStart: handed what stops the runs once they exist, for a signal to call: the first time what runs always
  ///   still does.
  package func run(
    on console: any Console, onStart: @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
  ) async -> ExitStatus {
    var arguments = arguments
    arguments.notesGivenNames = replay == nil
    if let path = wish.names.lazy.compactMap({ PathForName.mistake($0, asNameOf: .group, arguments) }).first {
      return console.fail(path, asJSON: printsJSON)
    }
    return await arguments.withSession(on: console, needing: .data, printsJSON: printsJSON) {
      await run(by: $0, on: RunConsole($1), onStart)
    }
  }

  private func run(
    by session: Session, on console: RunConsole, _ onStart: @Sendable (@escaping @Sendable () -> Void) -> Void
  ) async -> ExitStatus {
    do {
      let jobs = try wish.jobs(in: session.workspace, arguments)
      // A replay tells itself which names are none of its own.
      let names = replay == nil ? Set(jobs.flatMap(\.given.keys)).subtracting(arguments.given.keys) : []
      note(given: names, in: session, on: console)
      try check(jobs, in: session)
      if isVerbose { console.note("* environment: \(session.environments.words)") }
      let stops = RunStops()
      onStart { Self.stop(stops, on: console) }
      let prompter = RememberingPrompter(ConsolePrompter(console: console))
      let queue = RunQueue(jobs: jobs, parallel: wish.parallel, stop: stops) { job, console in
        try await carryOut(job, in: session, on: console, asking: prompter, stops)
      }
      let outcomes = try await queue.outcomes(on: console)
      return await tell(outcomes, of: jobs, by: session, on: console)
    } catch {
      return console.fail(error, asJSON: printsJSON)
    }
  }

  /// Throws, before anything is sent, if a group is not allowed or cannot run.
  private func check(_ jobs: [RunJob], in session: Session) throws {
    for group in jobs.map(\.group).reduce(into: [String](), { if !$0.contains($1) { $0.append($1) } }) {
      let refused = try session.groups.missingPermissions(of: group)
      guard refused.isEmpty else { throw RenderError.notTrusted(refused) }
      _ = try session.groups.group(group)
    }
  }

  private static func stop(_ stops: RunStops, on console: RunConsole) {
    let first = stops.stopAll()
    guard first.contains(where: { $0.group.allNodes.contains(where: \.node.runsAlways) }) else { return }
    console.note("Stopping. Steps with `always` still run; press Ctrl-C again to stop them too.")
  }

  private func carryOut(
    _ job: RunJob, in session: Session, on console: RunConsole, asking prompter: any Prompter, _ stops: RunStops
  ) async throws -> RecordingReport {
    if let snapshot {
      try await session.restore(snapshot, telling: console, asking: prompter)
    }
    if let replay, let warning = await session.runs.replayWarning(job.group, from: replay.step, of: replay.run) {
      console.note(warning)
    }
    let run =
      if let replay {
        try await session.groups.replay(
          job.group, from: replay.step, of: replay.run, given: job.given, prompter: prompter
        ) {
          let names = Set(job.given.keys).union(arguments.given.keys).subtracting($0)
          note(given: names, in: session, on: console)
        }
      } else {
        try session.groups.run(job.group, given: job.given, prompter: prompter)
      }
    stops.add(run)
    let progress = RunProgress(of: run, on: console) { try? await session.flushEvents() }
    _ = await run.result()
    await progress.end()
    let report = await report(of: run, in: session)
    console.note(report.summaryLine)
    return report
  }

  private func note(given names: Set<String>, in session: Session, on console: RunConsole) {
    let given = GivenNames(in: session.workspace, environment: session.environmentName)
    for note in given.notes(on: names) { console.note(note) }
  }

  private func report(of run: Run, in session: Session) async -> RecordingReport {
    try? await session.flushEvents()
    let kept = try? await session.store.runs.run(run.groupID)
    let printsOutputs = printsJSON || files.jsonLines != nil || files.junit != nil
    let outputs = printsOutputs ? await ShownOutputs(run.recording, in: session).values : [:]
    return RecordingReport(run.recording, number: kept?.sequence, outputs: outputs)
  }

  private func tell(
    _ outcomes: [RunOutcome], of jobs: [RunJob], by session: Session, on console: any Console
  ) async -> ExitStatus {
    if jobs.count > 1 { console.note(Self.summary(outcomes, of: jobs)) }
    if printsJSON {
      console.print(
        jobs.count == 1 ? outcomes.first?.report.json ?? [:] : ["runs": .array(outcomes.map(\.report.json))])
    }
    do {
      try await files.write(outcomes, by: session, arguments)
      return Self.status(outcomes, of: jobs)
    } catch {
      console.tell(error)
      return ExitStatus(error)
    }
  }

  private static func summary(_ outcomes: [RunOutcome], of jobs: [RunJob]) -> String {
    let states = outcomes.map(\.report.recording.summary.state)
    let facts = [
      "\(states.count { $0 == .succeeded }) succeeded", "\(states.count { $0 == .failed }) failed",
      states.contains(.stopped) ? "\(states.count { $0 == .stopped }) stopped" : nil,
      jobs.count > outcomes.count ? "\(jobs.count - outcomes.count) not run" : nil,
    ]
    return "\(jobs.count) runs: \(facts.compactMap(\.self).joined(separator: ", "))"
  }

  /// An interruption counts more than a failure.
  private static func status(_ outcomes: [RunOutcome], of jobs: [RunJob]) -> ExitStatus {
    let all = outcomes.map(\.report.status)
    if all.contains(.interrupted) || outcomes.count < jobs.count { return .interrupted }
    return all.first { $0 != .good } ?? .good
  }
}

extension RecordingReport {
  /// The exit status for the run.
  var status: ExitStatus {
    switch recording.summary.state {
    case .succeeded: .good
    case .stopped: .interrupted
    default: .expectationMissed
    }
  }
}
