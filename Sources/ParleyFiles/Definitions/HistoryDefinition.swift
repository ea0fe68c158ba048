import ParleyModel

/// The `history` map in `parley.yaml`: how much of the history is kept on each machine.
package struct HistoryDefinition: Sendable, Equatable {
  package var days: Located<Int>?
  package var megabytes: Located<Int>?

  package init(days: Located<Int>? = nil, megabytes: Located<Int>? = nil) {
    (self.days, self.megabytes) = (days, megabytes)
  }

  package static let form = Form(
    "history", make: { HistoryDefinition() },
    keys: [
      .init(
        "days", \.days, .integer(1...36_500), "Exchanges, events and runs older than this are removed, unless pinned.",
        default: "30"),
      .init(
        "megabytes", \.megabytes, .integer(10...10_000_000),
        "Disk space for the history, the event log and their bodies; the oldest go first.", default: "2000"),
    ])

  static let reader = form.reader("a map with days or megabytes")
}
