import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit

// The last line.
extension State {
  /// Draws the outcome of the last key, or the reason why it did nothing; behind it, as far as there is room, at most
  /// six keys that matter here.
  func drawHints(into frame: inout Frame, _ row: Rect) {
    guard !row.isEmpty else { return }
    if let status = editorStatus { frame.put(status, at: row.origin.moved(right: 1), style: Style(.accent, .bold)) }
    if held.isLong(at: now) { return drawAsking(into: &frame, row) }
    if let notice {
      frame.put(noticeText, at: row.origin.moved(right: statusWidth + 1), style: Style(notice.kind.role))
    }
    for hint in hintLine(width: row.width) {
      frame.put(hint.item.words, at: row.origin.moved(right: hint.item.x))
    }
  }

  private func drawAsking(into frame: inout Frame, _ row: Rect) {
    let words: StyledText = [
      Span("Finding out what it needs …   ", .info), Span("Ctrl-C", .hint), Span(" stop waiting", .muted),
    ]
    frame.put(words, at: row.origin.moved(right: statusWidth + 1), maxWidth: max(0, row.width - statusWidth - 1))
  }

  private var noticeText: String { notice.map { $0.text.fitted(to: size.width - 2 - statusWidth) } ?? "" }

  /// Columns of the editor's mode, in front of all else.
  private var statusWidth: Int { editorStatus.map { CellWidth.columns(of: $0) + 3 } ?? 0 }

  /// The hints that fit, in their places, and the keys they speak of.
  private func hintLine(width: Int) -> [(item: BarItem, keys: KeySequence)] {
    let hints = hints
    let start = statusWidth + (notice == nil ? 1 : CellWidth.columns(of: noticeText) + 4)
    let items = hints.map(\.item).placed(from: start, apart: 3)
    return zip(items, hints).prefix { $0.0.columns.upperBound <= width }.map { ($0, $1.keys) }
  }

  /// A click on a hint presses its keys.
  mutating func clickHint(at column: Int) -> [Effect] {
    let hit = hintLine(width: size.width).first { $0.item.columns.contains(column) }
    return hit?.keys.keys.map { .then(.input(.key($0))) } ?? []
  }

  private var hints: [(item: BarItem, keys: KeySequence)] {
    if case .refused? = notice?.kind { return [] }
    let contexts = popups.top?.keyContexts ?? keyContexts
    let usable = commands.table.hints(in: contexts, for: self, limit: .max)
    // Help keeps its place at the end, however many there are before it.
    let others = usable.filter { $0.command.id != "bench.help" }
    let help = usable.filter { $0.command.id == "bench.help" }
    let hints = (others.prefix(6 - help.count) + help).compactMap { entry -> (BarItem, KeySequence)? in
      let word = word(for: entry.command)
      guard let keys = entry.keys.first, !word.isEmpty else { return nil }
      return (BarItem([Span(keys.label, .hint), Span(" \(word)", .muted)]), keys)
    }
    return fitting(hints.map { (item: $0.0, keys: $0.1) }, keeping: help.count)
  }

  /// Those that matter least are left out where there is no room, but for the last ones.
  private func fitting(
    _ hints: [(item: BarItem, keys: KeySequence)], keeping last: Int
  ) -> [(item: BarItem, keys: KeySequence)] {
    var hints = hints
    while hints.count > last + 1, hints.map(\.item).width(apart: 3) + 1 + statusWidth > size.width {
      hints.remove(at: hints.count - 1 - last)
    }
    return hints
  }

  /// The key that sends says what it sends, or which group it runs.
  private func word(for command: Command<State>) -> String {
    if command.id == "popup.accept", let popup = popups.top { return popup.acceptWord }
    if command.id == "popup.close", let popup = popups.top { return popup.closeWord }
    let word = command.hint?.word ?? command.title
    if command.id == "request.save", screen == .groups, groups.isEditingAtPause { return "apply" }
    guard command.id == "request.send" else { return word }
    let room = max(8, size.width / 5)
    if screen == .groups { return groups.group.map { "run \($0.fitted(to: room))" } ?? "run" }
    if screen == .history {
      guard let exchange = history.selected else { return word }
      guard let request = exchange.request, HistoryList.needsRequest(self) == nil else { return "\(word) again" }
      return "\(word) \(request.description.fitted(to: room)) as it is now"
    }
    guard let composer = tabs.current?.composer else { return word }
    // Where the request is not to be seen, its method is no less telling than its name.
    let method = screen == .requests ? "" : "\(composer.draft.method.isEmpty ? "GET" : composer.draft.method) "
    let when = moment == nil ? "" : " with today's values"
    return "\(word) \(method)\(composer.request.description.fitted(to: room))\(when)"
  }

