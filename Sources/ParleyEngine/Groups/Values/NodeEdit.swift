/// What a person changed about a node at a pause.
package struct NodeEdit: Sendable, Hashable, Codable {
  /// What is other than it was.
  package enum Part: String, Sendable, Hashable, Codable {
    /// What it worked on, what it ran for, and what it sent.
    case input, list, request
    /// What stood for its result before any later node saw that, and what did so later.
    case result, value
  }

  /// What is other than it was.
  package var part: Part
  /// What was there before, as far as nothing else has it: a response is in the history.
  package var was: JSONValue?
  /// Of a request, what was there then, masked: it is put over the step's own again where a replay begins at the step.
  package var became: JSONValue?
  /// The run whose recorded result was taken; nil where a person wrote one.
  package var run: String?

  /// This part was changed.
  package init(_ part: Part, was: JSONValue? = nil, became: JSONValue? = nil, from run: String? = nil) {
    self.part = part
    self.was = was
    self.became = became
    self.run = run
  }
}

/// What stands for the values of nodes that have ended, because a person has edited them.
final class ValueEdits: Sendable {
  fileprivate struct State {
    var values: [NodePath: JSONValue?] = [:]
    /// The groups around them whose value is made of theirs.
    var kinds: [NodePath: NodeRecord.Kind] = [:]
  }

  private let state = Lock(State())

  /// - Parameter kinds: of the groups around it.
  func put(_ value: JSONValue?, at path: NodePath, inside kinds: [NodePath: NodeRecord.Kind]) {
    state.withLock { state in
      state.values[path] = .some(value)
      state.kinds.merge(kinds) { $1 }
    }
  }

  /// What a node gave, with all that was edited of it.
  func applied(to result: NodeResult, at path: NodePath) -> NodeResult {
    let state = state.withLock { $0 }
    return state.values.isEmpty ? result : state.applied(to: result, at: path)
  }
}

extension ValueEdits.State {
  fileprivate func applied(to result: NodeResult, at path: NodePath) -> NodeResult {
    if let value = values[path] { return result.replacingValue(value) }
    guard values.keys.contains(where: { $0.isInside(path) }) else { return result }
    var copy = result
    let isList = values.keys.contains { $0.isInside(path) && $0.parts[path.parts.count].isElement }
    for index in copy.results.indices {
      copy.results[index] = applied(to: copy.results[index], at: isList ? path.element(index) : path.node(index))
    }
    copy.value = isList ? .array(copy.results.map { $0.value ?? .null }) : value(of: copy, at: path)
    return copy
  }

  /// Of a group, from what its nodes gave.
  private func value(of result: NodeResult, at path: NodePath) -> JSONValue? {
    guard kinds[path] == .concurrent else { return result.results.last { $0.hasRun }?.value }
    let names = result.value?.object?.map(\.key) ?? []
    return .object(JSONObject(zip(names, result.results).map { ($0, $1.value ?? .null) }))
  }
}

extension NodePath.Part {
  fileprivate var isElement: Bool {
    if case .element = self { true } else { false }
  }
}
