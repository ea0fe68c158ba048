import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// Draws a composer: URL, tabs, what the tab holds, what is wrong, and what drops down.
struct ComposerDrawing {
  let composer: Composer
  let layout: ComposerLayout
  let isFocused: Bool

  func draw(into frame: inout Frame, _ rect: Rect) {
    drawURL(into: &frame, layout.url)
    drawTabs(into: &frame, layout.tabs)
    if composer.tab == .body { drawKind(into: &frame, layout.kind) }
    if composer.showsRows {
      RowDrawing(composer: composer, layout: layout, isFocused: isFocused).draw(into: &frame)
    } else if composer.showsText {
      TextDrawing.draw(composer, into: &frame, layout, isFocused: isFocused)
    } else {
      let hint = "No body. Enter chooses a kind."
      frame.put(
        hint.fitted(to: layout.content.width - 2), at: layout.content.origin.moved(right: 1), style: .muted,
        maxWidth: layout.content.isEmpty ? 0 : .max)
    }
    drawProblem(into: &frame, layout.problem)
    drawLists(into: &frame, rect)
  }

  private func drawBanner(_ place: DefaultsPlace, into frame: inout Frame, _ row: Rect) {
    frame.put(
      [Span("Defaults ", Style(.accent, .bold)), Span(place.banner, .muted)], at: row.origin.moved(right: 1),
      maxWidth: row.width - 1)
  }

  private func drawURL(into frame: inout Frame, _ row: Rect) {
    if let place = composer.request.defaults { return drawBanner(place, into: &frame, row) }
    let method = shownMethod
    let isOnMethod = isFocused && composer.spot == .method && !composer.isTyping
    let origin = row.origin.moved(right: 1)
    if case .method = composer.field?.place, let area = composer.field?.area {
      area.draw(into: &frame, row.inset(left: 1), isFocused: isFocused)
      return
    }
    let style = MethodStyle.style(composer.draft.method).adding(.bold).on(isOnMethod ? .selection : nil)
    let used = frame.put(method.fitted(to: max(3, row.width / 3)), at: origin, style: style, maxWidth: row.width - 1)
    frame.put(" ▾", at: origin.moved(right: used), style: .muted, maxWidth: row.width - 1 - used)
    let button = composer.sendButton(in: row)
    if !button.isEmpty { frame.put(Composer.sendWords, at: button.origin, style: Style(.accent, .bold)) }
    let right = button.isEmpty ? 1 : button.width + 2
    drawAddress(into: &frame, row.inset(left: used + 5, right: right))
  }

  /// While one is looked for, what was typed of it.
  private var shownMethod: String {
    if let menu = composer.menu, menu.subject == .method, !menu.typed.isEmpty { return menu.typed.uppercased() }
    return composer.draft.method.isEmpty ? "GET" : composer.draft.method
  }

  private func drawAddress(into frame: inout Frame, _ row: Rect) {
    if case .url = composer.field?.place, let area = composer.field?.area {
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
    let ground: Role? = isFocused && composer.spot == .url ? .selection : nil
    let url = composer.url
    guard !url.isEmpty else {
      if composer.isUnread { return }
      frame.put(
        "Enter or i: type a URL".fitted(to: row.width), at: row.origin, style: Style.muted.on(ground),
        maxWidth: row.width)
      return
    }
    let uses = composer.preview.uses.filter { $0.field == .url }
    frame.put(TemplateColours.field(url, uses: uses), at: row.origin, maxWidth: row.width, on: ground)
  }

  private func drawTabs(into frame: inout Frame, _ row: Rect) {
    guard !row.isEmpty else { return }
    composer.tabLine.draw(into: &frame, row.inset(left: 1), on: isFocused && composer.spot == .tabs ? .selection : nil)
  }

  private func drawKind(into frame: inout Frame, _ row: Rect) {
    guard !row.isEmpty else { return }
    let ground: Role? = isFocused && composer.spot == .kind ? .selection : nil
    var words = StyledText([Span("\(composer.draft.body.kind.title) ▾", Style(.text, on: ground))])
    if let type = composer.draft.body.kind.contentType { words.append("  \(type)", .muted) }
    if case .graphql = composer.draft.body { words = words + graphQLParts }
    if let count = composer.text?.utf8.count, count > 0 { words.append("  \(ByteCount.text(count))", .muted) }
    frame.put(words, at: row.origin.moved(right: 1), maxWidth: row.width - 1)
    let zoom = zoomWords
    if zoom.columns > 0, words.columns + zoom.columns + 4 < row.width { frame.put(zoom, atRightOf: row) }
  }

  /// The key that gives a body more room, where most of it is out of sight.
  private var zoomWords: StyledText {
    guard composer.showsText, composer.textHeight < 8, composer.textLineCount > composer.textHeight else { return "" }
    return [Span(composer.field == nil ? "Z" : "F3", .hint), Span(" zooms", .muted)]
  }

  /// Which of its two texts is shown.
  private var graphQLParts: StyledText {
    let shown = Style(.accent, .bold)
    let showsVariables = composer.position.showsVariables
    return [
      Span("   "), Span(showsVariables ? "query" : "[query]", showsVariables ? .muted : shown),
      Span("  "), Span(showsVariables ? "[variables]" : "variables", showsVariables ? shown : .muted),
      Span("  v the other", .muted),
    ]
  }

  private func drawProblem(into frame: inout Frame, _ row: Rect) {
    let isProblem = composer.mistake != nil || composer.problem != nil
    let area = row.inset(left: 1)
    frame.putHint(composer.wordsBelow(in: area.size), in: area, style: isProblem ? Style(.failure) : .muted)
  }
}

// Lists that drop down: names for a template, methods, kinds of body.
extension ComposerDrawing {
  private func drawLists(into frame: inout Frame, _ rect: Rect) {
    // A list may lie over what is below the pane.
    let room = Rect(x: rect.x, y: rect.y, width: rect.width, height: max(rect.height, frame.bounds.maxY - 1 - rect.y))
    if let menu = composer.menu {
      frame.dropDown(
        menu.lines, menu.cursor, limit: Completion.visibleRows * 2, within: room, below: anchor(of: menu),
        clearing: menu.isOfWholeTab ? rect : .zero)
    } else if let completion = composer.field?.completion, let cursor = frame.cursor {
      completion.draw(into: &frame, within: room, below: cursor, clearing: rect)
    }
  }

  private func anchor(of menu: ChoiceMenu) -> Point {
    switch menu.subject {
    case .method: layout.url.origin.moved(right: 1)
    case .bodyKind: (layout.kind.isEmpty ? layout.tabs : layout.kind).origin.moved(right: 1)
    case .setting, .step: layout.content.origin.moved(right: 12, down: composer.cursor.selected - composer.cursor.top)
    }
  }

}

extension ChoiceMenu {
  /// Whether words of other things would stand beside it.
  fileprivate var isOfWholeTab: Bool { subject == .method || subject == .bodyKind }
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
