/// The secret parts of a run's recorded values: as its steps noted them or, in an older recording, as they follow from
/// the sources of the values' parts.
struct RecordedSecretParts: Sendable {
  private let recording: RunRecording?
  private let recognizer: KnownSecrets.Recognizer?

  /// Functions of filters that only measure, compare, or say where something stands.
  private static let telling: Set<String> = [
    "length", "utf8bytelength", "type", "indices", "index", "rindex", "any", "all", "and/or", "not", "has", "test",
    "contains", "startswith", "endswith", "==", "!=", "<", "<=", ">", ">=",
  ]

  init(_ recording: RunRecording?, recognizer: KnownSecrets.Recognizer?) {
    (self.recording, self.recognizer) = (recording, recognizer)
  }

  func output(_ value: JSONValue, of record: NodeRecord) -> SecretParts {
    if let said = record.made.secretOutput { return said }
    guard record.isSecret else { return .none }
    if record.output == .nodes { return inside(value, of: record) }
    switch record.kind {
    case .request:
      let captured = Set(record.made.sharedWrites.filter(\.isSecret).compactMap { $0.value?.text })
      return SecretParts(credentialsOf: value) { captured.contains($1) || recognizer?($0, $1) == true }
    case .job where record.made.sources.isEmpty: return .whole
    case .job:
      var parts = SecretParts()
      collect(value, .root, of: record, into: &parts)
      return parts
    case .serial, .concurrent: return inside(value, of: record)
    }
  }

  func input(of record: NodeRecord) -> SecretParts {
    record.made.secretInput ?? (record.isSecret && record.made.secretOutput == nil ? inputOfOld(record) : .none)
  }

  /// Of a group or a step that ran for each element, what is secret in what its nodes gave.
  private func inside(_ value: JSONValue, of record: NodeRecord) -> SecretParts {
    let children = recording?.children(of: record.path) ?? []
    if record.kind == .serial, case .node? = children.first?.path.parts.last {
      return children.last { $0.state != .skipped && $0.state != .neverRan }.map { output(value, of: $0) } ?? .none
    }
    var parts = SecretParts()
    for child in children {
      guard let segment = child.segment, let part = try? ValuePath([segment]).resolve(in: value) else { continue }
      parts.insert(output(part, of: child), at: ValuePath([segment]))
    }
    return parts
  }
}

// Recordings from before the parts were written down.
extension RecordedSecretParts {
  private func inputOfOld(_ record: NodeRecord) -> SecretParts {
    guard case .value(let value) = record.input else { return .none }
    var parts = SecretParts()
    for path in value.leafPaths {
      guard let origin = record.made.sources.origin(ofElement: path), !isSecret(origin) else {
        parts.insert(path)
        continue
      }
    }
    return parts
  }

  private func collect(_ value: JSONValue, _ path: ValuePath, of record: NodeRecord, into parts: inout SecretParts) {
    for leaf in value.leafPaths where isSecret(leaf, of: record) { parts.insert(leaf) }
  }

  /// Whether the value at a path is secret. One of unknown origin is.
  private func isSecret(_ path: ValuePath, of record: NodeRecord) -> Bool {
    record.made.sources.origin(ofOutput: path).map(isSecret) ?? true
  }

  private func isSecret(_ origin: Provenance) -> Bool {
    switch origin {
    case .step(let step, let path): isSecret(path, in: step)
    case .places(let step, _): recording?[step].map { $0.isSecret && $0.kind != .request } ?? true
    case .computed(let name, let origins): !Self.telling.contains(name) && origins.contains(where: isSecret)
    case .made(let steps): steps.contains { recording?[$0]?.isSecret ?? true }
    case .shared, .other: false
    }
  }

  private func isSecret(_ path: ValuePath, in step: NodePath) -> Bool {
    guard let recording else { return true }
    let exact = recording.exactPlace(of: path, in: step)
    guard let record = recording[exact.node] else { return true }
    if let said = record.made.secretOutput { return !said.part(at: exact.path).isEmpty }
    guard record.isSecret else { return false }
    guard record.kind == .request else { return isSecret(exact.path, of: record) }
    return exact.path.segments.contains { segment in
      if case .key(let name) = segment { recognizer?(name, "a credential") ?? true } else { false }
    }
  }
}

extension NodeRecord {
  /// As what it stands in the value of the group around it.
  fileprivate var segment: ValuePath.Segment? {
    switch path.parts.last {
    case .element(let index)?: .index(index)
    case .node?: .key(name)
    case nil: nil
    }
  }
}

extension JSONValue {
  /// The ways to the texts and numbers in it.
  fileprivate var leafPaths: [ValuePath] {
    switch self {
    case .null, .bool: []
    case .number, .string: [.root]
    case .array(let elements):
      elements.enumerated().flatMap { index, element in
        element.leafPaths.map { ValuePath([.index(index)] + $0.segments) }
      }
    case .object(let members):
      members.flatMap { key, member in member.leafPaths.map { ValuePath([.key(key)] + $0.segments) } }
    }
  }
}
