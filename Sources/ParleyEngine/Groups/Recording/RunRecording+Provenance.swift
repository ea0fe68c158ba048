extension RunRecording {
  /// Where a part of what a job gave came from, as its filter knows it; nil where nobody wrote that down.
  package func origin(of path: ValuePath, givenBy node: NodePath) -> NodeSource.Origin? {
    guard let record = self[node], record.kind == .job else { return nil }
    for count in stride(from: path.segments.count, through: 0, by: -1) {
      let place = NodeSource.output(ValuePath(Array(path.segments.prefix(count))))
      guard let source = record.made.sources.first(where: { $0.place == place }) else { continue }
      return source.origin.part(Array(path.segments.dropFirst(count)))
    }
    return nil
  }
}

extension NodeSource.Origin {
  /// Of a value that was taken as a whole, a part was taken, too. What was computed is computed in all its parts.
  fileprivate func part(_ segments: [ValuePath.Segment]) -> NodeSource.Origin {
    guard !segments.isEmpty else { return self }
    return switch self {
    case .step(let step, let path): .step(step, ValuePath(path.segments + segments))
    case .places(let step, let places): .places(step, places + ValuePath(segments).description)
    case .shared, .other, .made, .computed: self
    }
  }
}
