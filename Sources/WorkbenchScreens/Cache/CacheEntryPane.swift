import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// An entry while its body is the one that is shown.
package struct OpenedEntryID: Hashable, Sendable {
  let entry: CacheEntryID
  /// Rises with every other body.
  var version = 0
}

/// One entry of the cache whole: its body, its headers, and what is known of it.
struct CacheEntryPane: TabbedBodyPane {
  enum Tab: Int, CaseIterable, Sendable {
    case body, headers, facts

    var title: String {
      switch self {
      case .body: "Body"
      case .headers: "Headers"
      case .facts: "Entry"
      }
    }
  }

  private(set) var exchange: CachedExchange
  private(set) var owned: OpenedEntryID
  /// Whether its body is another one by now.
  var isOutOfDate = false
  private(set) var head: ResponseOverview
  var tab = Tab.body
  var browser = BodyBrowser()
  var panes: [Tab: LinesPane] = [:]
  private var size = Size.zero

  init(_ exchange: CachedExchange) {
    (self.exchange, head) = (exchange, ResponseOverview(exchange.response))
    owned = OpenedEntryID(entry: exchange.listing.id)
    show()
  }

  /// Takes over the current state of the same entry. If its body is unchanged, the place in it stays.
  mutating func renew(_ exchange: CachedExchange) {
    let old = self.exchange.listing
    let isSame =
      !isOutOfDate && old.receivedAt == exchange.listing.receivedAt && old.size == exchange.listing.size
      && old.isEdited == exchange.listing.isEdited
    (self.exchange, head, isOutOfDate) = (exchange, ResponseOverview(exchange.response), false)
    if isSame { return showFacts() }
    browser.filter?.live.stop()
    browser = BodyBrowser()
    owned.version += 1
    show()
    resize(to: size)
  }

  private mutating func show() {
    let response = exchange.response
    browser.secrets = response.secrets
    browser.response = response
    browser.pane.view = BodyView(response.body, contentType: response.contentType, secrets: response.secrets)
    let shown = HeaderLines(head, hops: [], masking: response.secrets)
    panes[.headers, default: LinesPane()].lines = shown.lines
    panes[.headers]?.copies = shown.copies
    showFacts()
  }

  private mutating func showFacts() {
    let when = exchange.moment == nil ? "if sent now" : "if sent then"
    let lines = [SendingExplained.Line(when, exchange.summary, from: exchange.code)] + exchange.facts
    let width = (lines.map(\.name.count).max() ?? 0) + 2
    panes[.facts, default: LinesPane()].lines = lines.map { line in
      let gap = String(repeating: " ", count: width - line.name.count)
      return [
        Span(line.name, .key), Span(gap + line.value), Span(line.origin.isEmpty ? "" : "  \(line.origin)", .muted),
      ]
    }
    panes[.facts]?.copies = Dictionary(uniqueKeysWithValues: lines.enumerated().map { ($0, $1.value) })
  }

  var id: CacheEntryID { owned.entry }
  var owner: any BodyOwner { CachedBody(id: owned) }
  var request: RequestID? { exchange.listing.label.name.map { RequestID(rawValue: $0) } }

  static var keyContextSets: [[KeyContext]] {
    let browsing = KeyContext.around(isTyping: false)
    return [
      [.cacheEntry] + browsing, [.cacheBody, .cacheEntry] + browsing, [.cacheHeaders, .cacheEntry] + browsing,
      [.cachePrompt] + KeyContext.around(isTyping: true),
    ]
  }

  var keyContexts: [KeyContext] {
    if isTyping { return [.cachePrompt] }
    return switch tab {
    case .body: [.cacheBody, .cacheEntry]
    case .headers: [.cacheHeaders, .cacheEntry]
    case .facts: [.cacheEntry]
    }
  }

  mutating func resize(to size: Size) {
    self.size = size
    lay(out: size)
  }
}

// What happens in it.
extension CacheEntryPane {
  mutating func take(_ action: BodyBrowser.Action, of id: OpenedEntryID) -> [Effect] {
    id == owned ? browser.update(action, of: owner) : []
  }

  mutating func startSaving() -> [Effect] { startSaving(as: exchange.listing.label.name ?? "entry") }
}

// How it looks.
extension CacheEntryPane {
  func title(in context: ViewContext) -> PaneTitle {
    let listing = exchange.listing
    return PaneTitle(
      [
        Span("Entry", .title),
        Span("  \(listing.method) \(listing.label.url)".fitted(to: max(8, size.width - 20)), .muted),
      ],
      right: listing.isEdited ? [Span("edited", .warning)] : "")
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rect.isEmpty else { return }
    let area = rect.inset(left: 1)
    frame.put(banner, at: area.origin, maxWidth: area.width)
    frame.put(statusLine, at: area.row(1).origin, maxWidth: area.width)
    drawTabs(into: &frame, area.row(Self.aboveLines - 1))
    drawContent(into: &frame, area.inset(top: Self.aboveLines, bottom: 1), isFocused)
    drawFoot(into: &frame, area, isFocused: isFocused)
  }

  private var banner: StyledText {
    let sentence = Span(exchange.summary, exchange.isServed ? .info : .warning)
    if let moment = exchange.moment { return [Span("\(moment.words)  ", .mark), sentence] }
    return exchange.listing.isEdited ? [Span("EDITED", .warning, .bold), Span("  "), sentence] : [sentence]
  }

  private var statusLine: StyledText {
    let usage = exchange.listing.usage
    let rate = usage.rate.map { "   \($0)% of \(usage.requests.counted("request")) from cache" } ?? ""
    return [
      Span(head.statusLine, StatusStyle.style(head.status, isMissed: false)),
      Span("   \(ByteCount.text(exchange.response.body.count))", .text), Span(rate, .muted),
    ]
  }

  var tabLine: TabLine {
    TabLine(
      Tab.allCases.map { TabLine.Title($0.title, count: $0 == .headers ? "\(head.headers.count)" : "") },
      selected: tab.rawValue, width: max(1, size.width - 1))
  }

  private func drawTabs(into frame: inout Frame, _ row: Rect) {
    tabLine.draw(into: &frame, row)
    if showsBody { frame.put(browser.words(contentType: head.contentType), behind: tabLine, in: row) }
  }

  private func drawContent(into frame: inout Frame, _ area: Rect, _ isFocused: Bool) {
    guard !area.isEmpty else { return }
    guard showsBody else { return lines.draw(into: &frame, area, isFocused: isFocused) }
    if exchange.response.body.count == 0 { return frame.putHint("No body.", in: area) }
    browser.pane.draw(into: &frame, area, isFocused: isFocused)
  }
}
