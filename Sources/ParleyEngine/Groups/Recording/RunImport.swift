extension RunRecording {
  /// The origin of a run that another program recorded, and that was read from a file.
  package struct Import: Sendable, Hashable, Codable {
    /// The workspace's name there.
    package var workspace: String
    /// The run's number there.
    package var number: Int64?
    /// The time at which it was read from its file.
    package var at: Timestamp
    /// The steps of which a secret was masked when the file was written: what they gave is not known any more.
    package var masked: [NodePath]
    /// Whether its secrets came along; nil in an import that is older than this.
    package var hasSecrets: Bool?

    /// A run of this workspace.
    package init(
      workspace: String, number: Int64?, at: Timestamp, masked: [NodePath] = [], hasSecrets: Bool? = nil
    ) {
      self.workspace = workspace
      self.number = number
      self.at = at
      self.masked = masked
      self.hasSecrets = hasSecrets
    }

    /// Whether a file that has the secrets says more.
    package var lacksSecrets: Bool { hasSecrets.map { !$0 } ?? !masked.isEmpty }

    /// `demo run 14`
    package var source: String { number.map { "\(workspace) run \($0)" } ?? workspace }
  }

  /// The steps of which something was masked when the run was exported: an imported one, or the one that a replay took them from.
  package var masked: [NodePath] {
    let imported = summary.imported?.masked ?? []
    let takenOver = nodes.filter(\.made.isMasked).map(\.path)
    return takenOver.isEmpty ? imported : imported + takenOver.filter { !imported.contains($0) }
  }

  /// Whether masks may stand in it for what another machine has not told.
  var mayHoldMasks: Bool { summary.imported != nil || nodes.contains(where: \.made.isMasked) }

  /// Whether that is so of one step.
  func isMasked(_ record: NodeRecord) -> Bool {
    record.made.isMasked || summary.imported?.masked.contains(record.path) == true
  }
}

/// A step of an imported run whose result was masked. A reference, so that results stay small.
final class MaskedStep: Sendable {
  let path: NodePath
  let name: String

  init(_ record: NodeRecord) {
    (path, name) = (record.path, record.name)
  }

  var error: RecordingError { .masked(path, name) }
}

extension NodeResult {
  /// Does nothing unless a part of its value was masked when its run was exported.
  /// - Throws: `RecordingError.masked`
  package func refuseMasked(at path: ValuePath = .root) throws {
    guard let masked, let value, let part = try? path.resolve(in: value), part.holdsMask else { return }
    throw masked.error
  }

  /// Does nothing unless what was made of its value was made of what was masked when its run was exported.
  /// - Throws: `RecordingError.masked`
  package func refuseMasked(in made: JSONValue, of secrets: SecretParts) throws {
    guard let masked, value?.holdsMask == true, !secrets.isEmpty || made.holdsMask else { return }
    throw masked.error
  }
}

extension NodeInput {
  /// The result that it works on, if there is one.
  package var inputResult: NodeResult? {
    guard case .result(let result, let path) = source else { return nil }
    return steps.table.edits.applied(to: result, at: path)
  }
}

extension JSONValue {
  /// Whether a mask stands in it.
  package var holdsMask: Bool {
    switch self {
    case .null, .bool, .number: false
    case .string(let text): text.utf8.count >= Secrets.mask.utf8.count && text.contains(Secrets.mask)
    case .array(let elements): elements.contains(where: \.holdsMask)
    case .object(let members): members.contains { $0.value.holdsMask || JSONValue.string($0.key).holdsMask }
    }
  }

  /// The ways to the texts in which a mask stands.
  package var maskedPlaces: [ValuePath] {
    switch self {
    case .null, .bool, .number: []
    case .string: holdsMask ? [.root] : []
    case .array(let elements):
      elements.enumerated().flatMap { index, element in element.maskedPlaces.map { $0.inside(.index(index)) } }
    case .object(let members): members.flatMap { key, member in member.maskedPlaces.map { $0.inside(.key(key)) } }
    }
  }

  /// The same with another text in the places of the masks at a path.
  package func replacingMask(at path: ArraySlice<ValuePath.Segment>, by text: String) -> JSONValue {
    switch (self, path.first) {
    case (.string(let old), nil): return .string(old.replacing(Secrets.mask, with: text))
    case (.object(let members), .key(let name)?):
      return .object(
        JSONObject(
          members.map { ($0.key, $0.key == name ? $0.value.replacingMask(at: path.dropFirst(), by: text) : $0.value) }))
    case (.array(let elements), .index(let place)?):
      return .array(
        elements.enumerated().map {
          $0.offset == place ? $0.element.replacingMask(at: path.dropFirst(), by: text) : $0.element
        })
    default: return self
    }
  }
}

extension ValuePath {
  /// Behind one more step.
  fileprivate func inside(_ segment: Segment) -> ValuePath { ValuePath([segment] + segments) }
}
