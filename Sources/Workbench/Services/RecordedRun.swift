package import ParleyEngine

/// A run as a list shows it.
package struct RecordedRun: Hashable, Identifiable, Sendable {
  /// Counts the runs from the oldest on: what people call “run 14”.
  package let sequence: Int64
  /// What is known of it as a whole.
  package let summary: RunRecording.Summary
  /// Whether it stays however old it gets.
  package let isPinned: Bool

  package init(sequence: Int64, summary: RunRecording.Summary, isPinned: Bool) {
    self.sequence = sequence
    self.summary = summary
    self.isPinned = isPinned
  }

  /// The identifier of the run.
  package var id: String { summary.id }
}
