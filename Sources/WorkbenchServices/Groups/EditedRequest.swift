package import ParleyEngine
import ParleyModel

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

/// The result of a step as an earlier run recorded it.
package struct RecordedResult: Sendable {
  /// The number of the run.
  package let run: Int64
  package let startedAt: Timestamp
  package let result: NodeResult

  package init(run: Int64, startedAt: Timestamp, _ result: NodeResult) {
    (self.run, self.startedAt, self.result) = (run, startedAt, result)
  }
}
