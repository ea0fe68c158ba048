import ParleyEngine
import ParleyModel
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

extension Composer {
  package func title(in context: ViewContext) -> PaneTitle {
    var left = StyledText(request.description, Style(.title))
    if isDirty { left.append(" ✎", Style(.mark)) }
    if guest == nil, let moment = context.moment { left.append("  \(moment.words)", Style(.mark)) }
    return PaneTitle(left, right: destination)
  }

  /// The server and the origin the URL resolves to.
  private var destination: StyledText {
    var words = StyledText()
    let isWhole = draft.url.contains("://")
    if !isWhole, let server = draft.server ?? servers.first { words.append("\(server)  ", Style(.accent)) }
    if let origin = Self.origin(of: preview.url) { words.append(Self.withoutUser(origin), .muted) }
    return words
  }

  /// The user is left out: the password may stand beside the name.
  private static func withoutUser(_ origin: String) -> String {
    guard let scheme = origin.firstRange(of: "://")?.upperBound, let user = origin.lastIndex(of: "@") else {
      return origin
    }
    return String(origin[..<scheme] + origin[origin.index(after: user)...])
  }

  static func origin(of url: String) -> String? {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return String(url[..<authority.endIndex])
  }

  package func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rect.isEmpty else { return }
    if let faulty = onDisk.faulty { return draw(faulty, into: &frame, rect, isFocused: isFocused) }
    let layout = layout(in: rect)
    drawURL(into: &frame, layout.url, isFocused)
    drawTabs(into: &frame, layout.tabs, isFocused)
    if tab == .body { drawKind(into: &frame, layout.kind, isFocused) }
    if showsRows {
      drawRows(into: &frame, layout, isFocused)
    } else if showsText {
      drawText(into: &frame, layout, isFocused)
    } else {
      let hint = "No body. Enter chooses a kind."
      frame.put(
        hint.fitted(to: layout.content.width - 2), at: layout.content.origin.moved(right: 1), style: .muted,
        maxWidth: layout.content.isEmpty ? 0 : .max)
    }
    drawProblem(into: &frame, layout.problem)
    drawLists(into: &frame, rect, layout)
  }
}

// URL, tabs and what is wrong.
extension Composer {
  private func drawURL(into frame: inout Frame, _ row: Rect, _ isFocused: Bool) {
    if let place = request.defaults { return drawBanner(place, into: &frame, row) }
    let method = draft.method.isEmpty ? "GET" : draft.method
    let isOnMethod = isFocused && spot == .method && !isTyping
    let origin = row.origin.moved(right: 1)
    if case .method = field?.place, let area = field?.area {
      area.draw(into: &frame, row.inset(left: 1), isFocused: isFocused)
      return
    }
    let style = MethodStyle.style(draft.method).adding(.bold).on(isOnMethod ? .selection : nil)
    let used = frame.put(method.fitted(to: max(3, row.width / 3)), at: origin, style: style, maxWidth: row.width - 1)
    frame.put(" ▾", at: origin.moved(right: used), style: .muted, maxWidth: row.width - 1 - used)
    let button = sendButton(in: row)
    if !button.isEmpty { frame.put(Self.sendWords, at: button.origin, style: Style(.accent, .bold)) }
    let right = button.isEmpty ? 1 : button.width + 2
    drawAddress(into: &frame, row.inset(left: used + 5, right: right), isFocused)
  }

  static let sendWords = "[ Send ]"

  /// The button that sends, at the end of the line of the URL; empty where there is no room, or nothing to send.
  func sendButton(in row: Rect) -> Rect {
    guard guest == nil, request.defaults == nil, row.width >= 48 else { return .zero }
    let width = Self.sendWords.count
    return Rect(x: row.maxX - width - 1, y: row.y, width: width, height: 1)
  }

  private func drawAddress(into frame: inout Frame, _ row: Rect, _ isFocused: Bool) {
    if case .url = field?.place, let area = field?.area {
      if area.text.isEmpty {
        frame.put(
          "URL, POST URL, or a curl command".fitted(to: row.width), at: row.origin, style: .muted, maxWidth: row.width)
      }
      area.draw(into: &frame, row, isFocused: isFocused)
      // Nothing but blanks would look like nothing.
      guard !area.text.isEmpty, area.text.allSatisfy(\.isWhitespace) else { return }
      frame.put(TemplateColours.field(area.text, uses: []), at: row.origin, maxWidth: row.width)
      return
    }
    let ground: Role? = isFocused && spot == .url ? .selection : nil
    let url = url
    guard !url.isEmpty else {
      frame.put(
        "Enter or i: type a URL".fitted(to: row.width), at: row.origin, style: Style.muted.on(ground),
        maxWidth: row.width)
      return
    }
    let uses = preview.uses.filter { $0.field == .url }
    frame.put(TemplateColours.field(url, uses: uses), at: row.origin, maxWidth: row.width, on: ground)
  }

  private func drawTabs(into frame: inout Frame, _ row: Rect, _ isFocused: Bool) {
    guard !row.isEmpty else { return }
    tabLine.draw(into: &frame, row.inset(left: 1), on: isFocused && spot == .tabs ? .selection : nil)
  }

