public import ParleyEngine

/// A run as a list shows it.
public struct KeptRun: Sendable, Hashable, Identifiable {
  /// Counts the runs of a store, from the oldest on: what people call “run 14”.
  public let sequence: Int64
  /// The summary of the run as a whole.
  public let summary: RunRecording.Summary
  /// Whether it stays however old it gets, with the exchanges it needs.
  package let isPinned: Bool
  /// The name of the step from which it replays or forks another, where somebody has looked for it.
  package var from: String?

  package init(sequence: Int64, summary: RunRecording.Summary, isPinned: Bool, from: String? = nil) {
    (self.sequence, self.summary, self.isPinned, self.from) = (sequence, summary, isPinned, from)
  }

  /// The identifier of the run.
  public var id: String { summary.id }
}
