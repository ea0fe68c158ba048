package import ParleyEngine
package import ParleyModel

/// What one asks of the world behind the workbench while a run is paused.
package protocol PauseServices: Sendable {
  /// The request that a step which waits is about to send, to be edited: secrets are masked. Nil for one that sends none.
  /// - Parameter edit: what was put in place of its own before.
  func draft(of stop: Debugger.Stop, with edit: EditedStep?) async throws -> RequestDraft?
  /// The request that a step is to send, as it was edited. What was not touched stays as it was, secrets too.
  /// - Parameter original: as `draft(of:with:)` gave it.
  func request(
    of stop: Debugger.Stop, with edit: EditedStep?, from original: RequestDraft, to draft: RequestDraft
  ) async throws -> EditedRequest
  /// What the newest runs of a group have recorded of a step, besides one run.
  func recordedResults(of step: StepName, in group: String, besides run: KeptRun.ID) async throws
    -> [RecordedResult]
  /// The value of a step that has ended; nil where it gave none.
  func value(of path: NodePath, in recording: RunRecording) async throws -> JSONValue?
}

/// A request in place of a step's own.
package struct EditedRequest: Hashable, Sendable {
  /// As it was, and as it was edited, with secrets masked.
  package let original, draft: RequestDraft
  package let request: Request

  package init(from original: RequestDraft, to draft: RequestDraft, _ request: Request) {
    (self.original, self.draft, self.request) = (original, draft, request)
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.original == right.original && left.draft == right.draft
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(draft) }
}

/// What an earlier run recorded of a step.
package struct RecordedResult: Sendable {
  /// The number of the run.
  package let run: Int64
  package let startedAt: Timestamp
  package let result: NodeResult

  package init(run: Int64, startedAt: Timestamp, _ result: NodeResult) {
    (self.run, self.startedAt, self.result) = (run, startedAt, result)
  }
}
