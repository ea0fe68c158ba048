internal import JQ
internal import ParleyEditing
internal import ParleyEngine
internal import ParleyFiles
internal import ParleyText

/// A step of a recorded run with its definition, and what its filters saw.
struct RecordedStep: Sendable {
  let record: NodeRecord
  let recording: RunRecording
  let session: Session
  let outputs: RecordedOutputs
  let masking: RecordMasking
  /// Values in place of those that steps gave.
  var tried: [NodePath: JSONValue] = [:]
  /// A shared key, and a value in place of the one that was read.
  var triedKey: (key: String, value: JSONValue)?

  /// As its group's file has it, if that still says what ran; otherwise as it was recorded, without places.
  var definition: NodeDefinition? {
    let recorded = recording.step(at: record.path)?.definition
    let group = recording.summary.group.flatMap { session.workspace.group($0) }
    if let group, let node = group.definition.list.node(at: record.path, in: session.workspace),
      recorded == nil || node.text == recorded
    {
      return node
    }
    return recorded.flatMap(Self.read)
  }

  private static func read(_ text: String) -> NodeDefinition? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let item = lines.enumerated().map { ($0 == 0 ? "  - " : "    ") + $1 }.joined(separator: "\n")
    return GroupText("serial:\n\(item)\n", ofGroup: "recorded").definition.value?.list.nodes.first.map(\.withoutPlaces)
  }

  var sources: FilterSources { FilterSources(of: record, in: recording) }

  /// The input of a filter of the step, as far as the run recorded it.
  /// - Parameter environment: the values of the variables.
  func input(for filter: JQFilter, _ vars: JSONObject) async -> JQInput {
    var secrets = JQSecrets(known: session.secrets.all)
    var seen = JQInput(.null)
    if let (value, parts) = await inputValue { (seen.value, secrets.input) = (value, parts) }
    var (steps, stepSecrets) = (JSONObject(), SecretParts())
    let names = filter.readsAllSteps ? recording.nodes.map(\.name) : filter.stepNames.map(\.name)
    for name in Set(names).sorted() {
      guard let step = recording.stepBefore(record, named: name), let value = await value(of: step) else { continue }
      steps[name] = value
      stepSecrets.insert(masking.secretParts(ofOutput: value, of: step), at: ValuePath([.key(name)]))
    }
    seen.steps = .object(steps)
    secrets.variables[JQVariable.steps.rawValue] = stepSecrets
    if filter.uses(.vars) { seen.vars = .object(vars) }
    if filter.uses(.shared) { seen.shared = .object(shared) }
    if filter.uses(.response), case .result(let step) = record.input, let exchange = recording[step]?.exchange,
      let response = try? await session.history.response(of: exchange)
    {
      seen.response = (try? JQInput(response).response) ?? .null
    }
    seen.secrets = secrets
    return seen
  }

  private var inputValue: (JSONValue, SecretParts)? {
    get async {
      switch record.input {
      case .none: return nil
      case .value(let value): return (value, masking.secretParts(ofInput: record))
      case .result(let step):
        guard let before = recording[step], let value = await value(of: before) else { return nil }
        return (value, masking.secretParts(ofOutput: value, of: before))
      }
    }
  }

  private func value(of record: NodeRecord) async -> JSONValue? {
    if let value = tried[record.path] { return value }
    return try? await outputs.wholeOutput(of: record)
  }

  private var shared: JSONObject {
    JSONObject(
      record.made.sharedReads.compactMap { use in
        if let triedKey, use.key == triedKey.key { return (use.key, triedKey.value) }
        guard !use.isSecret, let value = use.value?.json else { return nil }
        return (use.key, value)
      })
  }
}

extension NodeDefinition {
  /// The same without places: a recorded definition stands in no file.
  fileprivate var withoutPlaces: NodeDefinition {
    var copy = self
    copy.place = nil
    copy.when = when.map { Located($0.value) }
    copy.each = each.map { Located($0.value) }
    copy.until = until.map { Located($0.value) }
    copy.job = job.withoutPlaces
    return copy
  }
}

extension NodeListDefinition {
  /// The definition of the step at a place, through the groups that the list runs.
  fileprivate func node(at path: NodePath, in workspace: Workspace) -> NodeDefinition? {
    var (list, node) = (self, NodeDefinition?.none)
    for part in path.withoutElements.parts {
      guard case .node(let index) = part, list.nodes.indices.contains(index) else { return nil }
      let found = list.nodes[index]
      node = found
      list = found.group.flatMap { workspace.group($0.value)?.definition.list } ?? found.list
    }
    return node
  }
}
