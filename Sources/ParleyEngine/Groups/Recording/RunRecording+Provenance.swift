extension RunRecording {
  /// A piece of the sentence that says where a value comes from.
  package enum SourcePiece: Sendable, Hashable {
    /// A step, by its place and name.
    case step(NodePath)
    /// A place in what that gave.
    case path(String)
    /// A shared key.
    case shared(String)
    /// A word, a comma, an arrow.
    case text(String)
    /// The function that computed it.
    case function(String)
    /// The work of a job about which nothing more is known.
    case means(NodePath)
  }

  /// Returns the origin of a part of a job's value, as its filter recorded it, or that it was edited by hand; nil if
  /// nobody recorded it.
  package func origin(of path: ValuePath, givenBy node: NodePath) -> Provenance? {
    self[node]?.sources.origin(ofOutput: path)
  }

  /// Returns the origin of a node's value, through all jobs before it:
  /// `3 cheapest .id ← 2 page .result[3].id`, `2 bill .lines[*].price (add)`, `shared token ← 1 login`.
  /// - Parameter record: the node's own.
  package func pieces(of origin: Provenance, in record: NodeRecord) -> [SourcePiece] {
    switch origin {
    case .step(let step, let path): pieces(of: step, path, in: record)
    case .places(let step, let places): [.step(step), .path(places)]
    case .computed(let name, let origins): list(origins.map { pieces(of: $0, in: record) }) + [.function(name)]
    case .shared(let key): [.shared(key)] + arrow(to: writer(of: key, before: record).map { [[.step($0)]] } ?? [])
    case .other(let words): [.text(words)]
    case .made(let steps): [.text("made from ")] + list(steps.map { [.step($0)] })
    }
  }

  /// A step, and what that was made from in its turn; where only the steps are known, `2 cheapest .id ← 1 items (by jq)`.
  package func pieces(of step: NodePath, _ path: ValuePath?, in record: NodeRecord) -> [SourcePiece] {
    let exact = path.map { exactPlace(of: $0, in: step) }
    return pieces(ofExact: exact?.node ?? step, exact?.path, in: record)
  }

  private func pieces(ofExact step: NodePath, _ path: ValuePath?, in record: NodeRecord) -> [SourcePiece] {
    let start: [SourcePiece] = [.step(step)] + (path.map { $0 == .root ? [] : [.path("\($0)")] } ?? [])
    guard let giver = self[step] else { return start }
    if let path, let before = origin(of: path, givenBy: step) {
      return start + arrow(to: [pieces(of: before, in: giver)])
    }
    guard giver.kind == .job, !giver.gaveNothing else { return start }
    return start + arrow(to: origins(of: step).map { [.step($0)] }) + [.means(step)]
  }

  /// The step that wrote a shared key before a node began.
  package func writer(of key: String, before record: NodeRecord) -> NodePath? {
    nodes.last { node in
      node.path != record.path && node.startedAt <= record.startedAt
        && node.made.sharedWrites.contains { $0.key == key }
    }?.path
  }

  private func arrow(to parts: [[SourcePiece]]) -> [SourcePiece] { parts.isEmpty ? [] : [.text(" ← ")] + list(parts) }

  private func list(_ parts: [[SourcePiece]]) -> [SourcePiece] { Array(parts.joined(separator: [.text(", ")])) }
}

extension Provenance {
  /// Of a value that was taken as a whole, a part was taken, too. What was computed is computed in all its parts.
  func part(_ segments: [ValuePath.Segment]) -> Provenance {
    guard !segments.isEmpty else { return self }
    return switch self {
    case .step(let step, let path): .step(step, ValuePath(path.segments + segments))
    case .places(let step, let places): .places(step, places + ValuePath(segments).description)
    case .shared, .other, .made, .computed: self
    }
  }
}

extension [RunRecording.SourcePiece] {
  /// The pieces as one text.
  /// - Parameter name: a step with its name, such as `4 pay`.
  package func words(naming name: (NodePath) -> String) -> String {
    map { piece in
      switch piece {
      case .step(let path): name(path)
      case .path(let path): " \(path)"
      case .shared(let key): "shared \(key)"
      case .text(let words): words
      case .function(let name): " (\(name))"
      case .means: ""
      }
    }.joined()
  }
}