  /// The box that says what may follow the keys pressed so far.
  func drawKeysThatFollow(into frame: inout Frame, above row: Rect) {
    guard !keys.pending.isEmpty,
      case .prefix(let following) = commands.table.keymap.lookup(keys.pending, in: keyContexts)
    else { return }
    // Keys that do the same stand on one line.
    var choices: [(keys: String, label: String)] = []
    for next in following {
      if let place = choices.firstIndex(where: { $0.label == next.label }) {
        choices[place].keys += " \(next.key.label)"
      } else {
        choices.append((next.key.label, next.label))
      }
    }
    let lines = choices.map { "\($0.keys)  \($0.label)" }
    let width = (lines.map { CellWidth.columns(of: $0) }.max() ?? 0) + 4
    let height = min(lines.count + 2, row.y)
    let area = Rect(x: max(0, row.maxX - width - 1), y: row.y - height, width: width, height: height)
    frame.fill(area)
    let inside = frame.box(
      area, title: keys.pending.map(\.label).joined(separator: " "), style: Style(.borderFocused)
    ).inset(horizontal: 1)
    for (line, choice) in zip(inside.y..<inside.maxY, choices) {
      frame.put([Span(choice.keys, .hint), Span("  \(choice.label)")], at: Point(x: inside.x, y: line))
    }
  }
}

// The first line: where one is, the screens, and what is going on.
extension State {
  func drawTopBar(into frame: inout Frame, _ row: Rect) {
    guard !row.isEmpty else { return }
    if reading.isPlain { return drawPlace(into: &frame, row) }
    frame.fill(row, style: Style(.bar))
    for item in topBar(width: row.width) {
      frame.put(item.words, at: row.origin.moved(right: item.x), maxWidth: max(0, row.width - item.x), on: .bar)
    }
  }

  /// For a screen reader: the pane, since nothing else says where one is, and then the rest.
  private func drawPlace(into frame: inout Frame, _ row: Rect) {
    let title = component(focus)?.title(in: context)
    var words = StyledText("\(screen.type.title), \(focus.title)", Style(.title))
    if let title, !title.left.isEmpty, title.left.plain != focus.title { words = words + [Span(": ")] + title.left }
    if let title, !title.right.isEmpty { words = words + [Span("  ")] + title.right }
    words = words + [Span("   ")] + StyledText(place(namesProgram: false).map(\.words.plain).joined(), .muted)
    frame.put(words, at: row.origin, maxWidth: row.width)
  }

  /// Everything in it, in its place.
  func topBar(width: Int) -> [BarItem] {
    let named = namedScreens
    let status = status(in: max(0, width - minimalPlace.width(apart: 0) - 4), beside: named, of: width)
    let wanted = CellWidth.columns(of: inFlight(1)) + 3
    let keepsFlight = transfers.isEmpty && status.width(apart: 3) + 3 + wanted + named <= width
    let flight = keepsFlight ? wanted : 0
    let room = width - (status.isEmpty ? 0 : status.width(apart: 3) + 2) - flight
    return heading(in: room - 1) + status.placed(from: width - status.width(apart: 3) - 1, apart: 3)
  }

  /// A way to show the place and the screens.
  private struct Heading {
    var namesProgram = false
    var longestName = 24
    /// Columns between the place and the first screen.
    var lead = 3
    /// Columns between two screens.
    var gap = 2
    /// Without it only the screen that is shown is named.
    var namesAll = true
  }

  /// From the widest on. The program's own name goes first, the names of the screens last.
  private static let headings = [
    Heading(namesProgram: true, gap: 3), Heading(namesProgram: true), Heading(), Heading(gap: 1),
    Heading(longestName: 8, gap: 1), Heading(longestName: 8, lead: 2, gap: 1),
    Heading(namesProgram: true, namesAll: false), Heading(namesAll: false),
  ]

