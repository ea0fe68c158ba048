package import ParleyEngine
package import ParleyText

extension LogFilter {
  /// Whether a line is shown. Gaps always are: what was lost may have been what is looked for.
  package func accepts(_ entry: LogEntry, at now: Timestamp = .now()) -> Bool {
    guard !terms.isEmpty, let facts = EventFacts(entry) else { return true }
    return terms.allSatisfy { $0.accepts(facts, at: now) }
  }
}
