import HTTPTypes
package import ParleyEngine
package import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
package import WorkbenchServices
package import WorkbenchState

extension HistoryScreen {
  package mutating func update(_ action: Action, in context: ViewContext) -> [Effect] {
    switch action {
    case .refresh: return list.refresh()
    case .page(let query, let page): list.take(page, for: query)
    case .unreadable(let query): list.fail(query)
    case .count(let count): list.take(count)
    case .opened(let opened): return show(opened)
    case .notOpened: isOpening = false
    case .deleted(let ids): return deleted(ids)
    case .pinned(let id, let isPinned): list.pin(id, isPinned)
    case .checked(let check, let exchange): return [.ask(Confirm(check, of: exchange))]
    case .drafted(let draft): return Self.open(draft)
    case .draftedToSend(let draft): return Self.open(draft, sends: true)
    case .exported(let export, let outcome): return Self.exported(export, outcome)
    case .body(let action, let id): return opened?.take(action, of: id) ?? []
    case .picked(let value, let purpose, _): return picked(value, for: purpose, in: context)
    case .look(let action): return opened?.look(action) ?? []
    case .many(let action): return many(action, in: context)
    case .move, .filter, .clearFilter, .vocabulary, .complete: return look(for: action)
    case .close: opened = nil
    case .open:
      guard let exchange = selected else { return [] }
      isOpening = true
      return [.perform(HistoryEffect.open(exchange.id))]
    case .delete(let ids): return delete(ids)
    case .export(let export): return [.perform(HistoryEffect.export(export))]
    }
    return []
  }

  private mutating func look(for action: Action) -> [Effect] {
    switch action {
    case .move(let step): list.move(step)
    case .filter: return list.startFiltering()
    case .clearFilter: list.clearFilter()
    case .vocabulary(let vocabulary): list.take(vocabulary)
    case .complete(let action): list.complete(action)
    default: break
    }
    return []
  }

  /// Two that are marked; else the marked one and the one under the cursor; else that and the one before of the same request.
  func compare(_ exchange: HistoryEntry, marked: [ExchangeID]) -> [Effect] {
    switch marked.count {
    case 2: [.perform(ComparingEffect.compare(marked[0], marked[1]))]
    case 1 where marked[0] != exchange.id: [.perform(ComparingEffect.compare(marked[0], exchange.id))]
    case 0, 1: [.perform(ComparingEffect.withPrevious(exchange.id, of: exchange.request))]
    default: [.say(.refused("\(marked.count) exchanges are marked; two can be compared. m unmarks."))]
    }
  }

  func doomed(_ exchange: HistoryEntry, in context: ViewContext) -> [ExchangeID] {
    let marked = context.markedExchanges
    return marked.isEmpty ? [exchange.id] : marked
  }

  private mutating func show(_ opened: OpenedExchange) -> [Effect] {
    self.opened = ExchangePane(opened, hit: list.filter.firstWord)
    isOpening = false
    return [.then(.navigation(.focus(.exchange)))]
  }

  private mutating func deleted(_ ids: [ExchangeID]) -> [Effect] {
    list.remove(ids)
    let isShown = opened.map { ids.contains($0.exchange.id) } ?? false
    if isShown { opened = nil }
    let rest = deleteMore(after: ids) ?? [.say(.done("Deleted \(ids.count.counted("exchange"))."))]
    return [.then(.chain(.forget(ids))), .perform(HistoryEffect.count)] + rest
      + (isShown ? [.then(.navigation(.focus(.history)))] : [])
  }

  /// As a request that is in no file yet.
  private static func open(_ imported: ImportedDraft, sends: Bool = false) -> [Effect] {
    let next: WorkbenchState.Action =
      sends ? .sending(.send) : .notice(.done("The exchange as a new request. F5 sends it, Ctrl-S saves it."))
    return [
      .then(.request(.open(.scratch, focus: sends ? .response : .composer))),
      .perform(
        OpenedRequest(
          id: .scratch, actions: [.composer(.imported(imported, pasted: ""), of: .scratch), next])),
    ]
  }

  private static func exported(_ export: ExchangeExport, _ outcome: ExchangeExportOutcome) -> [Effect] {
    switch outcome {
    case .written(let sentence): return [.say(Notice.done(sentence).logged())]
    case .exists(let path):
      var again = export
      again.overwrites = true
      return [.ask(Confirm(overwriting: path, by: again))]
    }
  }

