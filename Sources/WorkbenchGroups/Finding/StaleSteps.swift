import ParleyEngine

/// The steps of a run that its file has changed since, and the step from which a replay runs them again.
struct StaleSteps: Sendable {
  /// The steps that are different in the file.
  private(set) var changed: Set<NodePath> = []
  /// Those, and the places where another step stands now, in the order of the file.
  private var places: [NodePath] = []
  private var concurrent: Set<NodePath> = []

  init() {}

  /// - Parameters:
  ///   - recorded: the steps as they were, those of groups that the group runs too.
  ///   - file: the same steps as the files have them now.
  ///   - isConcurrent: whether the group itself runs its steps at the same time.
  init(_ recorded: [StepOutline], now file: [StepOutline], isConcurrent: Bool) {
    let old = Dictionary(recorded.map { ($0.path, $0) }) { first, _ in first }
    for step in file.sorted(by: { $0.path < $1.path }) {
      if step.kind == .concurrent { concurrent.insert(step.path) }
      guard let was = old[step.path], was.name.isIdentical(to: step.name) else {
        places.append(step.path)
        continue
      }
      guard let told = was.told, let now = step.told, told != now else { continue }
      changed.insert(step.path)
      places.append(step.path)
    }
    if isConcurrent { concurrent.insert(.root) }
    places = places.filter { place in !isOnlyAround(place, old, file) }
  }

  /// Whether a list has only more or fewer steps than it had, and those are known.
  private func isOnlyAround(_ path: NodePath, _ old: [NodePath: StepOutline], _ file: [StepOutline]) -> Bool {
    guard places.contains(where: { $0 != path && $0.isInside(path) }), let was = old[path]?.definition,
      let now = file.first(where: { $0.path == path })?.definition
    else { return false }
    return was.withoutCounts == now.withoutCounts
  }

  /// The step from which a replay takes no result of a step that has changed: the first of those. If that one runs for
  /// elements, it is the step with the list; if several are beside each other in a concurrent group, it is that group,
  /// which is the root if only the whole can be run again. nil if nothing has changed.
  /// - Parameter lists: the steps that ran for elements.
  func start(lists: Set<NodePath>) -> NodePath? {
    guard var start = places.first else { return nil }
    while let wider = around(start, lists) { start = wider }
    return start
  }

  private func around(_ start: NodePath, _ lists: Set<NodePath>) -> NodePath? {
    if let list = start.around.last(where: lists.contains) { return list }
    let meetings = places.lazy.map { start.common(with: $0) }
    return meetings.filter { $0 != start && concurrent.contains($0) }.min { $0.parts.count < $1.parts.count }
  }
}

extension NodePath {
  /// The innermost node that contains both, or one of the two if it contains the other.
  fileprivate func common(with other: NodePath) -> NodePath {
    NodePath(zip(parts, other.parts).prefix { $0 == $1 }.map(\.0))
  }
}

extension String {
  /// A definition without how many steps its lists have.
  fileprivate var withoutCounts: [Substring] {
    split(separator: "\n").filter { !$0.hasPrefix("serial: #") && !$0.hasPrefix("concurrent: #") }
  }
}

extension StepTree {
  /// Whether what the file says of a step has changed since the run that is shown.
  func isStale(_ path: NodePath) -> Bool { stale.changed.contains(path.withoutElements) }

  /// The note that the file has changed a step since, or a step folded into it; nil if it has not.
  func change(of path: NodePath) -> String? {
    if !path.isElement, isStale(path) { return "≠ changed since" }
    let place = path.withoutElements
    return folded.contains(path) && stale.changed.contains { $0.isInside(place) } ? "≠ changed inside since" : nil
  }

  /// The step from which the run is replayed so that everything that has changed runs again; the root if that is all of
  /// it.
  var firstStale: NodePath? {
    stale.start(lists: Set((present?.lists.keys.map(\.self) ?? []).map(\.withoutElements)))
  }
}