  var tabLine: TabLine {
    let titles = tabs.map { TabLine.Title($0.title, count: count(of: $0)) }
    return TabLine(titles, selected: tabs.firstIndex(of: tab) ?? 0, width: size.width - 1)
  }

  private func count(of tab: Tab) -> String {
    switch tab {
    case .params:
      let count = Parameters(of: draft).rows.count
      return count == 0 ? "" : "\(count)"
    case .headers:
      let own = draft.headers.count
      return own + preview.inherited.count == 0 ? "" : "\(own + preview.inherited.count)"
    case .auth: return draft[.auth].isEmpty ? "" : "(\(draft[.auth]))"
    case .body: return draft.body == .none ? "" : "•"
    case .expect:
      let isSilent = draft.expectedHeaders.isEmpty && draft.expectedFilters.isEmpty
      return isSilent && fixedCount(of: .expect) == 0 ? "" : "•"
    case .capture: return draft.captures.isEmpty ? "" : "\(draft.captures.count)"
    case .options: return fixedCount(of: .options) == 0 ? "" : "\(fixedCount(of: .options))"
    case .docs: return draft.docs.isEmpty ? "" : "•"
    }
  }

  /// How many settings of a tab the request itself says something about.
  private func fixedCount(of tab: Tab) -> Int {
    let keys = tab == .options ? SettingKey.options : [.status, .within, .schema, .envelope, .responseRoot, .codec]
    return keys.count { !draft[$0].isEmpty }
  }

  /// The columns of each tab from the left edge of the pane; none of those out of sight.
  var tabPlaces: [(tab: Tab, columns: Range<Int>)] {
    zip(tabs, tabLine.places).map { ($0, $1.isEmpty ? $1 : $1.lowerBound + 1..<$1.upperBound + 1) }
  }

  private func drawKind(into frame: inout Frame, _ row: Rect, _ isFocused: Bool) {
    guard !row.isEmpty else { return }
    let ground: Role? = isFocused && spot == .kind ? .selection : nil
    var words = StyledText([Span("\(draft.body.kind.title) ▾", Style(.text, on: ground))])
    if let type = draft.body.kind.contentType { words.append("  \(type)", .muted) }
    if case .graphql = draft.body { words = words + graphQLParts }
    if let count = text?.utf8.count, count > 0 { words.append("  \(ByteCount.text(count))", .muted) }
    frame.put(words, at: row.origin.moved(right: 1), maxWidth: row.width - 1)
    let zoom = zoomWords
    if zoom.columns > 0, words.columns + zoom.columns + 4 < row.width { frame.put(zoom, atRightOf: row) }
  }

  /// The key that gives a body more room, where most of it is out of sight.
  private var zoomWords: StyledText {
    guard showsText, textHeight < 8, textLineCount > textHeight else { return "" }
    return [Span(field == nil ? "Z" : "F3", .hint), Span(" zooms", .muted)]
  }

  /// Which of its two texts is shown.
  private var graphQLParts: StyledText {
    let shown = Style(.accent, .bold)
    return [
      Span("   "), Span(position.showsVariables ? "query" : "[query]", position.showsVariables ? .muted : shown),
      Span("  "),
      Span(position.showsVariables ? "[variables]" : "variables", position.showsVariables ? shown : .muted),
      Span("  v the other", .muted),
    ]
  }

  private func drawProblem(into frame: inout Frame, _ row: Rect) {
    let isProblem = mistake != nil || problem != nil
    frame.putHint(wordsBelow ?? "", in: row.inset(left: 1), style: isProblem ? Style(.failure) : .muted)
  }
}

extension DraftBody.Kind {
  /// The content type that the body implies; nil if it implies none.
  var contentType: String? {
    switch self {
    case .none, .file, .messages: nil
    case .json, .graphql: "application/json"
    case .multipart: "multipart/form-data"
    case .text: "text/plain; charset=utf-8"
    case .form: "application/x-www-form-urlencoded"
    }
  }
}

// What drops down: names for a template, methods, kinds of body.
extension Composer {
  func drawLists(into frame: inout Frame, _ rect: Rect, _ layout: ComposerLayout) {
    // A list may lie over what is below the pane.
    let room = Rect(x: rect.x, y: rect.y, width: rect.width, height: max(rect.height, frame.bounds.maxY - 1 - rect.y))
    if let menu {
      draw(menu.lines, menu.cursor, into: &frame, within: room, below: anchor(of: menu, layout))
    } else if let completion = field?.completion, let cursor = frame.cursor {
      completion.draw(into: &frame, within: room, below: cursor, clearing: rect)
    }
  }

  private func anchor(of menu: ChoiceMenu, _ layout: ComposerLayout) -> Point {
    switch menu.subject {
    case .method: layout.url.origin.moved(right: 1)
    case .bodyKind: (layout.kind.isEmpty ? layout.tabs : layout.kind).origin.moved(right: 1)
    case .setting, .step: layout.content.origin.moved(right: 12, down: cursor.selected - cursor.top)
    }
  }

  private func draw(
    _ lines: [StyledText], _ cursor: ListCursor, into frame: inout Frame, within rect: Rect, below point: Point
  ) {
    frame.dropDown(lines, cursor, limit: Completion.visibleRows * 2, within: rect, below: point)
  }
}
