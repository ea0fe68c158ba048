/// A shared key that a step of an imported run wrote, whose value was masked when the run was exported.
package struct UnknownKey: Sendable, Hashable {
  /// The key's own.
  package let name: String
  /// The step that wrote it last.
  package let writer: NodePath
  /// The name of that step.
  package let writerName: String
  /// Whether a step read it that is now run again.
  package let isNeeded: Bool

  var error: SharedDataError {
    SharedDataError(
      .locked, "The value of the shared key “\(name)” is not known: it was masked when the run was exported.",
      place: "step \(writer) \(writerName)",
      advice: "Start at \(writer) \(writerName) or an earlier step, or import a file that was exported with --sealed.")
  }
}

/// A part of what a step of an imported run gave, which was masked when the run was exported.
package struct UnknownValue: Sendable, Hashable {
  /// The step that gave it.
  package let step: NodePath
  /// The name of that step.
  package let name: String
  /// The place in what it gave.
  package let path: ValuePath
}

extension Replay {
  /// Puts a value of a person's in the place of one that is not known.
  package mutating func give(_ value: SharedValue, for key: UnknownKey) {
    unknown.removeAll { $0 == key }
    written.append(SharedUse(key: key.name, value: value, isSecret: true))
  }
}

/// The masks of an imported run, and what a replay of it does not know by them.
struct RecordedMasks {
  let recording: RunRecording

  /// - Parameter skipped: the steps that are not run again, in the order in which they ended.
  func unknownKeys(of skipped: [NodeRecord]) -> [UnknownKey] {
    let masked = Set(recording.masked)
    guard !masked.isEmpty else { return [] }
    let left = Set(skipped.map(\.path))
    let needed = Set(
      recording.nodes.filter { !left.contains($0.path) }.flatMap { $0.made.sharedReads.map { ExactString($0.key) } })
    var keys: [ExactString: UnknownKey] = [:]
    for record in skipped {
      for use in record.made.sharedWrites {
        let key = ExactString(use.key)
        let isUnknown = masked.contains(record.path) && use.isSecret && use.value != nil
        keys[key] =
          isUnknown
          ? UnknownKey(name: use.key, writer: record.path, writerName: record.name, isNeeded: needed.contains(key))
          : nil
      }
    }
    return keys.values.sorted { $0.writer < $1.writer }
  }

  /// - Parameter results: of the steps that are not run again.
  func unknownValues(of results: [NodePath: NodeResult]) -> [UnknownValue] {
    let masked = recording.masked
    guard !masked.isEmpty else { return [] }
    let again = recording.nodes.filter { results[$0.path] == nil }
    return masked.flatMap { path -> [UnknownValue] in
      guard let value = results[path]?.value, let record = recording[path] else { return [] }
      return value.maskedPlaces.filter { place in again.contains { uses($0, place, of: path) } }
        .map { UnknownValue(step: path, name: record.name, path: $0) }
    }
  }

  /// Whether a step was made from a part of what another gave.
  private func uses(_ record: NodeRecord, _ part: ValuePath, of step: NodePath) -> Bool {
    let places = record.sources.flatMap(\.origin.places).filter { $0.step == step }
    let isNamed = places.contains { place in
      guard let path = place.path else { return true }
      return path.segments.starts(with: part.segments) || part.segments.starts(with: path.segments)
    }
    // A program gets all of its input, and nothing says what it made of it.
    return isNamed
      || record.kind == .job && record.sources.isEmpty && record.input == .result(of: step) && record.usesInput
  }

  /// The element of a list that a replay would run for again, where that element was masked.
  func maskedElement(around path: NodePath) -> NodeRecord? {
    let masked = Set(recording.masked)
    guard !masked.isEmpty else { return nil }
    return recording.nodes.first { record in
      guard case .element? = record.path.parts.last, let list = record.path.parent, masked.contains(record.path) else {
        return false
      }
      return path != list && path.isInside(list) && record.input.isMasked
    }
  }
}

extension NodeRecord.Input {
  fileprivate var isMasked: Bool {
    guard case .value(let value) = self else { return false }
    return JSONPrinter.compact.string(of: value).contains(Secrets.mask)
  }
}
