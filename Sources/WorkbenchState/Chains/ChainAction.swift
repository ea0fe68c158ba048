package import ParleyEngine
package import ParleyModel
package import ParleyText
package import WorkbenchParts
package import WorkbenchServices

/// Making a group of what happened.
package indirect enum ChainAction: Sendable {
  case mark(ChainItem)
  /// These too.
  case markAll([ChainItem])
  /// These exchanges are gone.
  case forget([ExchangeID])
  case clear
  case offered(ChainOffer, entries: [LogEntry.ID])
  /// For other steps, or in another order.
  case changed(ChainOffer)
  case move(ListCursor.Step)
  case select(Int)
  case toggle
  /// Shows it again, as it was left.
  case show
  case askName
  case create(String)
  case created(String, with: [RequestID], WorkspaceSnapshot)
}

/// Effects of making a group from exchanges.
package enum ChainEffect: ServiceEffect {
  case offer([ChainItem])
  case offerLog(LogFilter)
  case renew([ChainItem])
  case create(String, ChainDraft)

  package var lane: Lane? {
    if case .renew = self { Lane("chain", keepsOnlyNewest: true) } else { nil }
  }

  package func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .offer(let items):
      return [.chain(.offered(try await services.groups.chain(of: items, isSorted: false), entries: []))]
    case .offerLog(let filter):
      let entries = try await services.history.newest(Self.mostLines, of: filter)
      let items = entries.compactMap(\.exchange).map(ChainItem.exchange)
      return [.chain(.offered(try await services.groups.chain(of: items, isSorted: false), entries: entries.map(\.id)))]
    case .renew(let items): return [.chain(.changed(try await services.groups.chain(of: items, isSorted: true)))]
    case .create(let id, let draft):
      let snapshot = try await services.groups.makeGroup(
        id, of: draft.items, taking: draft.taken, carrying: draft.carried)
      for entry in draft.entries { try await services.history.mark(entry, false) }
      return [.chain(.created(id, with: draft.newRequests, snapshot))]
    }
  }

  private static let mostLines = 500
}

extension LogEntry {
  /// The exchange of the event, if it has one.
  fileprivate var exchange: ExchangeID? {
    if case .event(let event) = content { event.subject?.exchange } else { nil }
  }
}
