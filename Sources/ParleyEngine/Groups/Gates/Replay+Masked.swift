/// A shared key that a step of an imported run wrote, whose value was masked when the run was exported.
package struct UnknownKey: Sendable, Hashable {
  /// The key's own.
  package let name: String
  /// The step that wrote it last.
  package let writer: NodePath
  /// What that step is called.
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

extension Replay {
  /// Puts a value of a person's in the place of one that is not known.
  package mutating func give(_ value: SharedValue, for key: UnknownKey) {
    unknown.removeAll { $0 == key }
    written.append(SharedUse(key: key.name, value: value, isSecret: true))
  }
}

extension RunRecording {
  /// - Parameter skipped: the steps that are not run again, in the order in which they ended.
  func unknownKeys(of skipped: [NodeRecord]) -> [UnknownKey] {
    guard !masked.isEmpty else { return [] }
    let left = Set(skipped.map(\.path))
    let needed = Set(
      nodes.filter { !left.contains($0.path) }.flatMap { $0.made.sharedReads.map { ExactString($0.key) } })
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

  /// The element of a list that a replay would run for again, where that element was masked.
  func maskedElement(around path: NodePath) -> NodeRecord? {
    guard !masked.isEmpty else { return nil }
    return nodes.first { record in
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
