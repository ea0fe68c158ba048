import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchGroups
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

/// The first line: where one is, the screens, and what is going on.
///
/// A class, since its closures would copy the whole state with it.
final class TopBar {
  let state: State

  init(_ state: State) { self.state = state }

  func draw(into frame: inout Frame, _ row: Rect) {
    guard !row.isEmpty else { return }
    if state.reading.isPlain { return drawPlace(into: &frame, row) }
    frame.fill(row, style: Style(.bar))
    for item in items(width: row.width) {
      frame.put(item.words, at: row.origin.moved(right: item.x), maxWidth: max(0, row.width - item.x), on: .bar)
    }
  }

  /// For a screen reader: the pane, since nothing else says where one is, and then the rest.
  private func drawPlace(into frame: inout Frame, _ row: Rect) {
    let title = state.component(state.focus)?.title(in: state.context)
    var words = StyledText("\(state.screen.type.title), \(state.focus.title)", Style(.title))
    if let title, !title.left.isEmpty, title.left.plain != state.focus.title {
      words = words + [Span(": ")] + title.left
    }
    if let title, !title.right.isEmpty { words = words + [Span("  ")] + title.right }
    words = words + [Span("   ")] + StyledText(place(namesProgram: false).map(\.words.plain).joined(), .muted)
    frame.put(words, at: row.origin, maxWidth: row.width)
  }

  /// Everything in it, in its place. What has no room goes in this order: facts that hardly ever change or that a pane shows too, the
  /// ends of long names of the place, the workspace, words that a sign can stand for, names of screens one by one, what is wrong. The
  /// room of the requests in flight is kept free where nothing else needs it, so that nothing moves when one begins or ends.
  func items(width: Int) -> [BarItem] {
    let tabs = screenTabs(naming: ScreenID.all.count)
    let named = 1 + lead + tabs.width(apart: gap)
    for isTerse in [false, true] {
      var facts = self.facts(isTerse: isTerse)
      let important = facts.filter(\.matters)
      let fitting = places.first { important.fit(behind: named + $0.width(apart: 0), in: width) }
      guard let place = fitting ?? environmentAlone(important, behind: named, in: width) else { continue }
      facts.leaveOut { $0.fit(behind: named + place.width(apart: 0), in: width) }
      return flightSign(beside: facts) + heading(place, tabs) + facts.placed(in: width)
    }
    return lesserTopBar(self.facts(isTerse: true).filter(\.matters), in: width)
  }

  /// The place without the workspace, which is the same all day; nil where that is no shorter or does not fit either.
  private func environmentAlone(_ facts: [BarFact], behind end: Int, in width: Int) -> [BarItem]? {
    guard let environment = environment(longest: 8) else { return nil }
    return facts.fit(behind: end + [environment].width(apart: 0), in: width) ? [environment] : nil
  }

  /// Requests in flight that have no room among the facts, at the edge, where they need none.
  private func flightSign(beside facts: [BarFact]) -> [BarItem] {
    guard !state.transfers.isEmpty, !facts.contains(where: \.isFlight) else { return [] }
    return [BarItem([Span("⇅", .info)], does: "screen.events")]
  }

  /// With as many names of screens as have room, the one that is shown first, and the beginnings of the others or their numbers
  /// alone; if not even one has room, with the place alone.
  private func lesserTopBar(_ facts: [BarFact], in width: Int) -> [BarItem] {
    var facts = facts
    facts.leaveOut { $0.fit(behind: 1 + minimalPlace.width(apart: 0), in: width) }
    for letters in [Self.beginning, 0] {
      for count in stride(from: ScreenID.all.count - 1, to: 0, by: -1) {
        let tabs = screenTabs(naming: count, othersBy: letters)
        let end = 1 + minimalPlace.width(apart: 0) + lead + tabs.width(apart: gap)
        guard facts.fit(behind: end, in: width) else { continue }
        return joined(heading(minimalPlace, tabs), facts, behind: end, in: width)
      }
    }
    let place = places.dropFirst().first { facts.fit(behind: 1 + $0.width(apart: 0), in: width) } ?? minimalPlace
    let end = 1 + place.width(apart: 0)
    return joined(place.placed(from: 1, apart: 0), facts, behind: end, in: width)
  }

