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

  /// The secret parts of those lists, as far as the recording has them.
  var listSecrets: [NodePath: SecretParts] {
    var (secrets, unknown) = ([NodePath: SecretParts](), Set<NodePath>())
    for record in nodes {
      guard case .element(let index)? = record.path.parts.last, let parent = record.path.parent else { continue }
      if record.isSecret, record.made.secretOutput == nil, record.output != .nodes { unknown.insert(parent) }
      secrets[parent, default: .none].insert(record.made.secretInput ?? .none, at: ValuePath([.index(index)]))
    }
    return secrets.filter { !unknown.contains($0.key) }
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
