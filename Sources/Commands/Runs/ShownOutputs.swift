import ParleyEngine
import ParleyWorkspace

/// The outputs of a run's steps, as reports print them: a job's value, and of a request what later steps got of its response. What is
/// secret in it is masked.
struct ShownOutputs: Sendable {
  /// The printed output of a step.
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
      let masking = await session.runs.masking(of: recording)
      for record in recording.nodes where record.gaveValue {
        values[record.path] = await output(of: record, masking)
      }
      return values
    }
  }

  private func output(of record: NodeRecord, _ masking: RecordMasking) async -> Output? {
    do {
      guard let value = try await outputs.output(of: record) else { return nil }
      return .value(masking.masked(output: value, of: record))
    } catch {
      return .gone
    }
  }
}

extension NodeRecord {
  /// Whether it may have given something itself.
  fileprivate var gaveValue: Bool {
    switch kind {
    case .request: status != nil
    case .job: output.value != nil
    default: false
    }
  }
}
