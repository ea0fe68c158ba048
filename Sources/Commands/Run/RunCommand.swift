import ParleyEngine
import ParleyStore
import ParleyWorkspace

/// `parley run GROUP`: runs a group, tells every step on standard error as it ends, and fails when a step failed; with
/// `--json` one object on standard output, with `--junit` a report for build servers.
package struct RunCommand: Sendable {
  package var arguments: SessionArguments
  package var group: String
  package var printsJSON: Bool
  /// Where the report for build servers goes; none when nil.
  package var junit: String?
  /// Where the report for people goes; none when nil.
  package var html: String?

  /// The step of an earlier run to begin at, and which run: its identifier, its number, or `last`.
  package var replay: (step: String, run: String)?

  package init(_ group: String, _ arguments: SessionArguments, printsJSON: Bool = false, junit: String? = nil) {
    self.group = group
    self.arguments = arguments
    self.printsJSON = printsJSON
    self.junit = junit
  }

  /// - Parameter onStart: handed what stops the run once that exists, for a signal to call: the first time what runs always
  ///   still does.
  package func run(
    on console: any Console, onStart: @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
  ) async -> ExitStatus {
    await arguments.withSession(on: console, needing: .data, printsJSON: printsJSON) {
      await run(by: $0, on: RunConsole($1), onStart)
    }
  }

  private func run(
    by session: Session, on console: RunConsole, _ onStart: @Sendable (@escaping @Sendable () -> Void) -> Void
  ) async -> ExitStatus {
    do {
      let run = try await prepare(in: session, on: console)
      onStart { Self.stop(run, on: console) }
      let progress = RunProgress(of: run, on: console) { try? await session.flushEvents() }
      _ = await run.result()
      await progress.end()
      let report = await report(of: run, in: session)
      let status = self.report(report, on: console, session.secrets)
      if let html {
        try await session.writeReport(of: report.recording, number: report.number, to: arguments.path(of: html))
      }
      return status
    } catch {
      return console.fail(error, asJSON: printsJSON)
    }
  }

  private static func stop(_ run: Run, on console: RunConsole) {
    if !run.isStopped, run.group.allNodes.contains(where: \.node.runsAlways) {
      console.note("Stopping. Steps with `always` still run; press Ctrl-C again to stop them too.")
    }
    run.stop()
  }

  /// What is not allowed is told before anything is sent.
  private func prepare(in session: Session, on console: any Console) async throws -> Run {
    let refused = try session.trustMissing(for: group)
    guard refused.isEmpty else { throw RenderError.notTrusted(refused) }
    let prompter = ConsolePrompter(console: console)
    guard let replay else { return try session.run(group, prompter: prompter) }
    return try await session.replay(group, from: replay.step, of: replay.run, prompter: prompter)
  }

  private func report(of run: Run, in session: Session) async -> RecordingReport {
    try? await session.flushEvents()
    let kept = try? await session.store.runs.run(run.groupID)
    let outputs = printsJSON ? await ShownOutputs(run.recording, in: session).values : [:]
    return RecordingReport(run.recording, number: kept?.sequence, outputs: outputs)
  }

  private func report(_ report: RecordingReport, on console: any Console, _ secrets: KnownSecrets) -> ExitStatus {
    console.note(report.summaryLine)
    if printsJSON { console.print(report.json) }
    do {
      if let junit { try PrivateText.write(Array(secrets.masking(JUnitReport(report.recording).text).utf8), to: junit) }
      return report.status
    } catch {
      console.tell(error)
      return ExitStatus(error)
    }
  }
}

extension RecordingReport {
  /// What a run ends its command with.
  var status: ExitStatus {
    switch recording.summary.state {
    case .succeeded: .good
    case .stopped: .interrupted
    default: .expectationMissed
    }
  }
}
