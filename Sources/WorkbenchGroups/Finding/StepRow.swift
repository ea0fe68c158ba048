import ParleyEngine

/// A line of the tree: a node of the group, or one run of a node that runs for each element of a list.
struct StepRow: Hashable, Sendable, Identifiable {
  let path: NodePath
  /// The lines of the tree before its name.
  let branch: String
  /// Whether others stand in it.
  let hasInner: Bool
  /// Which of the step's attempts and hops it is, from 0; nil for the step itself.
  var attempt: Int?

  var id: StepRow { self }
}

extension StepRow {
  /// The row of an attempt below this one of a step.
  func attempt(_ index: Int) -> StepRow {
    let outer = branch.replacing("├ ", with: "│ ").replacing("└ ", with: "  ")
    return StepRow(path: path, branch: outer + "  ", hasInner: false, attempt: index)
  }
}

/// The places of a group's nodes and of a run's, inside each other and in order. Grows with a run, so that what is there is not
/// sorted again with everything that comes.
struct StepForest: Sendable {
  private var inner: [NodePath: [NodePath]] = [:]

  init() {}

  /// - Parameters:
  ///   - outlined: the places of the file.
  ///   - recorded: those of a run; they may be others, where the file has changed since, and those of elements.
  init(_ outlined: some Collection<NodePath>, _ recorded: some Collection<NodePath>) {
    for path in outlined.sorted() { insert(path) }
    for path in recorded.sorted() { add(path) }
  }

  func hasInner(_ path: NodePath) -> Bool { inner[path] != nil }

  /// The nodes directly in a node.
  func children(of path: NodePath) -> [NodePath] { inner[path] ?? [] }

  /// Adds a node that has run. The nodes inside a node that ran for a list are inside each of its elements.
  mutating func add(_ path: NodePath) {
    if path.isElement, let list = path.parent, inner[list]?.first?.isElement == false { prune(list) }
    insert(path)
  }

  private mutating func prune(_ path: NodePath) {
    for child in inner.removeValue(forKey: path) ?? [] { prune(child) }
  }

  private mutating func insert(_ path: NodePath) {
    guard let parent = path.parent else { return }
    var paths = inner.removeValue(forKey: parent) ?? []
    defer { inner[parent] = paths }
    guard let last = paths.last, path <= last else { return paths.append(path) }
    let place = paths.place(of: path)
    if paths[place] != path { paths.insert(path, at: place) }
  }
}

extension [NodePath] {
  /// The index of a path among sorted ones. A path that is not among them gets the index at which it would be, at most
  /// that of the last.
  fileprivate func place(of path: NodePath) -> Int {
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < path { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// Its lines.
extension StepForest {
  /// All places, in order.
  var paths: [NodePath] {
    var paths: [NodePath] = []
    append(below: .root, to: &paths)
    return paths
  }

  private func append(below parent: NodePath, to paths: inout [NodePath]) {
    for path in inner[parent] ?? [] {
      paths.append(path)
      if inner[path] != nil { append(below: path, to: &paths) }
    }
  }

  /// - Parameter kept: the only ones that are shown, with what they stand in; nil shows all.
  func rows(folded: Set<NodePath>, kept: Set<NodePath>? = nil) -> [StepRow] {
    var rows: [StepRow] = []
    append(below: .root, "", folded, kept, to: &rows)
    return rows
  }

  private func append(
    below parent: NodePath, _ branch: String, _ folded: Set<NodePath>, _ kept: Set<NodePath>?, to rows: inout [StepRow]
  ) {
    guard var paths = inner[parent] else { return }
    if let kept { paths = paths.filter(kept.contains) }
    for (index, path) in paths.enumerated() {
      let isLast = index == paths.count - 1
      let own = parent == .root ? "" : branch + (isLast ? "└ " : "├ ")
      let hasInner = inner[path] != nil
      rows.append(StepRow(path: path, branch: own, hasInner: hasInner))
      guard hasInner, !folded.contains(path) else { continue }
      append(below: path, parent == .root ? "" : branch + (isLast ? "  " : "│ "), folded, kept, to: &rows)
    }
  }
}

extension NodePath {
  /// How many columns it takes when it is written.
  var columns: Int {
    parts.reduce(-1) { columns, part in
      switch part {
      case .node(let index): columns + 1 + (index + 1).digits
      case .element(let index): columns + 2 + index.digits
      }
    }
  }
}

extension Int {
  fileprivate var digits: Int {
    var (rest, count) = (self, 1)
    while rest >= 10 { (rest, count) = (rest / 10, count + 1) }
    return count
  }
}

extension NodeRecord {
  /// Whether it is a request or a local job that was tried more than once, or whose request went to several addresses.
  var hasAttemptRows: Bool {
    (attempts.count > 1 || !made.sends.isEmpty) && (kind == .request || kind == .job) && made.elements == nil
  }
}

extension NodePath {
  /// The nodes that contain it, from the inside out.
  var around: [NodePath] {
    var places: [NodePath] = []
    var place = parent
    while let next = place, next != .root {
      places.append(next)
      place = next.parent
    }
    return places
  }
}
