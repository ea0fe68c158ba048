extension RunRecording {
  /// The place of a value that is equal to the one searched for.
  package struct Sighting: Sendable, Hashable {
    /// The node that gave it.
    package let node: NodePath
    /// The path in the node's value.
    package let path: ValuePath

    /// The value at this path of what that node gave.
    package init(node: NodePath, path: ValuePath) {
      self.node = node
      self.path = path
    }
  }

  /// The steps that a node was made from: its input's, where that was used, and those it looked up.
  package func origins(of path: NodePath) -> [NodePath] {
    guard let record = self[path] else { return [] }
    var origins = record.made.steps
    if case .result(let step) = record.input, usesInput(record), !origins.contains(step) { origins.insert(step, at: 0) }
    return origins
  }

  /// A list uses what the steps use to which it hands its input on.
  func usesInput(_ record: NodeRecord) -> Bool {
    if record.usesInput { return true }
    guard record.kind == .serial || record.kind == .concurrent else { return false }
    return children(of: record.path).contains { $0.input == record.input && usesInput($0) }
  }

  /// Returns the places, in the values of the steps before one, of values that equal this one. Meant for values whose
  /// exact origin is unknown.
  /// - Parameter output: the value that a recorded node gave.
  package func sightings(
    of value: JSONValue, before path: NodePath, limit: Int = 20,
    output: @Sendable (NodeRecord) async throws -> JSONValue?
  ) async rethrows -> [Sighting] {
    guard let start = self[path]?.startedAt else { return [] }
    var found: [Sighting] = []
    for record in nodes where record.output != .nodes && record.endedAt.map({ $0 <= start }) == true {
      guard record.path != path, let root = try await output(record) else { continue }
      for place in root.places(of: value, limit: limit - found.count) {
        found.append(Sighting(node: record.path, path: place))
      }
    }
    return found
  }
}

extension JSONValue {
  /// The ways to every value that equals another, no more than `limit`.
  func places(of value: JSONValue, limit: Int) -> [ValuePath] { places(limit: limit) { $0 == value } }

  /// The ways to every value that is meant, no more than `limit`.
  package func places(limit: Int, where isMeant: (JSONValue) -> Bool) -> [ValuePath] {
    var found: [ValuePath] = []
    collect(at: .root, limit, &found, isMeant)
    return found
  }

  private func collect(
    at path: ValuePath, _ limit: Int, _ found: inout [ValuePath], _ isMeant: (JSONValue) -> Bool
  ) {
    guard found.count < limit else { return }
    if isMeant(self) { found.append(path) }
    switch self {
    case .object(let members):
      for (key, member) in members { member.collect(at: path.appending(.key(key)), limit, &found, isMeant) }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        element.collect(at: path.appending(.index(index)), limit, &found, isMeant)
      }
    case .null, .bool, .number, .string: break
    }
  }
}
