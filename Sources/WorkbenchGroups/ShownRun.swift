package import ParleyEngine
import ParleyModel
package import WorkbenchServices
import WorkbenchState

/// A run as the screen knows it: one that is in progress, or a recording.
package struct ShownRun: Sendable {
  package let id: String
  let group: String
  @CopyOnWrite package private(set) var summary: RunRecording.Summary
  /// Its number, once the store has it.
  var number: Int64?
  /// Whether it is in progress in this program.
  private(set) var isLive: Bool
  /// Whether it is in progress, in this program or another.
  var isUnderWay: Bool { isLive || summary.state == .running }
  /// The steps of the group as it was recorded; none in a recording that is older than this.
  private let outline: [StepOutline]
  var hasOutline: Bool { !outline.isEmpty }
  package private(set) var records: [NodePath: NodeRecord] = [:]
  /// How far those are that run for each element of a list.
  private(set) var lists: [NodePath: ListProgress] = [:]
  /// The totals of all of them.
  private(set) var tally = RunTally()
  /// The time that it took, without the times in which all of it waited for a person; nil while it runs.
  private(set) var duration: Duration?
  /// Rises with everything that is new.
  private(set) var revision = 0
  /// The steps that wait at the debugger, in the order of the group.
  package private(set) var stops: [Debugger.Stop] = []
  /// The one that stopped it.
  @CopyOnWrite private(set) var focus: Debugger.Stop? = nil
  package private(set) var isPaused = false
  /// Whether it was stopped, and only what runs always is left of it.
  private(set) var isStopping = false
  package private(set) var questions: [Question] = []
  /// The edits typed in place of a step's input or list: one goes with its step when that continues.
  var edited: [NodePath: EditedStep] = [:]
  /// The lists that were there before some were typed.
  var listsBefore: [NodePath: JSONValue] = [:]

  /// - Parameter revision: tells states of one run apart.
  init(_ recording: RunRecording, number: Int64?, revision: Int = 0) {
    self.revision = revision
    (id, group) = (recording.summary.id, recording.summary.group ?? "")
    (summary, self.number, isLive, outline) = (recording.summary, number, false, recording.outline)
    lists = recording.listProgress
    for record in recording.nodes {
      records[record.path] = record
      tally.note(record, after: nil)
    }
    duration = timeTaken
  }

  /// One that begins now.
  init(_ live: LiveRun) {
    (id, group, isLive) = (live.id, live.group, true)
    let recording = live.run.recording
    (summary, outline) = (recording.summary, recording.outline)
  }

  package var recording: RunRecording { RunRecording(summary, nodes: Array(records.values), outline: outline) }

  /// The same, made of places that are in order already.
  func recording(of paths: [NodePath]) -> RunRecording {
    RunRecording(summary, nodes: paths.compactMap { records[$0] }, outline: outline)
  }

  /// The step that waits at the debugger and can be worked on: at a place, or the one that stopped the run.
  func stop(at path: NodePath?) -> Debugger.Stop? {
    stops.first { $0.node.path == path } ?? focus
  }

  /// - Returns: the steps that were not there before.
  @discardableResult mutating func take(_ news: RunNews) -> [NodePath] {
    let added = news.records.filter { !note($0) }.map(\.path)
    (stops, focus, isPaused, questions) = (news.stops, news.focus, news.isPaused, news.questions)
    isStopping = news.isStopping && news.end == nil
    revision += 1
    edited = edited.filter { edit in news.stops.contains { $0.node.path == edit.key } }
    if let end = news.end {
      (summary, isLive, isPaused) = (end, false, false)
      (stops, focus) = ([], nil)
      duration = timeTaken
    }
    return added
  }

  /// - Returns: whether anything was known of the step.
  private mutating func note(_ record: NodeRecord) -> Bool {
    let old = records.updateValue(record, forKey: record.path)
    lists.note(record, after: old)
    tally.note(record, after: old)
    return old != nil
  }

  /// Clears the questions, because they have been answered.
  mutating func answered() { questions = [] }

  /// Of a run that has ended, once: it takes all its steps, and each frame shows it.
  private var timeTaken: Duration? {
    tally.paused.isEmpty ? summary.duration : recording.duration
  }

  /// Up to when its time is drawn: what was cut off with it did not go on.
  func end(at now: Timestamp) -> Timestamp {
    isUnderWay ? now : summary.endedAt ?? recording.lastMoment
  }

  /// Whether time shows in it.
  var isMoving: Bool {
    isUnderWay && !((isPaused || !isLive) && tally.running.isEmpty && tally.awaiting.isEmpty)
  }
}

// What its steps are.
extension ShownRun {
  /// Whether one of its steps sends the request, and has not done so without its edits by hand.
  func isToSend(_ request: RequestID) -> Bool {
    isLive
      && outline.contains { step in
        guard step.request == request.rawValue, records[step.path]?.state.isFinal != true else { return false }
        if case .request? = edited[step.path] { return false }
        return true
      }
  }

  /// Says which of these requests it is still going to send without their unsaved edits: it sends what the files said when it began.
  func leavingOut(_ requests: Set<RequestID>) -> [Effect] {
    guard let request = requests.filter(isToSend).min() else { return [] }
    return [.say(.refused(request.whatIsLeftOut))]
  }

  /// The steps as they were when it ran, by their places. An old recording that does not describe a step is completed
  /// from the file, if that has the same step at the same place.
  func steps(besides file: [StepOutline]) -> [NodePath: StepOutline] {
    guard outline.isEmpty else { return Self.byPath(outline) }
    let today = Self.byPath(file)
    return Self.byPath(
      records.values.map { record in
        let recorded = StepOutline(record.path.withoutElements, record.name, record.kind)
        return today[recorded.path].flatMap { $0.name == recorded.name && $0.kind == recorded.kind ? $0 : nil }
          ?? recorded
      })
  }

  private static func byPath(_ steps: [StepOutline]) -> [NodePath: StepOutline] {
    Dictionary(steps.map { ($0.path, $0) }) { first, _ in first }
  }
}

extension RequestID {
  var whatIsLeftOut: String { "\(self) has unsaved edits: this run sends what its file said when it began." }
}

extension ShownRun {
  /// The failure of its first failed step, for `!`; nil if no step failed.
  var failure: Problem? {
    guard summary.state == .failed, let path = firstFailure, let error = records[path]?.error else { return nil }
    var problem = Problem(error)
    problem.summary = "\(group), step \(path) \(records[path]?.name ?? ""): \(problem.summary)"
    return problem
  }

  /// The step that failed first, and not only because of others in it.
  var firstFailure: NodePath? {
    let failed = records.values.filter { $0.state == .failed }
    let own = failed.filter { $0.error?.code != GroupError.nodesFailed([]).code }
    return (own.isEmpty ? failed : own).min { $0.path < $1.path }?.path
  }
}
