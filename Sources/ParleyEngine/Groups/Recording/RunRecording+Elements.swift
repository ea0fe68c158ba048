extension RunRecording {
  /// The elements of every node that ran for each of a list, by its place.
  var lists: [NodePath: [JSONValue]] {
    var lists: [NodePath: [JSONValue]] = [:]
    for record in nodes {
      guard case .element? = record.path.parts.last, let parent = record.path.parent else { continue }
      lists[parent, default: []].append(record.input.value ?? .null)
    }
    return lists
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
