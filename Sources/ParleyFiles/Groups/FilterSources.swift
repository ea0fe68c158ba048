package import JQ
package import ParleyEngine

/// The sources of the parts of a filter's output, in the run's terms: steps, the input, shared keys.
package struct FilterSources: Sendable {
  /// The place of a step that the filter names.
  private let step: @Sendable (String) -> NodePath?
  /// The origin of a part of the filter's input.
  private let inputOrigin: @Sendable (ValuePath) -> Provenance?

  package init(input: NodeInput) {
    step = { input.steps.path(of: $0) }
    inputOrigin = { input.origin(of: $0) }
  }

  /// Those of a step that ran.
  package init(of record: NodeRecord, in recording: RunRecording) {
    step = { name in recording.stepBefore(record, named: name)?.path }
    inputOrigin = { Self.inputOrigin(of: $0, in: record) }
  }

  /// Returns the origin of a part of what a step worked on.
  private static func inputOrigin(of path: ValuePath, in record: NodeRecord) -> Provenance? {
    if record.made.edits.contains(where: { $0.part == .input }) { return .byHand }
    if case .result(let step) = record.input { return .step(step, path) }
    return record.sources.origin(ofElement: path)
  }

  /// The maximal number of separate sources. Further ones are given with `[*]`, which stands for any element.
  private static let most = 200

  package func sources(of trace: JQTrace) -> [NodeSource] {
    trace.leaves(limit: Self.most).compactMap { path, source in
      origin(of: source).map { NodeSource(place: NodeSource.output("\(path)"), origin: $0) }
    }
  }

  /// The same of one element of a list that a filter gave.
  package func sources(of trace: JQTrace, element index: Int) -> [NodeSource] {
    trace.leaves(of: [.index(index)], limit: Self.mostOfElement).compactMap { path, source in
      origin(of: source).map { NodeSource(place: NodeSource.element("\(path)"), origin: $0) }
    }
  }

  private static let mostOfElement = 50

  package func origin(of source: JQTrace.Source) -> Provenance? {
    switch source {
    case .copied(let path): origin(at: path)
    case .computed(let name, let paths): .computed(by: name, from: paths.map(origin))
    case .literal: .other("written in the filter")
    case .built: nil
    }
  }

  private func origin(at path: JQPath) -> Provenance {
    switch path.variable.flatMap(JQVariable.init) {
    case .steps:
      guard case .key(let name)? = path.segments.first, let step = step(name) else { break }
      return origin(step, Array(path.segments.dropFirst()))
    case .shared:
      guard case .key(let name)? = path.segments.first else { break }
      return .shared(name)
    case nil where path.variable == nil:
      if let origin = inputOrigin(along: path) { return origin }
      return .other("input\(path.segments.isEmpty ? "" : " \(path)")")
    case .vars, .response, nil: break
    }
    return .other("\(path)")
  }

  private func inputOrigin(along path: JQPath) -> Provenance? {
    if let exact = ValuePath(path) { return inputOrigin(exact) }
    guard case .step(let step, let start)? = inputOrigin(.root) else { return inputOrigin(.root) }
    return .places(step, start == .root ? "\(path)" : "\(start)\(JQPath(segments: path.segments).behind)")
  }

  private func origin(_ step: NodePath, _ segments: [JQPath.Segment]) -> Provenance {
    let path = JQPath(segments: segments)
    return ValuePath(path).map { .step(step, $0) } ?? .places(step, "\(path)")
  }
}

extension JQPath {
  /// As it stands behind another one.
  fileprivate var behind: String { segments.map(\.description).joined() }
}

extension ValuePath {
  /// Nil for one that leads to many places.
  fileprivate init?(_ path: JQPath) {
    var segments: [Segment] = []
    for segment in path.segments {
      switch segment {
      case .key(let name): segments.append(.key(name))
      case .index(let index): segments.append(.index(index))
      case .anyIndex: return nil
      }
    }
    self.init(segments)
  }
}