  /// With the requests in flight, or their room, if there is any.
  private func joined(_ heading: [BarItem], _ facts: [BarFact], behind end: Int, in width: Int) -> [BarItem] {
    let all = state.workspace == nil ? facts : [flight] + facts
    let shown = all.fit(behind: end, in: width) ? all : facts
    return flightSign(beside: shown) + heading + shown.placed(in: width)
  }

  private func heading(_ place: [BarItem], _ tabs: [BarItem]) -> [BarItem] {
    place.placed(from: 1, apart: 0) + tabs.placed(from: 1 + place.width(apart: 0) + lead, apart: gap)
  }

  /// The blanks between screens, and before the first one, depend on nothing but the size, so that nothing moves.
  private var gap: Int { state.size.width >= 96 ? 2 : 1 }
  private var lead: Int { gap + 1 }

  /// Ways to show the place, from the widest on.
  private var places: some Sequence<[BarItem]> {
    [(state.size.width >= 120, 24), (false, 24), (false, 12), (false, 8)].lazy.map {
      self.place(namesProgram: $0, longest: $1)
    }
  }

  private var minimalPlace: [BarItem] { place(namesProgram: false, longest: 8) }

  /// The current place: program, workspace, environment.
  private func place(namesProgram: Bool, longest: Int = 24) -> [BarItem] {
    guard let workspace = state.workspace else { return [BarItem([Span("Parley", .title)], does: "workspace.open")] }
    let name = workspace.isScratch ? "scratch" : workspace.name.fitted(to: longest)
    var items = [
      BarItem([Span(namesProgram ? "Parley  " : "", .accent, .bold), Span(name, .title)], does: "workspace.open")
    ]
    if let environment = environment(longest: longest, behind: " ▸ ") { items.append(environment) }
    return items
  }

  private func environment(longest: Int, behind separator: String = "") -> BarItem? {
    guard let workspace = state.workspace, let name = workspace.environment else { return nil }
    let style = workspace.environments.first { $0.name.isIdentical(to: name) }?.style ?? .text
    return BarItem([Span(separator, .muted), Span(name.fitted(to: longest), style)], does: "environment.pick")
  }

  /// Letters of a name that has no room, by which it is still known.
  private static let beginning = 3

  /// - Parameters:
  ///   - count: how many are named: the one that is shown, then those with the lowest numbers.
  ///   - letters: how many letters of the other names stand behind their numbers.
  private func screenTabs(naming count: Int, othersBy letters: Int = 0) -> [BarItem] {
    let order = [state.screen] + ScreenID.all.filter { $0 != state.screen }
    let named = Set(order.prefix(count))
    return ScreenID.all.map { screen in
      var tab: StyledText = [Span("\(screen.number)", .hint)]
      if named.contains(screen) {
        tab.append(" \(screen.type.shortTitle)", screen == state.screen ? Style(.title, .underline) : .muted)
      } else if letters > 0 {
        tab.append(" \(screen.type.shortTitle.prefix(letters))", .muted)
      }
      return BarItem(tab, does: screen.command)
    }
  }
}

// The facts on the right: requests in flight, mistakes, permissions.
extension TopBar {
  private func inFlight(_ count: Int) -> String {
    state.size.width >= 140 ? "⇅ \(count) in flight" : "⇅ \(count)"
  }

  /// The requests in flight, right before what else there is, or as many blanks.
  private var flight: BarFact {
    let room = CellWidth.columns(of: inFlight(10))
    guard !state.transfers.isEmpty else {
      return BarFact(BarItem([Span(String(repeating: " ", count: room))]), BarFact.flight)
    }
    let words = inFlight(state.transfers.count)
    let blanks = String(repeating: " ", count: max(0, room - CellWidth.columns(of: words)))
    return BarFact(BarItem([Span(blanks), Span(words, .info)], does: "screen.events"), BarFact.flight)
  }

