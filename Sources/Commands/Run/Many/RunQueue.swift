import ParleyEngine
import ParleyWorkspace

/// Carries out runs, several at once if requested, and reports each as a whole, in their order.
struct RunQueue: Sendable {
  let jobs: [RunJob]
  let parallel: Int
  let stop: RunStops
  /// Carries out one of them, and reports it on this console.
  let carryOut: @Sendable (RunJob, RunConsole) async throws -> RecordingReport

  /// Those that have begun. What was not begun when somebody stopped them is left out.
  func outcomes(on console: RunConsole) async throws -> [RunOutcome] {
    guard parallel > 1, jobs.count > 1 else { return try await oneByOne(on: console) }
    let order = OrderedNotes(console)
    return try await withThrowingTaskGroup(of: (Int, RecordingReport?).self) { tasks in
      var waiting = Array(jobs.enumerated())[...]
      var reports: [Int: RecordingReport] = [:]
      func begin() {
        guard !stop.isStopped, let (index, job) = waiting.popFirst() else { return }
        tasks.addTask {
          let held = HeldConsole(console)
          defer { order.deliver(held.lines, of: index) }
          held.note("\(job.label):")
          return (index, try await report(of: job, on: RunConsole(held)))
        }
      }
      for _ in 0..<parallel { begin() }
      while let (index, report) = try await tasks.next() {
        reports[index] = report
        begin()
      }
      return jobs.enumerated().compactMap { index, job in reports[index].map { RunOutcome(job: job, report: $0) } }
    }
  }

  private func oneByOne(on console: RunConsole) async throws -> [RunOutcome] {
    var outcomes: [RunOutcome] = []
    for job in jobs where !stop.isStopped {
      if jobs.count > 1 { console.note("\(job.label):") }
      if let report = try await report(of: job, on: console) { outcomes.append(RunOutcome(job: job, report: report)) }
    }
    return outcomes
  }

  /// Returns the report of a run; nil if it was stopped before it began: while it asked a question, or restored a
  /// snapshot.
  private func report(of job: RunJob, on console: RunConsole) async throws -> RecordingReport? {
    do {
      return try await carryOut(job, console)
    } catch {
      guard stop.isStopped else { throw error }
      return nil
    }
  }
}

/// The runs that a signal stops.
final class RunStops: Sendable {
  private struct State {
    var isStopped = false
    var runs: [Run] = []
  }

  private let state = Lock(State())

  var isStopped: Bool { state.withLock { $0.isStopped } }

  func add(_ run: Run) {
    let isLate = state.withLock { state in
      state.runs.append(run)
      return state.isStopped
    }
    if isLate { run.stop() }
  }

  /// Stops what is under way, and lets nothing else begin; the second time what runs always stops too.
  /// - Returns: the runs for which it was the first time.
  func stopAll() -> [Run] {
    let runs = state.withLock { state in
      state.isStopped = true
      return state.runs
    }
    let first = runs.filter { !$0.isStopped }
    for run in runs { run.stop() }
    return first
  }
}

/// Lines of several runs, each run's together, in the order of the runs.
final class OrderedNotes: Sendable {
  private struct State {
    var next = 0
    var ready: [Int: [String]] = [:]
  }

  private let console: any Console
  private let state = Lock(State())

  init(_ console: any Console) { self.console = console }

  func deliver(_ lines: [String], of index: Int) {
    state.withLock { state in
      state.ready[index] = lines
      while let lines = state.ready.removeValue(forKey: state.next) {
        for line in lines { console.note(line) }
        state.next += 1
      }
    }
  }
}

/// A console that keeps its lines until they are delivered. Questions are asked at once.
final class HeldConsole: Console {
  private let console: any Console
  private let state = Lock([String]())

  init(_ console: any Console) { self.console = console }

  var lines: [String] { state.withLock { $0 } }

  func note(_ line: String) { state.withLock { $0.append(line) } }
  func showProgress(_ line: String?) {}
  var notesToTerminal: Bool { false }

  func write(_ bytes: [UInt8]) { console.write(bytes) }
  func masked(_ document: JSONValue) -> JSONValue { console.masked(document) }
  var unmasked: any Console { console.unmasked }
  var columns: Int? { console.columns }
  var usesColor: Bool { console.usesColor }
  var takesOutput: Bool { console.takesOutput }
  func readLine() -> String? { console.readLine() }
  func readInput(limit: Int) -> [UInt8]? { console.readInput(limit: limit) }
  func askAtTerminal(_ question: String) -> String? { console.askAtTerminal(question) }
  var writesToTerminal: Bool { console.writesToTerminal }
  func dropTypedAhead() { console.dropTypedAhead() }
  var canAsk: Bool { console.canAsk }
  func ask(_ question: String, isSecret: Bool) -> String? { console.ask(question, isSecret: isSecret) }
}
