public import ParleyEngine
import ParleyStore
import ParleyWorkspace

/// `parley run GROUP`: runs a group, tells every step on standard error as it ends, and fails when a step failed; with
/// `--json` one object on standard output, with `--junit` a report for build servers.
public struct RunCommand: Sendable {
  public var arguments: SessionArguments
  public var group: String
  public var printsJSON: Bool
  /// Where the report goes; none when nil.
  public var junit: String?

  /// The step of an earlier run to begin at, and which run: its identifier, its number, or `last`.
  public var replay: (step: String, run: String)?

  public init(_ group: String, _ arguments: SessionArguments, printsJSON: Bool = false, junit: String? = nil) {
    self.group = group
    self.arguments = arguments
    self.printsJSON = printsJSON
    self.junit = junit
  }

  /// - Parameter onStart: handed the run once it exists, so that a signal can stop it.
  public func run(on console: any Console, onStart: @Sendable (Run) -> Void = { _ in }) async -> ExitStatus {
    do {
      let session = try await arguments.open()
      let status = await run(by: session, on: console, onStart)
      await session.close()
      return status
    } catch {
      return fail(error, on: console)
    }
  }

  private func run(
    by session: Session, on console: any Console, _ onStart: @Sendable (Run) -> Void
  ) async -> ExitStatus {
    do {
      let run = try await prepare(in: session, on: console)
      onStart(run)
      let started = ContinuousClock.now
      let report = RunReport(run.group, await run.result(), took: ContinuousClock.now - started)
      if printsJSON { console.write(JSONPrinter.pretty.string(of: report.json) + "\n") }
      if let junit { try PrivateText.write(Array(report.junit.utf8), to: junit) }
      console.note(report.summary)
      return report.result.succeeded ? .good : .expectationMissed
    } catch {
      return fail(error, on: console)
    }
  }

  private func prepare(in session: Session, on console: any Console) async throws -> Run {
    let prompter = ConsolePrompter(console: console)
    let progress = RunOptions(gates: [RunProgress(console: console)])
    guard let replay else { return try session.run(group, prompter: prompter, progress) }
    return try await session.replay(group, from: replay.step, of: replay.run, prompter: prompter, progress)
  }

  private func fail(_ error: any Error, on console: any Console) -> ExitStatus {
    let failure = Failure(error)
    if printsJSON {
      console.write(JSONPrinter.pretty.string(of: ["error": failure.json]) + "\n")
    } else {
      failure.tell(on: console)
    }
    return failure.status
  }
}

/// Tells every step as it ends.
private struct RunProgress: RunGate {
  let console: any Console

  func after(_ node: NodeMoment, _ result: NodeResult) async -> GateAnswer {
    let step = RunReport.Step(name: node.name, path: "\(node.path)", result: result)
    for line in step.lines { console.note(line) }
    return .go
  }
}