  /// The current place, and the screens by their names as far as there is room.
  private func heading(in room: Int) -> [BarItem] {
    for heading in Self.headings {
      let place = place(namesProgram: heading.namesProgram && size.width >= 50, longest: heading.longestName)
      let tabs = screenTabs(namesAll: heading.namesAll)
      let start = place.width(apart: 0) + heading.lead
      guard start + tabs.width(apart: heading.gap) + 1 <= room else { continue }
      return place.placed(from: 1, apart: 0) + tabs.placed(from: 1 + start, apart: heading.gap)
    }
    let bare = [
      place(namesProgram: size.width >= 50), place(namesProgram: false), place(namesProgram: false, longest: 12),
    ]
    return (bare.first { $0.width(apart: 0) <= room } ?? minimalPlace).placed(from: 1, apart: 0)
  }

  /// Columns of the place and the screens in their shortest form with all names.
  private var namedScreens: Int {
    place(namesProgram: false).width(apart: 0) + 3 + screenTabs().width(apart: 1) + 2
  }

  private var minimalPlace: [BarItem] { place(namesProgram: false, longest: 8) }

  /// The current place: program, workspace, environment.
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
  private func screenTabs(namesAll: Bool = true) -> [BarItem] {
    ScreenID.all.map { screen in
      let isShown = screen == self.screen
      var tab: StyledText = [Span("\(screen.number)", .hint)]
      if namesAll || isShown {
        tab.append(" \(screen.type.shortTitle)", isShown ? Style(.title, .underline) : .muted)
      }
      return BarItem(tab, does: screen.command)
    }
  }
}

// What runs, what is wrong, what is allowed.
extension State {
  /// As much of it as there is room for; what can wait goes first. Facts that hardly ever change, and those that other panes
  /// show too, make room for the names of the screens, so that no name goes while a request is in flight.
  private func status(in room: Int, beside names: Int, of width: Int) -> [BarItem] {
    var facts = facts
    // Nothing comes and goes with a request: its room is kept free.
    let flight = transfers.isEmpty ? CellWidth.columns(of: inFlight(1)) + 3 : 0
    while facts.map(\.item).width(apart: 3) + flight + 3 + names > width {
      guard
        let constant = facts.indices.filter({ facts[$0].weight < Self.constant }).min(by: {
          facts[$0].weight < facts[$1].weight
        })
      else { break }
      facts.remove(at: constant)
    }
    while facts.map(\.item).width(apart: 3) > room, !facts.isEmpty {
      let least = facts.indices.min { facts[$0].weight < facts[$1].weight } ?? 0
      facts.remove(at: least)
    }
    return facts.map(\.item)
  }

  /// Facts of less weight say that all is as usual, or what is seen elsewhere.
  private static let constant = 61

  private func inFlight(_ count: Int) -> String {
    size.width >= Self.wordyWidth ? "⇅ \(count) in flight" : "⇅ \(count)"
  }

  /// With how much they matter.
  private var facts: [(item: BarItem, weight: Int)] {
    guard let workspace else { return [] }
    var facts: [(BarItem, Int)] = []
    if !failure.isSeen {
      facts.append((BarItem([Span("✗ failure ", .failure), Span("!", .hint)], does: "bench.problem"), 90))
    }
    if !workspace.isKept { facts.append((BarItem([Span("⚠ nothing is saved", .warning)], does: "bench.problem"), 85)) }
    if let team = workspace.team, let words = words(team) {
      facts.append((BarItem([words.span], does: "bench.problem"), words.weight))
    }
    if workspace.isMocking { facts.append((BarItem([Span(" MOCK ", .warning, .bold)], does: "mocks.turn"), 80)) }
    if let badge = workspace.cacheMode.badge {
      facts.append((BarItem([Span(badge, .warning, .bold)], does: "screen.cache"), 82))
    }
    if !workspace.checksCertificates {
      facts.append((BarItem([Span(" INSECURE ", .warning, .bold)], does: "certificate.check"), 84))
    } else if tabs.current?.response.sentOptions?.verifiesCertificate == false {
      facts.append((BarItem([Span("insecure", .warning)], does: "certificate.look"), 79))
    }
    if let trusted = workspace.trustedServers.first {
      let count = workspace.trustedServers.count
      let words = count == 1 ? "trusts \(trusted.fitted(to: 20))" : "trusts \(count) servers"
      facts.append((BarItem([Span(words, .muted)], does: "certificate.look"), 30))
    }
    if let server = workspace.mockServer {
      let port = server.split(separator: ":").last.map(String.init) ?? ""
      facts.append((BarItem([Span("mock server :\(port)", .warning)], does: "mocks.serve"), 78))
    }
    // Without a limit there is nothing to say of it.
    if workspace.poolSize > 0 {
      facts.append((BarItem([Span("\(workspace.poolSize) at once", .muted)], does: "pool.limit"), 10))
    }
    if let changed { facts.append((BarItem(changed, does: "screen.shared"), 40)) }
    if let repeats {
      let words = "↻ \(repeats.request.description.fitted(to: 24)) every \(DurationText.text(of: repeats.interval))"
      facts.append((BarItem([Span(words, .info)], does: "request.repeat"), 65))
    }
    if let running { facts.append((BarItem(running, does: "screen.groups"), 70)) }
    if !transfers.isEmpty {
      facts.append((BarItem([Span(inFlight(transfers.count), .info)], does: "screen.events"), 60))
    }
    facts.append(
      (BarItem(files(of: workspace), does: "files.mistakes"), workspace.mistakes.isEmpty ? 20 : 75))
    switch workspace.trust {
    case .unneeded: break
    case .granted: facts.append((BarItem([Span("trusted", .muted)]), 15))
    case .wanted:
      let words = size.width >= Self.wordyWidth ? "⚠ not trusted" : "⚠ trust"
      facts.append((BarItem([Span(words, .warning)], does: "workspace.trust"), 78))
    }
    return facts
  }

