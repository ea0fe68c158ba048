import TerminalKit

// The first line and the last.
extension State {
  func drawTopBar(into frame: inout Frame, _ row: Rect) {
    guard !row.isEmpty else { return }
    frame.fill(row, style: Style(.bar))
    let right = status
    let (place, tabs) = headings(besides: right.columns, in: row.width)
    let showsStatus = place.columns + right.columns + 4 <= row.width
    let room = row.width - (showsStatus ? right.columns + 2 : 0)
    let used = frame.put(place, at: row.origin.moved(right: 1), maxWidth: room - 1, on: .bar)
    if showsStatus {
      frame.put(right, at: Point(x: row.maxX - right.columns - 1, y: row.y), on: .bar)
    }
    if let tabs { frame.put(tabs, at: row.origin.moved(right: used + 4), on: .bar) }
  }

  /// Where one is, and the screens, by their names as far as there is room. The program's own name goes first.
  private func headings(besides status: Int, in width: Int) -> (place: StyledText, tabs: StyledText?) {
    let full = place(namesProgram: size.width >= 50)
    let choices = [
      (full, tabs(apart: 3)), (full, tabs(apart: 2)), (place(namesProgram: false), tabs(apart: 2)),
      (full, tabs(apart: 2, namesAll: false)),
    ]
    let fitting = choices.first { place, tabs in
      let reserved = place.columns + status + 4 <= width ? status + 2 : 0
      return place.columns + tabs.columns + 6 + reserved <= width
    }
    return fitting.map { ($0.0, $0.1) } ?? (full, nil)
  }

  /// Where one is: program, workspace, environment.
  private func place(namesProgram: Bool) -> StyledText {
    guard let workspace else { return [Span("Parley", .title)] }
    var text: StyledText = namesProgram ? [Span("Parley  ", .accent, .bold)] : []
    text.append(workspace.isScratch ? "scratch" : Self.short(workspace.name), Style(.title))
    if let name = workspace.environment {
      let style = workspace.environments.first { $0.name == name }?.style ?? .text
      text.append(" ▸ ", .muted)
      text.append(Self.short(name), style)
    }
    return text
  }

  private static func short(_ name: String) -> String { name.fitted(to: 24) }

  /// - Parameter namesAll: without it only the screen that is shown is named.
  private func tabs(apart gap: Int, namesAll: Bool = true) -> StyledText {
    let tabs = Screen.allCases.map { screen in
      let isShown = screen == self.screen
      var tab: StyledText = [Span("\(screen.rawValue)", .hint)]
      if namesAll || isShown { tab.append(" \(screen.tab)", isShown ? Style(.title, .underline) : .muted) }
      return tab
    }
    return StyledText(Array(tabs.map(\.spans).joined(separator: [Span(String(repeating: " ", count: gap))])))
  }

  /// What runs, what is wrong, what is allowed.
  private var status: StyledText {
    guard let workspace else { return [] }
    var parts: [StyledText] = []
    if !hasSeenProblem { parts.append([Span("! failure", .failure)]) }
    if workspace.isMocking { parts.append([Span(" MOCK ", .warning, .bold)]) }
    // Without a limit there is little to say of it.
    if size.width >= 96 || workspace.poolSize > 0 {
      parts.append([Span("pool \(workspace.poolSize == 0 ? "∞" : "\(workspace.poolSize)")", .muted)])
    }
    if let name = shared.announced.sorted().first {
      let words = shared.announced.count == 1 ? name.fitted(to: 20) : "\(shared.announced.count) keys"
      parts.append([Span("● \(words)", .mark)])
    }
    let runs = groups.live
    if !runs.isEmpty {
      let paused = runs.count(where: \.isPaused)
      let words = paused == 0 ? "" : paused == runs.count ? " paused" : ", \(paused) paused"
      parts.append([
        Span("\(paused == runs.count ? "▮▮" : "▶") \(runs.count.counted("run"))\(words)", paused > 0 ? .warning : .info)
      ])
    }
    if !transfers.isEmpty { parts.append([Span("⇅ \(transfers.count) in flight", .info)]) }
    parts.append(Self.files(workspace.mistakes))
    switch workspace.trust {
    case .unneeded: break
    case .granted: parts.append([Span("trusted", .muted)])
    case .wanted: parts.append([Span("⚠ not trusted", .warning)])
    }
    return StyledText(Array(parts.map(\.spans).joined(separator: [Span("   ")])))
  }

