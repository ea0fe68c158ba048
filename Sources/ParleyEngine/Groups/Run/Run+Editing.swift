extension Run {
  /// Puts another value in the place of what a request or a job gave that has ended: what begins later works on it, and the
  /// recording has it. What has begun already is not changed.
  /// - Returns: whether there is such a node, and it has ended.
  @discardableResult
  package func replaceValue(of path: NodePath, with value: JSONValue?) -> Bool {
    guard let record = recording[path], record.state.isFinal, record.kind == .request || record.kind == .job else {
      return false
    }
    context.edits.put(value, at: path, inside: kinds(around: path))
    context.ledger.change(path) { record in
      let isFirst = !record.interventions.contains(.valueReplaced)
      if isFirst { record.made.edits.append(NodeEdit(.value, was: record.output.value)) }
      record.output = value.map(NodeRecord.Output.value) ?? .none
      record.interventions.append(.valueReplaced)
    }
    return true
  }

  private func kinds(around path: NodePath) -> [NodePath: NodeRecord.Kind] {
    let recording = recording
    var (kinds, place) = ([NodePath: NodeRecord.Kind](), path.parent)
    while let next = place, next != .root {
      kinds[next] = recording[next]?.kind
      place = next.parent
    }
    return kinds
  }
}