  /// A short text on the state of the team; nil if all is well, or if trust is asked for anyway. The names of screens
  /// take precedence over the time since when it is offline, which the list of keys shows too.
  private func words(_ team: TeamSummary) -> (span: Span, weight: Int)? {
    switch team {
    case .connected: nil
    case .connecting: (Span("team …", .muted), 12)
    case .offline where size.width < Self.wordyWidth: (Span("team ✗", .warning), 83)
    case .offline(let since, _, _): (Span("team offline since \(since.shortClock(now: now))", .warning), 83)
    case .unavailable(let problem) where problem.code == "store.notPermitted": nil
    case .unavailable: (Span("⚠ team", .warning), 83)
    }
  }

  /// From here on there is room for more than signs.
  private static let wordyWidth = 110

  /// The shared keys that another writer has changed.
  private var changed: StyledText? {
    guard let name = shared.announced.sorted().first else { return nil }
    let words = shared.announced.count == 1 ? name.fitted(to: 20) : "\(shared.announced.count) keys"
    return [Span("● \(words)", .mark)]
  }

  private var running: StyledText? {
    let runs = groups.live
    guard !runs.isEmpty else { return nil }
    let asking = runs.count { !$0.questions.isEmpty }
    if asking > 0 { return [Span("? \(asking.counted("run")) \(asking == 1 ? "asks" : "ask")", .warning)] }
    let paused = runs.count(where: \.isPaused)
    let words = paused == 0 ? "" : paused == runs.count ? " paused" : ", \(paused) paused"
    let sign = paused == runs.count ? "▮▮" : "▶"
    return [Span("\(sign) \(runs.count.counted("run"))\(words)", paused > 0 ? .warning : .info)]
  }

  /// That all is well is only said of files as they are.
  private func files(of workspace: WorkspaceSnapshot) -> StyledText {
    let mistakes = workspace.mistakes
    let errors = mistakes.count { !$0.isWarning }
    if errors > 0 { return [Span("✗ \(errors.counted("error"))", .failure)] }
    if !mistakes.isEmpty { return [Span("⚠ \(mistakes.count.counted("warning"))", .warning)] }
    if !files.isShown { return [Span("… files", .muted)] }
    return workspace.isWatched ? [Span("✓ files", .success)] : [Span("files not watched", .warning)]
  }
}

/// Words in the first or the last line of the screen, which a click takes as the key does.
struct BarItem {
  var words: StyledText
  /// The command of a click; nil if there is nothing to do about it.
  var command: CommandID?
  /// Its first column.
  var x = 0

  init(_ words: StyledText, does command: CommandID? = nil) {
    self.words = words
    self.command = command
  }

  var columns: Range<Int> { x..<x + words.columns }
}

extension [BarItem] {
  /// One behind the other.
  func placed(from start: Int, apart gap: Int) -> [BarItem] {
    var x = start
    return map { item in
      var item = item
      item.x = x
      x += item.words.columns + gap
      return item
    }
  }

  func width(apart gap: Int) -> Int {
    reduce(0) { $0 + $1.words.columns } + gap * Swift.max(0, count - 1)
  }

  func item(at column: Int) -> BarItem? {
    first { $0.columns.contains(column) }
  }
}
