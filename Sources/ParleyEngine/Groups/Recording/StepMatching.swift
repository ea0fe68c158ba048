/// Which steps of two outlines are the same: those of one name that stand in the same step, wherever they stand there; and one that
/// has only another name where it stood.
///
/// Both are laid into one tree, in which each step of either has its place.
struct StepMatching {
  /// The place in the tree of both, by the path in the left outline.
  private(set) var left: [NodePath: NodePath] = [:]
  /// The same of the right one.
  private(set) var right: [NodePath: NodePath] = [:]

  init(_ left: [StepOutline], _ right: [StepOutline]) {
    match(.root, .root, StepChildren(left), StepChildren(right), at: .root)
  }

  private mutating func match(
    _ left: NodePath?, _ right: NodePath?, _ ours: StepChildren, _ theirs: StepChildren, at place: NodePath
  ) {
    if let left { self.left[left] = place }
    if let right { self.right[right] = place }
    for (index, pair) in Self.pairs(ours.of(left), theirs.of(right)).enumerated() {
      match(pair.left, pair.right, ours, theirs, at: place.node(index))
    }
  }

  /// Those of the right that stand before the twin of one of the left come before it.
  private static func pairs(
    _ left: [StepChildren.Child], _ right: [StepChildren.Child]
  ) -> [(left: NodePath?, right: NodePath?)] {
    var pairs: [(left: NodePath?, right: NodePath?)] = []
    var rest = right[...]
    let known = Set(left.map(\.key))
    for own in left {
      let twin = rest.firstIndex { $0.key == own.key }
      while let twin, rest.startIndex < twin { pairs.append((nil, rest.removeFirst().path)) }
      let isRenamed = rest.first.map { !known.contains($0.key) && $0.isLike(own) } == true
      pairs.append((own.path, twin != nil || isRenamed ? rest.removeFirst().path : nil))
    }
    return joiningMoved(pairs + rest.map { (nil, $0.path) }, left, right)
  }

  /// The same where those of one name that found no twin, because their order is another one, are one where the left has them.
  private static func joiningMoved(
    _ pairs: [(left: NodePath?, right: NodePath?)], _ left: [StepChildren.Child], _ right: [StepChildren.Child]
  ) -> [(left: NodePath?, right: NodePath?)] {
    let keys = (
      left: Dictionary(left.map { ($0.path, $0.key) }) { first, _ in first },
      right: Dictionary(right.map { ($0.path, $0.key) }) { first, _ in first }
    )
    var alone: [ExactString: [NodePath]] = [:]
    for pair in pairs where pair.left == nil {
      if let path = pair.right, let key = keys.right[path] { alone[key, default: []].append(path) }
    }
    guard !alone.isEmpty else { return pairs }
    var moved: Set<NodePath> = []
    let joined = pairs.map { pair in
      guard pair.right == nil, let path = pair.left, let key = keys.left[path], let twin = alone[key]?.first else {
        return pair
      }
      alone[key]?.removeFirst()
      moved.insert(twin)
      return (path, twin)
    }
    return joined.filter { pair in pair.left != nil || !(pair.right.map(moved.contains) ?? false) }
  }
}

/// The steps directly inside each step of an outline, and by what they are found again.
private struct StepChildren {
  struct Child {
    let step: StepOutline
    let key: ExactString

    var path: NodePath { step.path }

    /// Whether both do the same, as far as that is known.
    func isLike(_ other: Child) -> Bool {
      (step.kind, step.request, step.means) == (other.step.kind, other.step.request, other.step.means)
    }
  }

  private var children: [NodePath: [Child]] = [:]

  init(_ outline: [StepOutline]) {
    var unnamed: [NodePath: Int] = [:]
    for step in outline {
      guard let parent = step.path.parent else { continue }
      if step.isUnnamed { unnamed[parent, default: 0] += 1 }
      let key = step.isUnnamed ? "\(step.kind.rawValue) without a name \(unnamed[parent] ?? 0)" : step.name
      children[parent, default: []].append(Child(step: step, key: ExactString(key)))
    }
  }

  func of(_ path: NodePath?) -> [Child] { path.flatMap { children[$0] } ?? [] }
}

extension StepOutline {
  /// Whether it is called by its number, as a list that nobody gave a name.
  package var isUnnamed: Bool {
    guard case .node(let index)? = path.parts.last else { return false }
    return name == "\(kind.rawValue) \(index + 1)"
  }
}

extension NodePath {
  /// Returns this place in another tree, given the places there by those here; elements of lists stay as they are. Nil
  /// if the other tree has no such place.
  func translated(by places: [NodePath: NodePath]) -> NodePath? {
    guard var nodes = places[withoutElements]?.parts[...] else { return nil }
    return NodePath(parts.map { part in if case .element = part { part } else { nodes.removeFirst() } })
  }
}
