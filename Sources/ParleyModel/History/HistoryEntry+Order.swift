extension HistoryEntry {
  /// Whether it was sent after another; of two that were sent at once, the one that was kept later.
  package func isSent(after other: HistoryEntry) -> Bool {
    startedAt == other.startedAt ? sequence > other.sequence : startedAt > other.startedAt
  }
}

extension Sequence<HistoryEntry> {
  /// In the order of lists: the one that was sent last comes first, however long its response took.
  package func inSentOrder() -> [HistoryEntry] { sorted { $0.isSent(after: $1) } }
}
