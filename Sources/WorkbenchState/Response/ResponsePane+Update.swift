import HTTPTypes
import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchServices

extension ResponsePane {
  package mutating func update(_ action: Action, in context: ViewContext) -> [Effect] {
    if case .of(let id, let inner) = action { return id == exchange ? update(inner, in: context) : [] }
    let effects = apply(action, in: context)
    fit()
    return effects + (tab == .body ? browser.fillUp(owner) : [])
  }

  private mutating func apply(_ action: Action, in context: ViewContext) -> [Effect] {
    switch action {
    case .perform(let body): return body(&self, context)
    case .began(let transfer, let secrets, let url, let hides):
      begin(transfer, secrets, url, in: context.workspace.environment)
      waitsForSecrets = hides
    case .news(let id, let news): return hear(news, of: id, at: context.now)
    case .refused(let problem): refuse(problem)
    case .opened(let kept): return open(kept)
    case .restored(let kept): return restore(kept)
    case .newest(let newest): compare(withNewest: newest)
    case .of: break
    case .body(let action): return browser.update(action, of: owner)
    case .look(.pick(.menu, _)) where tab == .headers || tab == .cookies: return self[tab].menuOnHeader(of: owner)
    case .look(let action): return tab == .body ? browser.update(action, of: owner) : self[tab].update(action)
    case .wire(let lines): wire.lines = lines.map(\.drawn)
    case .history(let past): show(past, at: context.now)
    case .judged(let verdict, let id): take(verdict, of: id)
    case .webSocket(let action):
      if case .write = action { tab = .body }
      return message.update(action, over: channel(in: context))
    case .showCurrent: return showCurrent()
    case .picked(let picked, let purpose): return take(picked, for: purpose)
    case .mask(let value): return mask(value)
    case .show(let tab): return show(tab)
    case .showRedirects: return showRedirects()
    }
    return []
  }

  mutating func renewPage() -> [Effect] { browser.renew(owner) }

  /// They stand above the response's own headers.
  mutating func showRedirects() -> [Effect] {
    let effects = show(.headers)
    headers.cursor.select(0)
    return effects
  }
}

// A request in flight.
extension ResponsePane {
  private mutating func begin(
    _ transfer: ActiveTransfer, _ secrets: Secrets, _ url: String, in environment: String?
  ) {
    let shown = tab
    startOver()
    tab = shown
    shownExchange = ShownExchange(transfer, url: url, in: environment)
    self.secrets = secrets
  }

  /// Forgets the response. The next one is shown in the mode chosen for this one, as far as possible.
  mutating func startOver() {
    let old = browser.filter?.whole ?? body
    let filter = browser.filter?.stream == nil ? browser.filter?.text ?? filterToTakeOver : nil
    self = ResponsePane(request, size: size)
    body.keepLook(of: old)
    filterToTakeOver = filter?.isEmpty == false ? filter : nil
  }

  private mutating func refuse(_ problem: Problem) {
    let shown = tab
    startOver()
    tab = shown == .history ? .body : shown
    shownExchange = ShownExchange(refused: problem)
  }

  /// News of a request that another one has taken the place of are of no use.
  mutating func hear(_ news: TransferNews, of id: ExchangeID, at now: Timestamp) -> [Effect] {
    guard id == exchange else { return hearBehind(news, of: id, at: now) }
    switch news {
    case .progressed(_, let head, let source, _):
      guard let head, let source else { return [] }
      return arrive(ResponseOverview(head), source, at: now)
    case .completed(let response):
      message.isOpen = false
      return complete(response)
    case .failed(let error, let wire):
      shownExchange.fail(Problem(error), wire)
      return renewPage() + showWire() + browser.searchAgain(owner)
    case .cancelled:
      message.isOpen = false
      shownExchange.cancel()
      return renewPage() + browser.searchAgain(owner)
    }
  }

  private mutating func arrive(_ head: ResponseOverview, _ source: any ByteSource, at now: Timestamp) -> [Effect] {
    if self.head == nil {
      shownExchange.arrive(head, at: now)
      if !waitsForSecrets { body.view = BodyView(source, contentType: head.contentType, secrets: secrets) }
      showHeaders()
    }
    // One look at a time is enough: the next one comes with the next news.
    return body.requested == nil ? renewPage() : []
  }

  private mutating func complete(_ response: Response) -> [Effect] {
    shownExchange.complete(response)
    return present(response)
  }

  /// Shows a response that is whole.
  mutating func present(_ response: Response) -> [Effect] {
    waitsForSecrets = false
    browser.response = response
    if !response.secrets.isEmpty {
      // What was captured of it is masked from here on.
      secrets.formUnion(response.secrets)
      body.view = nil
    }
    // What arrived may have been only the word that it still holds.
    if response.cached != nil { body.view = nil }
    if body.view == nil {
      body.view = BodyView(response.body, contentType: response.contentType, secrets: secrets)
    }
    showHeaders()
    showTiming()
    let filtering = browser.takeOver(filterToTakeOver, owner)
    filterToTakeOver = nil
    return judge() + renewPage() + showWire() + browser.searchAgain(owner) + filtering
      + (tab == .history ? show(.history) : [])
  }

  func judge() -> [Effect] {
    guard let response else { return [] }
    return [.perform(VerdictEffect(response: response, secrets: secrets, request: request, exchange: exchange))]
  }

  func showWire() -> [Effect] {
    guard let log = shownExchange.recorded else { return [] }
    let effect = WireEffect(log: log, secrets: isRevealed ? nil : secrets, request: request, exchange: exchange)
    return [.perform(effect)]
  }

  mutating func showTiming() {
    guard let summary else { return }
    let secrets = isRevealed ? Secrets() : secrets
    timing.lines = TimingLines(summary, width: max(20, size.width - 2), masking: secrets).lines
  }

  mutating func showHeaders() {
    guard let head else { return }
    let shown = HeaderLines(
      head, hops: summary?.hops ?? [], sentAs: shownExchange.method, trailers: summary?.trailers ?? [:],
      masking: secrets, isRevealed: isRevealed)
    headers.lines = shown.lines
    headers.copies = shown.copies
    fields = shown.fields
    let cookies = CookieLines(head, isRevealed: isRevealed)
    self[.cookies].lines = cookies.lines
    self[.cookies].copies = cookies.copies
  }
}
