/// A change that a person made to a node at a pause.
package struct NodeEdit: Sendable, Hashable, Codable {
  /// The part of a node that was changed.
  package enum Part: String, Sendable, Hashable, Codable {
    /// The node's input, its list, or its request.
    case input, list, request
    /// The result, replaced before any later node saw it, or the value, replaced after that.
    case result, value
  }

  /// The part that was changed.
  package var part: Part
  /// The value before the change, unless it is kept elsewhere: a response is in the history.
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

/// The values that replace those of completed nodes because a person has edited them.
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

  /// Returns a node's result with all edits applied.
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
