package import ParleyEngine
internal import ParleyFiles
package import ParleyModel
import ParleyStore
import ParleyWorkspace
package import WorkbenchServices

extension LiveHistory {
  package func exchanges(_ query: HistoryQuery) async throws -> HistoryPage {
    let (history, filter) = (session.store.history, HistoryFilter(query.filter))
    let finds = try await history.search(filter, query.edge, limit: query.limit)
    let unsearched = query.edge == .before(nil) ? try await history.unsearched(by: filter) : nil
    return HistoryPage(finds.entries, next: finds.next, newest: finds.newest, unsearched: unsearched)
  }

  package func exchangeCount() async throws -> Int { try await session.store.history.count() }

  package func pin(_ exchange: ExchangeID, _ isPinned: Bool) async throws {
    try await session.store.history.setPinned(isPinned, exchange)
  }

  package func delete(_ exchanges: [ExchangeID]) async throws {
    try await session.store.history.delete(exchanges)
  }

  package func draft(of exchange: ExchangeID) async throws -> ImportedDraft {
    let session = session
    let kept = try await keptExchange(exchange)
    let reopened = try await session.history.reopened(kept)
    var notes = reopened.notes
    let hidden = kept.exchange.secrets
    let draft = RequestDraft(reopened.request).mapTexts { text in
      let hidingKnown = reopened.secrets.reduce(text) { $0.replacing($1.value, with: $1.template) }
      let masked = hidden.masking(hidingKnown)
      if masked != hidingKnown { notes.append("An encoded secret is masked: write it again before you send.") }
      return masked
    }
    return ImportedDraft(draft, notes: notes)
  }

  package func check(_ exchange: ExchangeID) async throws -> ExchangeCheck {
    let kept = try await keptExchange(exchange)
    guard let response = kept.exchange.response, let name = kept.exchange.name else {
      throw Problem(code: "history.nothingToCheck", "There is no response of a request of the workspace to check.")
    }
    let check = try await session.checks.check(response, against: name)
    let secrets = kept.exchange.secrets
    return ExchangeCheck(
      count: check.count,
      failures: check.failures.map { "Expected \($0.expectation): \(secrets.maskingForeign($0.reason))." })
  }

  package func export(_ export: ExchangeExport) async throws -> ExchangeExportOutcome {
    let kept = try await keptExchange(export.exchange)
    let path = personalPath(export.path)
    do {
      try await session.history.export(kept, as: export.format, to: path, replacing: export.overwrites)
    } catch let error as RunFileError where error.kind == .exists {
      return .exists(path)
    }
    return .written("\(export.format.words) written to \(path).")
  }

  package func otherEnvironments() async throws -> [String] {
    let session = session
    let active = session.environmentName
    return session.workspace.environments.map(\.name).filter { name in
      active.map { !$0.isIdentical(to: name) } ?? true
    }
  }

  func keptExchange(_ id: ExchangeID) async throws -> KeptExchange {
    guard let kept = try await session.history.recorded(id) else {
      throw Problem(code: "history.gone", "This exchange is no longer in the history.")
    }
    return kept
  }

  package func exchange(_ id: ExchangeID) async throws -> RecordedExchange {
    let history = session.store.history
    guard let kept = try await session.history.recorded(id) else {
      throw Problem(code: "history.gone", "This exchange is no longer in the history.")
    }
    let name = kept.exchange.name
    let newest = name == nil ? id : try await history.recent(1, name: name).first?.id
    var recorded = RecordedExchange(
      id: id, request: name.map { RequestID(rawValue: $0) }, environment: kept.exchange.environment,
      isNewest: newest == id, sent: kept.exchange.request,
      startedAt: kept.exchange.startedAt, outcome: kept.exchange.outcome,
      failedAttempts: kept.exchange.failedAttempts, wire: kept.exchange.wire,
      secrets: session.secrets.all(with: kept.exchange.secrets), interruption: kept.exchange.interruption)
    (recorded.isCached, recorded.isEdited) = (kept.entry.isCached, kept.entry.isEdited)
    return recorded
  }

  package func history(of request: RequestID, limit: Int) async throws -> [HistoryEntry] {
    try await session.store.history.lastSent(limit, name: request.rawValue)
  }
}

extension ExchangeFormat {
  fileprivate var words: String {
    switch self {
    case .http: "The request was"
    case .json: "The exchange was"
    case .body: "The body was"
    }
  }
}