  private func facts(isTerse: Bool) -> [BarFact] {
    guard let workspace = state.workspace else { return [] }
    var facts = [flight]
    if !state.failure.isSeen {
      let words: StyledText = [Span(isTerse ? "✗ " : "✗ failure ", .failure), Span("!", .hint)]
      facts.append(BarFact(BarItem(words, does: "bench.problem"), 90))
    }
    if !workspace.isKept {
      facts.append(
        BarFact(
          BarItem([Span("⚠ nothing is saved", .warning), Span(isTerse ? "" : " !", .hint)], does: "bench.problem"), 85))
    }
    if let team = workspace.team, let words = words(team, isTerse: isTerse || state.size.width < Self.wordyWidth) {
      facts.append(BarFact(BarItem([words.span], does: "bench.problem"), words.weight))
    }
    if workspace.isMocking { facts.append(BarFact(BarItem([Span("MOCK", .warning, .bold)], does: "mocks.turn"), 80)) }
    if let badge = workspace.cacheMode.badge {
      facts.append(BarFact(BarItem([Span(badge, .warning, .bold)], does: "screen.cache"), 82))
    }
    if !workspace.checksCertificates {
      facts.append(BarFact(BarItem([Span("INSECURE", .warning, .bold)], does: "certificate.check"), 84))
    } else if state.tabs.current?.response.sentOptions?.verifiesCertificate == false {
      let words = isTerse ? "insecure" : "sent insecure"
      facts.append(BarFact(BarItem([Span(words, .warning)], does: "certificate.look"), 79))
    }
    if let trusted = workspace.trustedServers.first {
      let count = workspace.trustedServers.count
      let words = count == 1 ? "trusts \(trusted.fitted(to: 20))" : "trusts \(count) servers"
      facts.append(BarFact(BarItem([Span(words, .muted)], does: "certificate.look"), 30))
    }
    if let server = workspace.mockServer {
      let port = server.split(separator: ":").last.map(String.init) ?? ""
      let words = isTerse ? "mock :\(port)" : "mock server :\(port)"
      facts.append(BarFact(BarItem([Span(words, .warning)], does: "mocks.serve"), 78))
    }
    // Without a limit there is nothing to say of it.
    if workspace.poolSize > 0 {
      facts.append(BarFact(BarItem([Span("\(workspace.poolSize) at once", .muted)], does: "pool.limit"), 10))
    }
    if let changed { facts.append(BarFact(BarItem(changed, does: "screen.shared"), 40)) }
    if let repeats = state.repeats {
      let name = isTerse ? "" : "\(repeats.request.description.fitted(to: 24)) "
      let words = "↻ \(name)every \(DurationText.text(of: repeats.interval))"
      facts.append(BarFact(BarItem([Span(words, .info)], does: "request.repeat"), 65))
    }
    if let running { facts.append(BarFact(BarItem(running, does: "screen.groups"), 70)) }
    let isWordy = !isTerse && state.size.width >= Self.wordyWidth
    let key: StyledText = isWordy && !workspace.mistakes.isEmpty ? [Span(" F8", .hint)] : ""
    let files = BarItem(files(of: workspace, isTerse: isTerse) + key, does: "files.mistakes")
    facts.append(BarFact(files, workspace.mistakes.isEmpty ? 20 : 75))
    switch workspace.trust {
    case .unneeded: break
    case .granted: facts.append(BarFact(BarItem([Span("trusted", .muted)], does: "workspace.trust"), 15))
    case .wanted:
      let words: StyledText =
        isTerse || state.size.width < Self.wordyWidth
        ? [Span("⚠ trust", .warning)] : [Span("⚠ workspace not trusted ", .warning), Span(":trust", .hint)]
      facts.append(BarFact(BarItem(words, does: "workspace.trust"), 78))
    }
    return facts
  }

