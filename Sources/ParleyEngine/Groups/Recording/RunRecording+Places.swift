extension RunRecording {
  /// Returns the exact place of a value that a source names as a part of a step's value: for a step that ran for each
  /// element of a list, in the element that gave it.
  package func exactPlace(of path: ValuePath, in step: NodePath) -> Sighting {
    var (node, segments) = (step, path.segments[...])
    while case .index(let index)? = segments.first, index >= 0, self[node.element(index)] != nil {
      node = node.element(index)
      segments.removeFirst()
    }
    return Sighting(node: node, path: ValuePath(Array(segments)))
  }

  /// The steps, and elements of them, that gave to a node: exactly where its sources say so, else all of a step.
  package func givers(of path: NodePath) -> Set<NodePath> {
    guard let record = self[path] else { return [] }
    let exact = record.sources.flatMap { $0.origin.places }
    var givers = Set(exact.map { place in place.path.map { exactPlace(of: $0, in: place.step).node } ?? place.step })
    let named = Set(exact.map(\.step))
    givers.formUnion(origins(of: path).filter { !named.contains($0) })
    if path.isElementOfList, let list = path.parent { givers.formUnion(origins(of: list)) }
    return givers
  }

  /// The steps that were made from what a node gave. Of an element of a list also those that took from its list; unless they say
  /// which elements, and this is none of them.
  package func uses(of path: NodePath) -> [NodePath] {
    var steps = [path]
    while let last = steps.last, last.isElementOfList, let list = last.parent { steps.append(list) }
    return nodes.filter { record in
      steps.contains { takes(record, from: $0) } && (steps.count == 1 || takes(record, fromElement: path, of: steps))
    }.map(\.path)
  }

  private func takes(_ record: NodeRecord, from step: NodePath) -> Bool {
    if record.made.steps.contains(step) { return true }
    if record.sources.contains(where: { $0.origin.places.contains { $0.step == step } }) { return true }
    return record.input == .result(of: step) && usesInput(record)
  }

  private func takes(_ record: NodeRecord, fromElement path: NodePath, of steps: [NodePath]) -> Bool {
    let places = record.sources.flatMap { $0.origin.places }.filter { steps.contains($0.step) }
    guard !places.isEmpty else { return true }
    return places.contains { place in
      guard let value = place.path else { return true }
      let node = exactPlace(of: value, in: place.step).node
      return node == path || steps.dropFirst().contains(node)
    }
  }

  /// Returns the parts of a node that were made from another one's value: `body.id`, `query.page`.
  package func places(in user: NodePath, takenFrom node: NodePath) -> [String] {
    guard let record = self[user] else { return [] }
    return record.sources.filter { source in
      source.origin.places.contains { place in
        place.step == node || place.path.map { exactPlace(of: $0, in: place.step).node == node } == true
      }
    }.map(\.place)
  }
}

extension RunRecording {
  /// The same with another record of a node that it has already.
  package func replacing(_ record: NodeRecord) -> RunRecording {
    guard let index = nodes.firstIndex(where: { $0.path == record.path }), nodes[index] != record else { return self }
    var copy = self
    copy.nodes[index] = record
    return copy
  }
}

extension Provenance {
  /// The steps it names, with the place in what each gave, where it is one.
  package var places: [(step: NodePath, path: ValuePath?)] {
    switch self {
    case .step(let step, let path): [(step, path)]
    case .places(let step, _): [(step, nil)]
    case .computed(_, let origins): origins.flatMap(\.places)
    case .made(let steps): steps.map { ($0, nil) }
    case .shared, .other: []
    }
  }
}

extension NodePath {
  /// Whether it is the run for one element of a list.
  package var isElementOfList: Bool {
    if case .element? = parts.last { true } else { false }
  }
}
