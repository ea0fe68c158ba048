/// Takes the secrets out of what is recorded of steps, before that leaves the machine.
///
/// ```swift
/// let (record, isMasked) = RecordMasking(secrets).masked(record)
/// ```
package struct RecordMasking: Sendable {
  private let secrets: Secrets

  /// - Parameter secrets: all that may stand in the run.
  package init(_ secrets: Secrets) {
    self.secrets = secrets
  }

  /// What is known of a run before anything is masked of it: the secrets that its steps read and wrote.
  package static func secrets(of recording: RunRecording) -> Secrets {
    let uses = recording.nodes.flatMap { $0.made.sharedReads + $0.made.sharedWrites }
    return Secrets(uses.filter(\.isSecret).compactMap { $0.value?.text })
  }

  /// - Returns: the record without secrets, and whether there was one in it.
  package func masked(_ record: NodeRecord) -> (record: NodeRecord, isMasked: Bool) {
    var masked = record
    if case .value(let value) = record.input { masked.input = .value(secrets.maskingForeign(value)) }
    if case .value(let value) = record.output {
      // What a job made of a secret is one too, and cannot be found by its value.
      let isDerived = record.isSecret && record.kind == .job
      masked.output = .value(isDerived ? .string(Secrets.mask) : secrets.maskingForeign(value))
    }
    masked.made.sharedReads = record.made.sharedReads.map(hidden)
    masked.made.sharedWrites = record.made.sharedWrites.map(hidden)
    for index in masked.made.edits.indices {
      masked.made.edits[index].was = masked.made.edits[index].was.map { secrets.maskingForeign($0) }
      masked.made.edits[index].became = masked.made.edits[index].became.map { secrets.maskingForeign($0) }
    }
    masked.made.warnings = record.made.warnings.map(secrets.maskingForeign)
    return (masked, masked != record)
  }

  /// A secret that was removed holds nothing that could be masked.
  private func hidden(_ use: SharedUse) -> SharedUse {
    var use = use
    switch use.value {
    case nil: break
    case _ where use.isSecret: use.value = .text(Secrets.mask)
    case .json(let value)?: use.value = .json(secrets.maskingForeign(value))
    case .text(let text)?: use.value = .text(secrets.maskingForeign(text))
    case .bytes(let bytes)?: use.value = .bytes(secrets.maskingForeign(bytes))
    }
    return use
  }
}