  /// A short text on the state of the team; nil if all is well, or if trust is asked for anyway. The names of screens
  /// take precedence over the time since when it is offline, which the list of keys shows too.
  private func words(_ team: TeamSummary, isTerse: Bool) -> (span: Span, weight: Int)? {
    switch team {
    case .connected: nil
    case .connecting: (Span("team …", .muted), 12)
    case .offline where isTerse: (Span("team ✗", .warning), 83)
    case .offline(let since, _, _): (Span("team offline since \(since.shortClock(now: state.now))", .warning), 83)
    case .unavailable(let problem) where problem.code == "store.notPermitted": nil
    case .unavailable: (Span("⚠ team", .warning), 83)
    }
  }

  /// From here on there is room for more than signs.
  private static let wordyWidth = 110

  /// The shared keys that another writer has changed.
  private var changed: StyledText? {
    guard let name = state.shared.announced.sorted().first else { return nil }
    let words = state.shared.announced.count == 1 ? name.fitted(to: 20) : "\(state.shared.announced.count) keys"
    return [Span("~ \(words)", .mark)]
  }

  private var running: StyledText? {
    let runs = state.groups.live
    guard !runs.isEmpty else { return nil }
    let asking = runs.count { !$0.questions.isEmpty }
    if asking > 0 { return [Span("? \(asking.counted("run")) \(asking == 1 ? "asks" : "ask")", .warning)] }
    let paused = runs.count(where: \.isPaused)
    let words = paused == 0 ? "" : paused == runs.count ? " paused" : ", \(paused) paused"
    let sign = paused == runs.count ? "▮▮" : "▶"
    return [Span("\(sign) \(runs.count.counted("run"))\(words)", paused > 0 ? .warning : .info)]
  }

  /// That all is well is only said of files as they are.
  private func files(of workspace: WorkspaceSnapshot, isTerse: Bool) -> StyledText {
    let mistakes = workspace.mistakes
    let errors = mistakes.count { !$0.isWarning }
    if errors > 0 { return [Span("✗ \(isTerse ? "\(errors)" : errors.counted("error"))", .failure)] }
    if !mistakes.isEmpty {
      return [Span("⚠ \(isTerse ? "\(mistakes.count)" : mistakes.count.counted("warning"))", .warning)]
    }
    if !state.files.isShown { return [Span("… files", .muted)] }
    return workspace.isWatched ? [Span("✓ files", .success)] : [Span("files not watched", .warning)]
  }
}

/// Something that the first line may say.
private struct BarFact {
  var item: BarItem
  var weight: Int

  init(_ item: BarItem, _ weight: Int) {
    (self.item, self.weight) = (item, weight)
  }

  /// The weight of the requests in flight.
  static let flight = 60

  var isFlight: Bool { weight == Self.flight }
  /// Those of less weight say that all is as usual, or what is seen elsewhere.
  var matters: Bool { weight > Self.flight }
}

extension [BarFact] {
  fileprivate func fit(behind end: Int, in width: Int) -> Bool {
    let gap = Self.gap(in: width)
    return end + (isEmpty ? 1 : map(\.item).width(apart: gap) + gap) <= width
  }

  /// The blanks between facts: where there is little room, names of screens need them more.
  private static func gap(in width: Int) -> Int { width >= 96 ? 3 : 2 }

  /// Leaves out one after the other, those of the least weight first.
  fileprivate mutating func leaveOut(until fit: ([BarFact]) -> Bool) {
    while !fit(self), let least = indices.min(by: { self[$0].weight < self[$1].weight }) { remove(at: least) }
  }

  /// At the right end.
  fileprivate func placed(in width: Int) -> [BarItem] {
    let (items, gap) = (map(\.item), Self.gap(in: width))
    return items.placed(from: width - 1 - items.width(apart: gap), apart: gap)
  }
}
