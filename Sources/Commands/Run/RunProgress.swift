import ParleyEngine
import ParleyText
import ParleyWorkspace

/// Reports every step of a run as it ends. On a terminal a line below says which are in flight:
///
///     ✓ 1        login                        200       38 ms
///     … 4.1 profile, 4.2.1 cart
struct RunProgress {
  private let following: Task<Void, Never>

  /// - Parameters:
  ///   - run: not started yet.
  ///   - keep: writes what waits to be written, so that whatever was on the screen survives the end of the program.
  init(of run: Run, on console: RunConsole, keep: @escaping @Sendable () async -> Void) {
    let changes = run.changes
    following = Task {
      var told = RunProgressText(outline: run.group.outline)
      var revision = 0
      for await _ in changes {
        let news = run.records(changedSince: revision)
        revision = news.revision
        let lines = told.lines(for: news.records) { run.recording }
        if !lines.isEmpty { await keep() }
        for line in lines { console.note(line) }
        console.showProgress(told.underWay)
      }
      console.showProgress(nil)
    }
  }

  /// Returns when everything is reported. The run has ended.
  func end() async {
    await following.value
  }
}

/// The lines to show of a run, from one look at it to the next.
struct RunProgressText {
  private static let mostNames = 3
  private static let longest = 72

  private var running: [NodePath: NodeRecord] = [:]
  /// The steps whose end was told. What is found out later, such as that another step ran beside it, that one tells with its own end.
  private var told: Set<NodePath> = []
  private var parents: Set<NodePath> = []
  private let outline: [NodePath: StepOutline]

  /// - Parameter outline: the steps of the group.
  init(outline: [StepOutline] = []) {
    self.outline = Dictionary(outline.map { ($0.path, $0) }) { first, _ in first }
  }

  /// Of the steps that have ended since.
  /// - Parameter recording: all of the run so far, which names the sources of what failed.
  mutating func lines(for news: [NodeRecord], in recording: () -> RunRecording) -> [String] {
    for record in news {
      if let parent = record.path.parent { parents.insert(parent) }
      running[record.path] = record.state.isFinal ? nil : record
      if !record.state.isFinal { told.remove(record.path) }
    }
    let ended = news.filter { record in
      record.state.isFinal && !told.contains(record.path)
        && record.saysSomething(isParent: parents.contains(record.path))
    }
    told.formUnion(ended.map(\.path))
    return ended.flatMap(toldSteps(of:)).sorted { $0.path < $1.path }.flatMap { record in
      RecordingReport.lines(
        of: record, outline: outline[record.path.withoutElements],
        in: record.error?.checked.isEmpty == false ? recording() : nil)
    }
  }

  /// In place of a list whose turn did not come, the steps in it, which count.
  private func toldSteps(of record: NodeRecord) -> [NodeRecord] {
    let steps = record.stepsNeverRun(in: outline.values)
    return steps.isEmpty ? [record] : steps
  }

  /// Which are in flight; nil when none is.
  var underWay: String? {
    let steps = running.values.filter { !parents.contains($0.path) }.sorted { $0.path < $1.path }
    guard !steps.isEmpty else { return nil }
    let names = steps.prefix(Self.mostNames).map { step in
      let attempt = step.attemptCount > 1 ? " (attempt \(step.attemptCount))" : ""
      return "\(step.path) \(step.name)\(attempt)"
    }
    let rest = steps.count > names.count ? ", and \(steps.count - names.count) more" : ""
    let text = "… \(names.joined(separator: ", "))"
    return Printable.text(text.count > Self.longest ? "\(text.prefix(Self.longest))…" : text) + rest
  }
}