  /// Uses a picked value in the file of the exchange's request, which alone can have captures and expectations.
  private func picked(_ value: PickedValue, for purpose: PickPurpose, in context: ViewContext) -> [Effect] {
    guard let request = opened?.exchange.request else { return [] }
    switch purpose {
    case .menu, .decode: return []
    case .capture: return [.then(.value(.capture(value, of: request)))]
    case .expect: return [.then(.value(.expect(value, of: request)))]
    }
  }
}

/// Effects of the history screen.
package enum HistoryEffect: ServiceEffect {
  case page(HistoryQuery)
  case count
  case vocabulary
  /// More of what a search finds, to mark it.
  case find(HistoryQuery)
  case open(ExchangeID)
  case pin(ExchangeID, Bool)
  case delete([ExchangeID])
  case draft(ExchangeID)
  /// As a request that is in no file, which is sent.
  case sendAgain(ExchangeID)
  case check(HistoryEntry)
  case export(ExchangeExport)

  package var lane: Lane? {
    switch self {
    case .page: Lane("history", keepsOnlyNewest: true)
    case .count: Lane("history count", keepsOnlyNewest: true)
    case .open: Lane("exchange", keepsOnlyNewest: true)
    case .pin, .delete, .export: Lane("history changes", outlivesTheScreen: true)
    case .find: Lane("history marks", keepsOnlyNewest: true)
    case .vocabulary, .draft, .sendAgain, .check: nil
    }
  }

  package var isAskedFor: Bool {
    switch self {
    case .count, .vocabulary: false
    default: true
    }
  }

  package func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .page(let query):
      do { return [.history(.page(query, try await services.history.exchanges(query)))] } catch {
        return [.history(.unreadable(query)), .failed(Problem(error, hiding: services.secrets))]
      }
    case .count: return [.history(.count(try await services.history.exchangeCount()))]
    case .vocabulary: return [.history(.vocabulary(try await services.history.logVocabulary()))]
    case .open(let id):
      do { return [.history(.opened(try await Self.open(id, services)))] } catch {
        return [.history(.notOpened), .failed(Problem(error, hiding: services.secrets))]
      }
    case .pin(let id, let isPinned):
      try await services.history.pin(id, isPinned)
      let words = isPinned ? "Pinned: it stays, however old it gets." : "No longer pinned."
      return [.history(.pinned(id, isPinned)), .notice(.done(words))]
    case .find(let query):
      do { return [.history(.many(.found(query, try await services.history.exchanges(query))))] } catch {
        return [.history(.many(.failed)), .failed(Problem(error, hiding: services.secrets))]
      }
    case .delete(let ids):
      do { try await services.history.delete(ids) } catch {
        return [.history(.many(.failed)), .failed(Problem(error, hiding: services.secrets))]
      }
      return [.history(.deleted(ids))]
    case .draft(let id): return [.history(.drafted(try await services.history.draft(of: id)))]
    case .sendAgain(let id): return [.history(.draftedToSend(try await services.history.draft(of: id)))]
    case .check(let exchange): return [.history(.checked(try await services.history.check(exchange.id), exchange))]
    case .export(let export): return [.history(.exported(export, try await services.history.export(export)))]
    }
  }

  private static func open(_ id: ExchangeID, _ services: Services) async throws -> OpenedExchange {
    let exchange = try await services.history.exchange(id)
    let request = try await RequestLines(StepContent(of: exchange.sent, hiding: exchange.secrets))
    let log = exchange.outcome.response?.wire ?? exchange.wire
    let wire = log.map { WireLine.lines(of: $0, masking: exchange.secrets).map(\.drawn) } ?? []
    return OpenedExchange(exchange: exchange, request: request, wire: wire)
  }
}

extension StepContent {
  /// A request as it was sent, masked.
  fileprivate init(of sent: SentRequest, hiding secrets: Secrets) {
    let headers = sent.headers.map { "\($0.name.rawName): \(secrets.masking($0))" }
    self.init(
      lines: ["\(sent.method) \(secrets.masking(sent.url))"] + headers + (sent.body == nil ? [] : [""]),
      body: sent.body.map { InMemoryBytes($0) }, contentType: sent.headers[.contentType], secrets: secrets)
  }
}
