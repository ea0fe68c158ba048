package import ParleyEngine

/// A run as a list shows it.
package struct RecordedRun: Hashable, Identifiable, Sendable {
  /// Counts the runs from the oldest on: what people call “run 14”.
  package let sequence: Int64
  /// What is known of it as a whole.
  package let summary: RunRecording.Summary
  /// Whether it stays however old it gets.
  package let isPinned: Bool
  /// The name of the step from which it replays or forks another.
  package let from: String?

  package init(sequence: Int64, summary: RunRecording.Summary, isPinned: Bool, from: String? = nil) {
    self.sequence = sequence
    self.summary = summary
    self.isPinned = isPinned
    self.from = from
  }

  /// The identifier of the run.
  package var id: String { summary.id }
}