  private static func files(_ mistakes: [FileMistake]) -> StyledText {
    let errors = mistakes.count { !$0.isWarning }
    if errors > 0 { return [Span("✗ \(errors.counted("mistake"))", .failure)] }
    if !mistakes.isEmpty { return [Span("⚠ \(mistakes.count.counted("warning"))", .warning)] }
    return [Span("✓ files", .success)]
  }

  /// What the last key did, or why it did nothing; behind it, as far as there is room, at most six keys that matter here.
  func drawHints(into frame: inout Frame, _ row: Rect) {
    guard !row.isEmpty else { return }
    var x = row.x + 1
    if let notice {
      let text = notice.text.fitted(to: row.width - 2)
      x += frame.put(text, at: row.origin.moved(right: 1), style: Style(notice.kind.role)) + 3
    }
    for hint in hints {
      let width = hint.columns
      guard x + width <= row.maxX else { break }
      frame.put(hint, at: Point(x: x, y: row.y))
      x += width + 3
    }
  }

  private var hints: [StyledText] {
    if case .refused? = notice?.kind { return [] }
    let contexts = popups.top?.keyContexts ?? keyContexts
    let usable = commands.table.hints(in: contexts, for: self, limit: .max)
    // Help keeps its place at the end, however many there are before it.
    let others = usable.filter { $0.command.id != "bench.help" }
    let help = usable.filter { $0.command.id == "bench.help" }
    let hints = (others.prefix(6 - help.count) + help).map { entry -> StyledText in
      let key = entry.keys.first?.label ?? ""
      return [Span(key, .hint), Span(" \(word(for: entry.command))", .muted)]
    }
    return fitting(hints, keeping: help.count)
  }

  /// Those that matter least are left out where there is no room, but for the last ones.
  private func fitting(_ hints: [StyledText], keeping last: Int) -> [StyledText] {
    var hints = hints
    while hints.count > last + 1, hints.reduce(-2, { $0 + $1.columns + 3 }) > size.width {
      hints.remove(at: hints.count - 1 - last)
    }
    return hints
  }

  /// The key that sends says what it sends, or which group it runs.
  private func word(for command: Command<State>) -> String {
    let word = command.hint?.word ?? command.title
    guard command.id == "request.send" else { return word }
    let room = max(8, size.width / 5)
    if screen == .groups { return groups.group.map { "run \($0.fitted(to: room))" } ?? "run" }
    guard let composer = desks.current?.composer else { return word }
    // Where the request is not to be seen, its method is no less telling than its name.
    let method = screen == .requests ? "" : "\(composer.draft.method.isEmpty ? "GET" : composer.draft.method) "
    return "\(word) \(method)\(composer.request.description.fitted(to: room))"
  }

  /// The box that says what may follow the keys pressed so far.
  func drawKeysThatFollow(into frame: inout Frame, above row: Rect) {
    guard !keys.pending.isEmpty,
      case .prefix(let following) = commands.table.keymap.lookup(keys.pending, in: keyContexts)
    else { return }
    let lines = following.map { "\($0.key.label)  \($0.label)" }
    let width = (lines.map { CellWidth.columns(of: $0) }.max() ?? 0) + 4
    let height = min(lines.count + 2, row.y)
    let area = Rect(x: max(0, row.maxX - width - 1), y: row.y - height, width: width, height: height)
    frame.fill(area)
    let inside = frame.box(
      area, title: keys.pending.map(\.label).joined(separator: " "), style: Style(.borderFocused)
    ).inset(horizontal: 1)
    for (line, next) in zip(inside.y..<inside.maxY, following) {
      frame.put([Span(next.key.label, .hint), Span("  \(next.label)")], at: Point(x: inside.x, y: line))
    }
  }
}
