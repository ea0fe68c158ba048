import ParleyEngine
import TerminalKit

/// The steps that have to do with the one under the cursor. Found again when that or the run is another.
struct StepLinks: Sendable {
  enum Link: Hashable, Sendable {
    /// It gave something to the step under the cursor, or took something from it.
    case giver, taker

    var role: Role { self == .giver ? .info : .accent }

    /// As in *Where from*: the arrow points to the left where the value comes from.
    var sign: Span { self == .giver ? Span("◂", .info) : Span("▸", .accent) }
  }

  private struct Key: Hashable, Sendable {
    let run: String
    let revision: Int
    let path: NodePath
  }

  private var key: Key?
  /// The run as it was when that was looked at last.
  private(set) var recording: RunRecording?
  private var revision: (run: String, number: Int)?
  /// Names of members that steps of the run made of secrets.
  private(set) var secretNames = Secrets()
  private var givers: Set<NodePath> = []
  private var takers: Set<NodePath> = []
  /// The same, in order.
  private var uses: [NodePath] = []
  /// The step under the cursor, and those that used the same at the same time; none where there are no such steps.
  private var overlapping: Set<NodePath> = []

  /// - Parameter paths: all places of the run, in order.
  mutating func update(_ path: NodePath?, in run: ShownRun?, paths: () -> [NodePath]) {
    guard let run else { return self = StepLinks() }
    if revision?.run != run.id || revision?.number != run.revision {
      recording = run.recording(of: paths())
      secretNames = recording.map { Secrets(namesIn: $0) } ?? Secrets()
      revision = (run.id, run.revision)
    }
    let key = path.map { Key(run: run.id, revision: run.revision, path: $0) }
    guard key != self.key else { return }
    self.key = key
    givers = path.flatMap { recording?.givers(of: $0) } ?? []
    uses = path.flatMap { recording?.uses(of: $0) } ?? []
    takers = Set(uses)
    let others = path.flatMap { run.records[$0]?.made.overlaps.map(\.step) } ?? []
    overlapping = others.isEmpty ? [] : Set(others + [path].compactMap(\.self))
  }

  /// The meaning of the signs before other steps; empty where there are none.
  var legend: StyledText {
    let givers: [Span] = givers.isEmpty ? [] : [Link.giver.sign, Span(" gives to this step   ", .muted)]
    return StyledText(givers + (takers.isEmpty ? [] : [Link.taker.sign, Span(" takes from it", .muted)]))
  }

  /// The steps that took something from a step; nil where another one was looked at last.
  func uses(of path: NodePath, in run: ShownRun) -> [NodePath]? {
    key == Key(run: run.id, revision: run.revision, path: path) ? uses : nil
  }

  /// Whether a step used the same at the same time as the one under the cursor, or is that one.
  /// - Parameter isFolded: then it stands for all that is in it.
  func overlaps(_ path: NodePath, isFolded: Bool) -> Bool {
    overlapping.contains(path) || (isFolded && overlapping.contains { $0.isInside(path) })
  }

  /// - Parameter isFolded: then it stands for all that is in it.
  func link(of path: NodePath, isFolded: Bool) -> Link? {
    guard path != key?.path else { return nil }
    if givers.contains(path) || (isFolded && givers.contains { $0.isInside(path) }) { return .giver }
    if takers.contains(path) || (isFolded && takers.contains { $0.isInside(path) }) { return .taker }
    return nil
  }
}

extension Secrets {
  /// Names of members that the steps of a run made of secrets.
  init(namesIn recording: RunRecording) {
    var names: [String] = []
    for index in recording.nodes.indices { names += recording.nodes[index].made.secretNames }
    self.init(names)
  }
}
