/// Takes the secrets out of what is recorded of steps, before that leaves the machine.
///
/// ```swift
/// let (record, isMasked) = RecordMasking(secrets).masked(record)
/// ```
package struct RecordMasking: Sendable {
  /// All that may stand in the run.
  package let secrets: Secrets
  private let parts: RecordedSecretParts

  /// - Parameters:
  ///   - secrets: all that may stand in the run.
  ///   - recording: the run, which knows what was made of what.
  ///   - recognizer: finds the credentials in the responses of an older recording.
  package init(
    _ secrets: Secrets, of recording: RunRecording? = nil, recognizer: KnownSecrets.Recognizer? = nil
  ) {
    self.secrets = secrets
    parts = RecordedSecretParts(recording, recognizer: recognizer)
  }

  /// Returns the secrets of a run that are known before anything in it is masked: those that its steps read and wrote,
  /// and those that its filters made from secrets.
  package static func secrets(of recording: RunRecording) -> Secrets {
    let uses = recording.nodes.flatMap { $0.made.sharedReads + $0.made.sharedWrites }
    var secrets = Secrets(uses.filter(\.isSecret).compactMap { $0.value?.text })
    for record in recording.nodes where record.isFiltered {
      secrets.formUnion(record.made.secretNames.filter(\.isLookedFor))
      guard let parts = record.made.secretOutput, let value = record.output.value else { continue }
      secrets.formUnion(parts.texts(in: value).filter(\.isLookedFor))
    }
    return secrets
  }

  /// A value that a step gave, without what is secret in it.
  package func masked(output value: JSONValue, of record: NodeRecord) -> JSONValue {
    secrets.maskingForeign(parts.output(value, of: record).masked(value))
  }

  /// The body of a step's response, without what is too short to be looked for in it.
  /// - Parameter root: the place in the body of the value that later steps get.
  package func masked(body: [UInt8], of record: NodeRecord, at root: ValuePath) -> [UInt8] {
    guard record.isSecret, let value = try? JSONValue(parsing: body), let result = try? root.resolve(in: value),
      case let parts = parts.output(result, of: record), !parts.isEmpty,
      parts.texts(in: result).contains(where: { !$0.isLookedFor })
    else { return body }
    var all = SecretParts()
    all.insert(parts, at: root)
    return JSONPrinter.compact.bytes(of: all.masked(value))
  }

  /// The secret parts of a value that a step gave.
  package func secretParts(ofOutput value: JSONValue, of record: NodeRecord) -> SecretParts {
    parts.output(value, of: record)
  }

  /// The secret parts of the value in the recording that a step worked on.
  package func secretParts(ofInput record: NodeRecord) -> SecretParts { parts.input(of: record) }

  /// A text without the secrets that can be found in it.
  package func masked(_ text: String) -> String { secrets.maskingForeign(text) }

  /// A value that a step worked on, without what is secret in it.
  package func masked(input value: JSONValue, of record: NodeRecord) -> JSONValue {
    secrets.maskingForeign(parts.input(of: record).masked(value))
  }

  /// - Returns: the record without secrets, and whether there was one in it.
  package func masked(_ record: NodeRecord) -> (record: NodeRecord, isMasked: Bool) {
    var masked = record
    if case .value(let value) = record.input { masked.input = .value(self.masked(input: value, of: record)) }
    if case .value(let value) = record.output { masked.output = .value(self.masked(output: value, of: record)) }
    masked.made.secretOutput = record.made.secretOutput.map(hidden)
    masked.made.secretInput = record.made.secretInput.map(hidden)
    for index in masked.made.sources.indices {
      masked.made.sources[index].place = secrets.maskingForeign(record.made.sources[index].place)
      masked.made.sources[index].origin = hidden(record.made.sources[index].origin)
      masked.made.sources[index].value = record.made.sources[index].value.map(secrets.maskingForeign)
    }
    masked.made.sharedReads = record.made.sharedReads.map(hidden)
    masked.made.sharedWrites = record.made.sharedWrites.map(hidden)
    for index in masked.made.edits.indices {
      let edit = record.made.edits[index]
      masked.made.edits[index].was = edit.was.map { self.masked($0, asPart: edit.part, of: record) }
      masked.made.edits[index].became = edit.became.map { self.masked($0, asPart: edit.part, of: record) }
    }
    if !record.made.secretNames.isEmpty { masked.made.secretNames = [] }
    masked.made.warnings = record.made.warnings.map(secrets.maskingForeign)
    for index in masked.made.sends.indices {
      let send = record.made.sends[index]
      masked.made.sends[index].url = secrets.maskingForeign(send.url)
      masked.made.sends[index].location = send.location.map(secrets.maskingForeign)
    }
    masked.made.rows = record.made.rows?.replacingTexts(by: secrets.maskingForeign)
    for index in masked.made.overlaps.indices {
      masked.made.overlaps[index].name = secrets.maskingForeign(record.made.overlaps[index].name)
    }
    masked.error?.checked = (record.error?.checked ?? []).map { part in
      var part = part.mapped(secrets.maskingForeign)
      part.origin = part.origin.map(hidden)
      return part
    }
    return (masked, masked != record)
  }

  private func masked(_ value: JSONValue, asPart part: NodeEdit.Part, of record: NodeRecord) -> JSONValue {
    switch part {
    case .input: masked(input: value, of: record)
    case .result, .value: masked(output: value, of: record)
    case .list, .request: secrets.maskingForeign(value)
    }
  }

  /// A name of a member may be one.
  private func hidden(_ path: ValuePath) -> ValuePath {
    ValuePath(
      path.segments.map { segment in
        if case .key(let name) = segment { .key(secrets.maskingForeign(name)) } else { segment }
      })
  }

  private func hidden(_ parts: SecretParts) -> SecretParts { SecretParts(parts.paths.map(hidden)) }

  private func hidden(_ origin: Provenance) -> Provenance {
    switch origin {
    case .step(let step, let path): .step(step, hidden(path))
    case .computed(let name, let origins): .computed(by: name, from: origins.map(hidden))
    case .places, .shared, .other, .made: origin
    }
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

extension NodeRecord {
  /// Whether a filter gave its value, which knows what of it was made of a secret.
  fileprivate var isFiltered: Bool { kind == .job && made.secretOutput?.isWhole == false }
}
