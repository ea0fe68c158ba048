import ParleyEngine
import ParleyWorkspace

/// What the steps of a run gave, as `--json` prints it: a job's value, and of a request what later steps got of its response. Secrets
/// are masked, and of a step that has to do with one nothing is printed but that.
struct ShownOutputs: Sendable {
  /// What is printed of a step.
  enum Output: Sendable {
    case value(JSONValue)
    /// The history has forgotten the response, or it cannot be read.
    case gone

    func add(to step: inout JSONValue) {
      switch self {
      case .value(let value): step["output"] = value
      case .gone: step["outputGone"] = true
      }
    }
  }

  private let recording: RunRecording
  private let session: Session
  private let outputs: RecordedOutputs

  init(_ recording: RunRecording, in session: Session) {
    self.recording = recording
    self.session = session
    outputs = RecordedOutputs(recording, in: session)
  }

  var values: [NodePath: Output] {
    get async {
      var values: [NodePath: Output] = [:]
      for record in recording.nodes where record.kind == .request && record.status != nil {
        values[record.path] = await output(of: record)
      }
      return values
    }
  }

  private func output(of record: NodeRecord) async -> Output? {
    do {
      guard let value = try await outputs.output(of: record) else { return nil }
      return .value(session.secrets.all.maskingForeign(value))
    } catch {
      return .gone
    }
  }
}
