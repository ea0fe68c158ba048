import ParleyEngine
import ParleyModel
import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// The areas of the response's parts in a pane of a given size.
struct ResponseLayout: Hashable {
  /// That what is shown comes from the history.
  var banner: Rect
  var status: Rect
  /// The area of the reason why the response is unexpected, or broke off.
  var reason: Rect
  var tabs: Rect
  var content: Rect
  /// The path of the value under the cursor, or a line that takes text.
  var foot: Rect

  /// - Parameter reasons: lines that are wanted for them; a third of the pane at most.
  init(_ rect: Rect, reasons: Int, hasBanner: Bool, hasFoot: Bool) {
    let rows = rect.rows(
      .fixed(hasBanner && rect.height >= 2 ? 1 : 0), .fixed(1),
      .fixed(rect.height >= 3 ? min(reasons, max(1, rect.height / 3)) : 0), .fixed(rect.height >= 2 ? 1 : 0),
      .weight(1),
      .fixed(hasFoot && rect.height >= 4 ? 1 : 0))
    (banner, status, reason, tabs, content, foot) = (rows[0], rows[1], rows[2], rows[3], rows[4], rows[5])
  }
}

extension ResponsePane {
  var reasons: ResponseReasons {
    ResponseReasons(shown: shownExchange, arrived: (browser.filter?.whole ?? body).view?.source.count ?? 0)
  }

  func layout(in rect: Rect) -> ResponseLayout {
    let reasons = reasons.lines(columns: rect.width)
    return ResponseLayout(
      rect, reasons: reasons.count, hasBanner: shownExchange.fromHistory != nil,
      hasFoot: tab == .body || self[tab].hasFoot)
  }

  /// Whether it has been told so: it is asked at every key.
  func isWrapped(_ wraps: Bool) -> Bool { browser.wraps == wraps && self[.headers].wraps }

  /// Values of headers and cookies are shown whole; the timing is as wide as the pane.
  mutating func wrap(_ wraps: Bool) {
    browser.wraps = wraps
    for tab in [Tab.headers, .cookies, .wire] {
      let isWrapped = wraps || tab != .wire
      if self[tab].wraps != isWrapped { self[tab].wraps = isWrapped }
    }
  }

  /// Tells the lists how many lines are in view.
  mutating func fit() {
    let height = max(1, layout(in: Rect(origin: .zero, size: size)).content.height)
    browser.width = size.width
    body.height = height
    for tab in Tab.allCases where tab != .body {
      self[tab].height = height
      self[tab].width = size.width
    }
  }
}

// The places of its parts, for drawing, the mouse and jumping.
extension ResponsePane {
  package func title(in context: ViewContext) -> PaneTitle {
    let right: StyledText = isRevealed ? [Span("secrets shown", .warning)] : ""
    return PaneTitle(StyledText([Span("Response", .title)] + otherEnvironment(in: context)), right: right)
  }

  /// `  in local`, once another environment is active than the one it was sent in.
  private func otherEnvironment(in context: ViewContext) -> [Span] {
    guard shownExchange.fromHistory == nil, let sent = shownExchange.environment,
      !sent.isIdentical(to: context.workspace.environment ?? "")
    else { return [] }
    return [Span("  in \(sent.fitted(to: 24))", .warning)]
  }

  package func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rect.isEmpty else { return }
    let inner = rect.inset(left: 1)
    ResponseDrawing(pane: self, layout: layout(in: inner), isFocused: isFocused, context: context)
      .draw(into: &frame, inner)
  }

  private func title(of tab: Tab) -> TabLine.Title {
    switch tab {
    case .headers: TabLine.Title(tab.title, count: head.map { "\($0.headers.count)" } ?? "")
    case .cookies:
      TabLine.Title(tab.title, count: self[.cookies].lines.isEmpty ? "" : "\(self[.cookies].lines.count)")
    case .body, .timing, .wire, .history: TabLine.Title(tab.title)
    }
  }

  var tabLine: TabLine {
    TabLine(Tab.allCases.map(title), selected: tab.rawValue, width: size.width - 1)
  }

  var tabPlaces: [(tab: Tab, columns: Range<Int>)] {
    zip(Tab.allCases, tabLine.places).map { ($0, $1) }
  }

  func statusWords(_ head: ResponseOverview) -> StyledText {
    [Span(head.statusLine, StatusStyle.style(head.status, isMissed: summary?.failure != nil))]
  }

  /// `  2 redirects`, behind the status; empty without.
  var redirectWords: String {
    guard let hops = summary?.hops, !hops.isEmpty else { return "" }
    return "  \(hops.count.counted("redirect"))"
  }

  /// The columns of the redirects in the line of the status.
  var redirectColumns: Range<Int> {
    guard let head else { return 0..<0 }
    let start = statusWords(head).columns
    return start..<start + CellWidth.columns(of: redirectWords)
  }

  /// Whether the ways to begin are shown: nothing was sent yet, and there is no workspace.
  func invites(in context: ViewContext) -> Bool {
    guard case .empty = stage else { return false }
    return head == nil && tab != .history && request.isScratch && context.workspace.isScratch
  }

  package var jumpPoints: [Point] {
    let layout = layout(in: Rect(origin: .zero, size: size).inset(left: 1))
    guard !layout.tabs.isEmpty, head != nil || stage.isOver else { return [] }
    return tabLine.jumpPoints.map { $0.moved(right: layout.tabs.x, down: layout.tabs.y) }
  }

  package func scrolledRows(of height: Int) -> Range<Int> {
    let content = layout(in: Rect(x: 0, y: 0, width: size.width, height: height).inset(left: 1)).content
    return content.y..<max(content.y, content.maxY)
  }

  package var scrollExtent: ScrollExtent? {
    switch tab {
    case .body: browser.pane.cursor.extent
    case .headers: headers.cursor.extent
    case .timing: timing.cursor.extent
    case .wire: wire.cursor.extent
    case .cookies, .history: self[tab].cursor.extent
    }
  }
}

// The mouse.
extension ResponsePane {
  mutating func handle(_ mouse: Mouse, in context: ViewContext) -> [Effect] {
    let layout = layout(in: Rect(origin: .zero, size: size).inset(left: 1))
    if mouse.action == .press(.left), invites(in: context) {
      return Invitation(context.workspace).click(mouse.point.y - layout.banner.height)
    }
    if mouse.action == .press(.left), layout.tabs.contains(mouse.point) {
      let hit = tabPlaces.first { $0.columns.contains(mouse.point.x - layout.tabs.x) }
      return (hit.map { show($0.tab) } ?? []) + afterMoving()
    }
    if mouse.action == .press(.left), layout.status.contains(mouse.point),
      redirectColumns.contains(mouse.point.x - layout.status.x)
    {
      return showRedirects()
    }
    if case .press = mouse.action, !layout.content.contains(mouse.point) { return [] }
    guard tab == .body else {
      self[tab].take(mouse, above: layout.content.y)
      return []
    }
    return browser.take(mouse, above: layout.content.y, of: owner)
  }

  private mutating func afterMoving() -> [Effect] { tab == .body ? browser.afterMoving(owner) : [] }
}
