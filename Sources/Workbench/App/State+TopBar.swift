import ParleyEngine
import TerminalKit

// The first line: where one is, the screens, and what is going on.
extension State {
  func drawTopBar(into frame: inout Frame, _ row: Rect) {
    guard !row.isEmpty else { return }
    frame.fill(row, style: Style(.bar))
    for item in topBar(width: row.width) {
      frame.put(item.words, at: row.origin.moved(right: item.x), maxWidth: max(0, row.width - item.x), on: .bar)
    }
  }

  /// Everything in it, in its place.
  func topBar(width: Int) -> [BarItem] {
    let status = status(in: max(0, width - minimalPlace.width(apart: 0) - 4))
    let room = width - (status.isEmpty ? 0 : status.width(apart: 3) + 2)
    let (place, tabs) = headings(in: room - 1)
    let end = 1 + place.width(apart: 0)
    return place.placed(from: 1, apart: 0) + tabs.items.placed(from: end + 3, apart: tabs.gap)
      + status.placed(from: width - status.width(apart: 3) - 1, apart: 3)
  }

  private typealias Tabs = (items: [BarItem], gap: Int)

  /// Where one is, and the screens, by their names as far as there is room. The program's own name goes first.
  private func headings(in room: Int) -> (place: [BarItem], tabs: Tabs) {
    let full = place(namesProgram: size.width >= 50)
    let choices = [
      (full, screenTabs(apart: 3)), (full, screenTabs(apart: 2)), (place(namesProgram: false), screenTabs(apart: 2)),
      (full, screenTabs(apart: 2, namesAll: false)), (place(namesProgram: false), screenTabs(apart: 2, namesAll: false)),
    ]
    let fitting = choices.first { place, tabs in
      place.width(apart: 0) + 3 + tabs.items.width(apart: tabs.gap) + 1 <= room
    }
    if let fitting { return fitting }
    let bare = [full, place(namesProgram: false), place(namesProgram: false, longest: 12)]
    return (bare.first { $0.width(apart: 0) <= room } ?? minimalPlace, ([], 1))
  }

  private var minimalPlace: [BarItem] { place(namesProgram: false, longest: 8) }

  /// Where one is: program, workspace, environment.
  private func place(namesProgram: Bool, longest: Int = 24) -> [BarItem] {
    guard let workspace else { return [BarItem([Span("Parley", .title)])] }
    let name = workspace.isScratch ? "scratch" : workspace.name.fitted(to: longest)
    var items = [BarItem([Span(namesProgram ? "Parley  " : "", .accent, .bold), Span(name, .title)])]
    if let name = workspace.environment {
      let style = workspace.environments.first { $0.name.isIdentical(to: name) }?.style ?? .text
      items.append(
        BarItem([Span(" ▸ ", .muted), Span(name.fitted(to: longest), style)], does: "environment.pick"))
    }
    return items
  }

  /// - Parameter namesAll: without it only the screen that is shown is named.
  private func screenTabs(apart gap: Int, namesAll: Bool = true) -> Tabs {
    let items = ScreenID.all.map { screen in
      let isShown = screen == self.screen
      var tab: StyledText = [Span("\(screen.number)", .hint)]
      if namesAll || isShown {
        tab.append(" \(screen.type.shortTitle)", isShown ? Style(.title, .underline) : .muted)
      }
      return BarItem(tab, does: screen.command)
    }
    return (items, gap)
  }
}

// What runs, what is wrong, what is allowed.
extension State {
  /// As much of it as there is room for; what can wait goes first.
  private func status(in room: Int) -> [BarItem] {
    var facts = facts
    while facts.map(\.item).width(apart: 3) > room, !facts.isEmpty {
      let least = facts.indices.min { facts[$0].weight < facts[$1].weight } ?? 0
      facts.remove(at: least)
    }
    return facts.map(\.item)
  }

  /// With how much they matter.
  private var facts: [(item: BarItem, weight: Int)] {
    guard let workspace else { return [] }
    var facts: [(BarItem, Int)] = []
    if !hasSeenProblem { facts.append((BarItem([Span("! failure", .failure)], does: "bench.problem"), 90)) }
    if !workspace.isKept { facts.append((BarItem([Span("⚠ nothing is saved", .warning)], does: "bench.problem"), 85)) }
    if workspace.isMocking { facts.append((BarItem([Span(" MOCK ", .warning, .bold)], does: "mocks.turn"), 80)) }
    // Without a limit there is little to say of it.
    if size.width >= 96 || workspace.poolSize > 0 {
      let limit = workspace.poolSize == 0 ? "∞" : "\(workspace.poolSize)"
      facts.append((BarItem([Span("pool \(limit)", .muted)], does: "pool.limit"), 10))
    }
    if let changed { facts.append((BarItem(changed, does: "screen.shared"), 40)) }
    if let running { facts.append((BarItem(running, does: "screen.groups"), 70)) }
    if !transfers.isEmpty {
      facts.append((BarItem([Span("⇅ \(transfers.count) in flight", .info)], does: "screen.events"), 60))
    }
    facts.append(
      (BarItem(Self.files(workspace.mistakes), does: "files.mistakes"), workspace.mistakes.isEmpty ? 20 : 75))
    switch workspace.trust {
    case .unneeded: break
    case .granted: facts.append((BarItem([Span("trusted", .muted)]), 15))
    case .wanted: facts.append((BarItem([Span("⚠ not trusted", .warning)], does: "workspace.trust"), 78))
    }
    return facts
  }

  /// Shared keys that somebody else has written.
  private var changed: StyledText? {
    guard let name = shared.announced.sorted().first else { return nil }
    let words = shared.announced.count == 1 ? name.fitted(to: 20) : "\(shared.announced.count) keys"
    return [Span("● \(words)", .mark)]
  }

  private var running: StyledText? {
    let runs = groups.live
    guard !runs.isEmpty else { return nil }
    let paused = runs.count(where: \.isPaused)
    let words = paused == 0 ? "" : paused == runs.count ? " paused" : ", \(paused) paused"
    let sign = paused == runs.count ? "▮▮" : "▶"
    return [Span("\(sign) \(runs.count.counted("run"))\(words)", paused > 0 ? .warning : .info)]
  }

  private static func files(_ mistakes: [FileMistake]) -> StyledText {
    let errors = mistakes.count { !$0.isWarning }
    if errors > 0 { return [Span("✗ \(errors.counted("mistake"))", .failure)] }
    if !mistakes.isEmpty { return [Span("⚠ \(mistakes.count.counted("warning"))", .warning)] }
    return [Span("✓ files", .success)]
  }
}
