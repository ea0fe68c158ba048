extension RunRecording {
  /// The elements of every node that ran for each of a list, by its place.
  var lists: [NodePath: [JSONValue]] {
    var lists: [NodePath: [JSONValue]] = [:]
    for record in nodes {
      if record.made.elements == 0 { lists[record.path] = [] }
      guard case .element? = record.path.parts.last, let parent = record.path.parent else { continue }
      lists[parent, default: []].append(record.input.value ?? .null)
    }
    return lists
  }

  /// How far each node is that runs for each element of a list, by its place.
  package var listProgress: [NodePath: ListProgress] {
    var progress: [NodePath: ListProgress] = [:]
    // Elements before their lists: an old recording knows only by them which nodes are lists.
    for record in nodes.reversed() { progress.note(record, after: nil) }
    return progress
  }

  /// Whether every element that a place speaks of was there.
  func hasElements(of path: NodePath) -> Bool {
    path.parts.indices.allSatisfy { index in
      guard case .element = path.parts[index] else { return true }
      return self[NodePath(Array(path.parts[...index]))] != nil
    }
  }
}

extension NodeRecord.Input {
  fileprivate var value: JSONValue? {
    if case .value(let value) = self { value } else { nil }
  }
}
