package import ParleyEngine

/// A line of the tree: a node of the group, or one run of a node that runs for each element of a list.
struct StepRow: Hashable, Sendable, Identifiable {
  let path: NodePath
  /// The lines of the tree before its name.
  let branch: String
  /// Whether others stand in it.
  let hasInner: Bool

  var id: NodePath { path }
}

/// Makes the lines of a tree from the places of its nodes.
struct StepRows {
  private var inner: [NodePath: [NodePath]] = [:]
  private let folded: Set<NodePath>
  private(set) var rows: [StepRow] = []

  /// - Parameters:
  ///   - outlined: the places of the file.
  ///   - recorded: those of a run; they may be others, where the file has changed since, and those of elements.
  init(_ outlined: [NodePath], _ recorded: some Collection<NodePath>, folded: Set<NodePath>) {
    self.folded = folded
    let repeated = Set(recorded.lazy.filter(\.isElement).compactMap(\.parent))
    // What stands in a node that ran for a list stands in each of its runs.
    let kept = outlined.filter { path in !repeated.contains { path != $0 && path.isInside($0) } }
    for path in Set(kept).union(recorded) {
      if let parent = path.parent { inner[parent, default: []].append(path) }
    }
    append(below: .root, "")
  }

  private mutating func append(below parent: NodePath, _ branch: String) {
    guard let paths = inner[parent]?.sorted() else { return }
    for path in paths {
      let isLast = path == paths.last
      let own = parent == .root ? "" : branch + (isLast ? "└ " : "├ ")
      rows.append(StepRow(path: path, branch: own, hasInner: inner[path] != nil))
      if !folded.contains(path) { append(below: path, parent == .root ? "" : branch + (isLast ? "  " : "│ ")) }
    }
  }
}

extension NodePath {
  /// Whether it is the run for one element of a list.
  package var isElement: Bool {
    if case .element? = parts.last { true } else { false }
  }
}
