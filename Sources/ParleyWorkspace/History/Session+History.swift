internal import ParleyEngine
internal import ParleyFiles
package import ParleyStore
internal import ParleyText

extension Session {
  /// The name of the exchange that was sent last, wherever an exchange can be named.
  private static let lastExchange = "last"

  /// An exchange of the history.
  /// - Parameter name: its number or identifier, or `last`.
  package func keptExchange(_ name: String) async throws -> KeptExchange {
    let history = store.history
    var id = ExchangeID(rawValue: name)
    if name.lowercased() == Self.lastExchange {
      id = try await history.lastSent(1).first?.id ?? id
    } else if let number = Int64(name), number < .max {
      let found = try await history.recent(1, before: number + 1).first
      if let found, found.sequence == number { id = found.id }
    }
    guard let kept = try await recordedExchange(id) else {
      throw WorkspaceError(
        "history.unknown", "There is no exchange \(Printable.quoted(name)).",
        advice: "`parley history list` shows their numbers.")
    }
    return kept
  }

  /// Returns the filter of the history that a text describes.
  /// - Throws: an error for a word that cannot be understood.
  package func historyFilter(_ text: String) throws -> HistoryFilter {
    let written = LogFilter(text, knowing: .history)
    if let problem = written.problems.first {
      throw WorkspaceError(
        "history.filter", problem, advice: "Such as: status>=500 method:post host:api.example.com since:1h")
    }
    return HistoryFilter(written)
  }
}
