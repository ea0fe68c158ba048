import ParleyEngine
import WorkbenchParts
import WorkbenchState

/// A value in a part of a step.
package struct StepValue: Hashable, Sendable {
  var step: NodePath
  var tab: StepTab
  var path: ValuePath
}

/// The origin of a value in a part of a step, as the recording knows it.
struct ValueProvenance {
  enum Finding: Hashable {
    /// From these values of steps; the first one is the nearest.
    case steps([StepValue])
    case shared(String)
    /// From elsewhere, in words.
    case elsewhere(String)
    /// Nobody wrote it down: what is equal is looked for.
    case unknown
  }

  @CopyOnWrite private(set) var tree: StepTree
  @CopyOnWrite private var recording: RunRecording
  @CopyOnWrite private var record: NodeRecord

  init?(of step: NodePath, in tree: StepTree) {
    guard let run = tree.run, var record = run.records[step] else { return nil }
    // What a step that waits would send is known from making it.
    if let trace = run.stops.first(where: { $0.node.path == step })?.node.input.trace { record.made = trace.soFar }
    (self.tree, self.record) = (tree, record)
    recording = tree.recording?.replacing(record) ?? RunRecording(run.summary, nodes: [record])
  }

  /// - Parameter line: of a request, where the value stands on a line without a path.
  func source(of value: PickedValue, in tab: StepTab) -> Finding {
    guard value.filter == nil else { return .unknown }
    switch tab.value {
    case .input: return value.path.map(input) ?? .unknown
    case .output: return value.path.map(output) ?? .unknown
    case .request: return request(value)
    case .response, nil: return .unknown
    }
  }

  private func input(_ path: ValuePath) -> Finding {
    if record.interventions.contains(.inputReplaced) { return .elsewhere("The input was edited by hand.") }
    if let origin = record.sources.origin(ofElement: path) { return finding(origin) }
    guard case .result(let step) = record.input else { return .unknown }
    return .steps([given(step, path)])
  }

  private func output(_ path: ValuePath) -> Finding {
    if record.interventions.contains(where: { $0 == .resultReplaced || $0 == .valueReplaced }) {
      return .elsewhere("The result was written by hand.")
    }
    switch (record.output, record.kind) {
    case (.answer, _):
      guard let root = tree.outline(of: record.path)?.root else { return .unknown }
      return .steps([StepValue(step: record.path, tab: .response, path: ValuePath(root.segments + path.segments))])
    case (.nodes, _): return inner(path)
    case (.value, .job):
      return recording.origin(of: path, givenBy: record.path).map(finding) ?? .unknown
    default: return .unknown
    }
  }

  /// Of a group, by the step in it that gave the part.
  private func inner(_ path: ValuePath) -> Finding {
    let children = recording.children(of: record.path)
    let rest = ValuePath(Array(path.segments.dropFirst()))
    if children.first?.path.isElement == true {
      guard case .index(let index)? = path.segments.first, children.indices.contains(index) else { return .unknown }
      return .steps([given(children[index].path, rest)])
    }
    guard record.kind == .concurrent else {
      let last = children.last { $0.state != .skipped && $0.state != .neverRan }
      return last.map { .steps([given($0.path, path)]) } ?? .unknown
    }
    guard case .key(let name)? = path.segments.first,
      let child = children.first(where: { $0.name.isIdentical(to: name) })
    else { return .unknown }
    return .steps([given(child.path, rest)])
  }

  /// A header or the address by what its templates took; a part of the body by its path, or else it is looked for
  /// by its value.
  private func request(_ value: PickedValue) -> Finding {
    if let origin = value.path.flatMap({ record.sources.origin(ofBody: $0) }), case .steps(let values) = finding(origin)
    {
      return .steps(values)
    }
    let sources = record.sources.filter { $0.outputPath == nil && value.isIn($0.place) }
    let findings = sources.map { finding($0.origin) }
    let steps = findings.flatMap { if case .steps(let values) = $0 { values } else { [StepValue]() } }
    if !steps.isEmpty { return .steps(steps.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }) }
    return findings.first ?? .unknown
  }

  private func finding(_ origin: Provenance) -> Finding {
    switch origin {
    case .shared(let key): return .shared(key)
    case .other(let words): return .elsewhere("\(NodeSource.sentence(ofOrigin: words).capitalizedFirst).")
    default:
      let values = values(of: origin)
      return values.isEmpty ? .unknown : .steps(values)
    }
  }

  private func values(of origin: Provenance) -> [StepValue] {
    switch origin {
    case .step(let step, let path): [given(step, path)]
    case .places(let step, let places): [given(step, ValuePath(front: places))]
    case .computed(_, let origins): origins.flatMap(values)
    case .made(let steps): steps.map { given($0, .root) }
    case .shared, .other: []
    }
  }

  /// The place of a value that a step gave; for a request, in its response.
  private func given(_ step: NodePath, _ path: ValuePath) -> StepValue {
    guard case .answer? = recording[step]?.output, let root = tree.outline(of: step)?.root else {
      return StepValue(step: step, tab: .output, path: path)
    }
    return StepValue(step: step, tab: .response, path: ValuePath(root.segments + path.segments))
  }
}

extension PickedValue {
  /// Whether it stands in the part of a request that has this name.
  fileprivate func isIn(_ place: String) -> Bool {
    guard path == nil, let text else { return false }
    if line == 0 { return place == "url" || place.hasPrefix("path ") || place.hasPrefix("query ") }
    let name = text.prefix { $0 != ":" }
    return place.lowercased() == "header \(name.lowercased())"
  }
}

extension ValuePath {
  /// As far as a text leads to one place: `.lines[*].price` to `.lines`.
  fileprivate init(front text: String) {
    let exact = text.prefix { $0 != "*" }
    let front = exact.count == text.count ? exact : exact.dropLast()
    self = (try? ValuePath(parsing: String(front))) ?? .root
  }
}
