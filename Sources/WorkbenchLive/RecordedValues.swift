import ParleyEngine
import ParleyStore
import ParleyWorkspace
import WorkbenchServices

/// The values of a recording: what each step got and gave, read from the responses that the history has.
struct RecordedValues: Sendable {
  private let recording: RunRecording
  private let session: Session
  private let outputs: RecordedOutputs
  /// Whether anything in it is secret: in most runs nothing is, and nobody has to look for it.
  private let hasSecrets: Bool

  init(_ recording: RunRecording, in session: Session) {
    self.recording = recording
    self.session = session
    hasSecrets = recording.nodes.contains(where: \.isSecret)
    outputs = RecordedOutputs(recording, in: session)
  }

  /// - Parameter part: the part of the step that the value is, if the value is as recorded; otherwise nil.
  func content(_ value: JSONValue?, of path: NodePath, as part: StepPart? = nil) async throws -> StepContent? {
    guard var value else { return nil }
    if let part { value = masked(value, as: part, of: path) }
    return StepContent(
      body: InMemoryBytes(JSONPrinter.compact.bytes(of: value)), contentType: "application/json",
      secrets: try await secrets(of: [path]))
  }

  func input(of record: NodeRecord) async throws -> JSONValue? {
    switch record.input {
    case .value(let value): return value
    case .result(let path):
      guard let before = recording[path] else { return nil }
      return try await output(of: before)
    case .none: return nil
    @unknown default: return nil
    }
  }

  /// Of a group, what its nodes gave.
  func output(of record: NodeRecord) async throws -> JSONValue? { try await outputs.wholeOutput(of: record) }
}

// What must be masked.
extension RecordedValues {
  /// A value without what is secret in it by where it came from.
  func masked(_ value: JSONValue, as part: StepPart, of path: NodePath) -> JSONValue {
    guard let record = recording[path] else { return value }
    let masking = RecordMasking(Secrets(), of: recording, recognizer: session.secrets.recognizer)
    switch part {
    case .output: return masking.masked(output: value, of: record)
    case .input:
      guard case .result(let before) = record.input, let giver = recording[before] else {
        return masking.masked(input: value, of: record)
      }
      return masking.masked(output: value, of: giver)
    default: return value
    }
  }

  /// The secrets that may stand in what these steps got and gave: their own, and those of all they were made from.
  func secrets(of paths: [NodePath]) async throws -> Secrets {
    var secrets = Secrets()
    guard hasSecrets else { return secrets }
    for record in closure(of: paths) where record.isSecret {
      let uses = (record.made.sharedReads + record.made.sharedWrites).filter(\.isSecret)
      secrets.formUnion(uses.compactMap { $0.value?.text } + record.made.secretNames)
      guard let exchange = record.exchange, record.kind == .request else { continue }
      if let kept = try await session.history.recorded(exchange) { secrets.formUnion(kept.exchange.secrets) }
    }
    return secrets
  }

  private func closure(of paths: [NodePath]) -> [NodeRecord] {
    var (open, seen, found) = (paths, Set<NodePath>(), [NodeRecord]())
    while let path = open.popLast() {
      guard seen.insert(path).inserted, let record = recording[path] else { continue }
      found.append(record)
      open += recording.origins(of: path)
      // It is shown though nothing was made from it.
      if case .result(let before) = record.input { open.append(before) }
      if record.output == .nodes { open += recording.children(of: path).map(\.path) }
    }
    return found
  }
}
