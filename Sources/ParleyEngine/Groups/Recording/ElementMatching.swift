/// Which elements of the lists that steps ran for are the same in two runs: equal ones, in their order, and between them those that are
/// alike, as in lists that are compared; elements whose values nobody recorded are found again by their place.
///
/// Both are laid into one list, in which each element of either has its place.
struct ElementMatching {
  /// The places of the elements of the left run, and of the right one, in the list of both.
  private(set) var left = ElementPlaces()
  private(set) var right = ElementPlaces()

  /// - Parameters:
  ///   - leftSteps: the places of the steps of the left run in the tree of both.
  ///   - rightSteps: the same of the right run.
  init(
    _ leftRun: RunRecording, _ leftSteps: [NodePath: NodePath], _ rightRun: RunRecording,
    _ rightSteps: [NodePath: NodePath]
  ) {
    let ours = Self.lists(of: leftRun, leftSteps)
    let theirs = Self.lists(of: rightRun, rightSteps)
    // Lists inside of elements come after those around them.
    for depth in 0...Self.deepest {
      let own = Dictionary(
        ours.filter { $0.depth == depth }.map { (left.place(of: $0.place), $0) }
      ) { first, _ in first }
      let other = Dictionary(
        theirs.filter { $0.depth == depth }.map { (right.place(of: $0.place), $0) }
      ) { first, _ in first }
      if own.isEmpty && other.isEmpty && depth > 0 { return }
      for (place, list) in own {
        guard let twin = other[place] else { continue }
        match(list, twin)
      }
    }
  }

  private static let deepest = 8

  private mutating func match(_ own: List, _ other: List) {
    let isKnown = !own.elements.values.contains(nil) && !other.elements.values.contains(nil)
    let (ours, theirs) = (own.elements.keys.sorted(), other.elements.keys.sorted())
    guard isKnown, ours == Array(ours.indices), theirs == Array(theirs.indices) else { return }
    let alignment = ArrayAlignment(
      ours.compactMap { own.elements[$0] ?? nil }, theirs.compactMap { other.elements[$0] ?? nil })
    for (place, pair) in alignment.pairs.enumerated() {
      if let index = pair.left { left.put(index, of: own.place, at: place) }
      if let index = pair.right { right.put(index, of: other.place, at: place) }
    }
  }

  /// A step that ran for each element of a list, and what its elements were.
  private struct List {
    /// The place in the tree of both, with the elements around it as they are in its own run.
    let place: NodePath
    /// The value of each element that ran; nil where it is not recorded.
    var elements: [Int: JSONValue?] = [:]
    var depth: Int { place.elementsAround.count }
  }

  private static func lists(of recording: RunRecording, _ steps: [NodePath: NodePath]) -> [List] {
    var lists: [NodePath: List] = [:]
    for record in recording.nodes {
      guard case .element(let index)? = record.path.parts.last, let place = record.path.translated(by: steps),
        let list = place.parent
      else { continue }
      let value: JSONValue? = if case .value(let value) = record.input { value } else { nil }
      lists[list, default: List(place: list)].elements[index] = .some(value)
    }
    return Array(lists.values)
  }
}

/// The places of the elements of one run in lists that two runs share.
struct ElementPlaces {
  /// By the list, with the elements around it as they are in the run, and the element.
  private var places: [NodePath: [Int: Int]] = [:]

  mutating func put(_ index: Int, of list: NodePath, at place: Int) { places[list, default: [:]][index] = place }

  /// Returns a place in the tree of both runs, given the same with the elements of its own run.
  func place(of path: NodePath) -> NodePath {
    guard !places.isEmpty else { return path }
    var own = NodePath.root
    var parts: [NodePath.Part] = []
    for part in path.parts {
      if case .element(let index) = part, let place = places[own]?[index] {
        parts.append(.element(place))
      } else {
        parts.append(part)
      }
      own = NodePath(own.parts + [part])
    }
    return NodePath(parts)
  }
}

extension NodePath {
  /// The elements of lists in which it stands, from the outside in; itself, where it is one.
  var elementsAround: [NodePath] {
    parts.indices.compactMap { index in
      if case .element = parts[index] { NodePath(Array(parts[...index])) } else { nil }
    }
  }
}
