package import TerminalKit
package import WorkbenchParts
import WorkbenchServices

/// A pane with a body in its first tab, headers in the second and lines in the others, below two lines of its own: an exchange
/// of the history, an entry of the cache.
package protocol TabbedBodyPane: PaneView {
  associatedtype Tab: RawRepresentable<Int>, CaseIterable, Hashable, Sendable

  var tab: Tab { get set }
  var browser: BodyBrowser { get set }
  /// The contents of the tabs other than the body.
  var panes: [Tab: LinesPane] { get set }
  var owner: any BodyOwner { get }
  var tabLine: TabLine { get }
}

extension TabbedBodyPane {
  /// The two lines and the tabs.
  package static var aboveLines: Int { 3 }

  package func scrolledRows(of height: Int) -> Range<Int> { Self.aboveLines..<max(Self.aboveLines, height - 1) }
  package var showsBody: Bool { tab.rawValue == 0 }
  private var showsHeaders: Bool { tab.rawValue == 1 }
  package var lines: LinesPane { panes[tab] ?? LinesPane() }
  package var isTyping: Bool { (showsBody ? browser.prompt : lines.prompt) != nil }
  /// Whether there is nothing to look through.
  package var isEmpty: Bool { showsBody ? (browser.pane.page?.total ?? 0) == 0 : lines.lines.isEmpty }
  package var term: String { showsBody ? browser.pane.search.term : lines.search.term }

  package var jumpPoints: [Point] {
    tabLine.jumpPoints.map { $0.moved(right: 1, down: Self.aboveLines - 1) }
  }

  /// The action of Esc.
  package var wayBack: BodyBrowser.Action? { showsBody ? browser.wayBack : lines.wayBack }

  package mutating func lay(out size: Size) {
    let height = max(1, size.height - Self.aboveLines - 1)
    browser.width = size.width
    browser.pane.height = height
    for tab in Tab.allCases where tab.rawValue != 0 {
      panes[tab, default: LinesPane()].width = size.width
      panes[tab]?.height = height
    }
  }

  /// Values of headers are shown whole.
  package mutating func wrap(_ wraps: Bool) {
    browser.wraps = wraps
    for tab in Tab.allCases where tab.rawValue != 0 {
      panes[tab, default: LinesPane()].wraps = wraps || tab.rawValue == 1
    }
  }

  package mutating func look(_ action: BodyBrowser.Action) -> [Effect] {
    if showsBody { return browser.update(action, of: owner) }
    if showsHeaders, case .pick(.menu, _) = action { return lines.menuOnHeader(of: owner) }
    return panes[tab, default: LinesPane()].update(action)
  }

  package mutating func missing() -> [Effect] { showsBody ? browser.fillUp(owner) : [] }

  package mutating func turnTab(_ step: Int) {
    let count = Tab.allCases.count
    tab = Tab(rawValue: (tab.rawValue + step + count) % count) ?? tab
  }

  package mutating func startSaving(as name: String) -> [Effect] {
    browser.update(.startSaving(as: name + (browser.pane.page?.kind.suffix ?? ".txt")), of: owner)
  }

  package mutating func handle(_ event: InputEvent) -> [Effect] {
    if case .mouse(let mouse) = event { return handle(mouse) }
    if showsBody { return browser.type(event, of: owner) }
    panes[tab]?.type(event)
    return []
  }

  private mutating func handle(_ mouse: Mouse) -> [Effect] {
    if mouse.action == .press(.left), mouse.point.y == Self.aboveLines - 1 {
      let hit = tabLine.places.firstIndex { $0.contains(mouse.point.x - 1) }
      if let tab = hit.flatMap(Tab.init) { self.tab = tab }
      return []
    }
    guard showsBody else {
      panes[tab]?.take(mouse, above: Self.aboveLines)
      return []
    }
    return browser.take(mouse, above: Self.aboveLines, of: owner)
  }

  package func drawFoot(into frame: inout Frame, _ area: Rect, isFocused: Bool) {
    guard area.height > Self.aboveLines + 1 else { return }
    let foot = area.row(area.height - 1)
    if showsBody {
      browser.drawFoot(into: &frame, foot, isFocused: isFocused)
    } else {
      lines.drawFoot(into: &frame, foot, isFocused: isFocused)
    }
  }
}
