import ParleyEngine
import TerminalKit

/// The value of the key under the cursor: masked, shown by windows, or under edit.
struct SharedValuePane: PaneView {
  /// The change whose value it is.
  var row: SharedRow?
  var body = BodyPane()
  /// Whether a secret is shown because somebody asked for it.
  var isRevealed = false
  var edit: SharedValueEdit?
  private(set) var size = Size.zero

  var keyContexts: [KeyContext] { edit == nil ? [.sharedValue, .shared] : [.sharedEditor] }
  var isTyping: Bool { edit != nil }

  mutating func resize(to size: Size) {
    self.size = size
    fit()
  }

  private mutating func fit() {
    body.cursor.height = max(1, size.height)
    let room = editorSize
    edit?.editor.fit(room)
  }

  /// Below the text stand a mistake, or what has happened meanwhile.
  var editorSize: Size { Size(width: max(1, size.width - 1), height: max(1, size.height - notes.count)) }

  /// Shows a key; its value as far as that is given.
  mutating func show(_ detail: SharedKeyDetail?, isRevealed: Bool) {
    let value = detail?.row.isSecret == true && !isRevealed ? nil : detail?.value
    let isSame = value != nil && body.view != nil && detail?.row.sequence == row?.sequence
    row = detail?.row
    self.isRevealed = value != nil && detail?.row.isSecret == true
    if isSame { return }
    let height = body.cursor.height
    body = BodyPane()
    body.cursor.height = height
    body.view = value.map(BodyView.init)
  }

  /// Forgets a secret.
  mutating func hide() {
    guard isRevealed else { return }
    isRevealed = false
    body.view = nil
    body.page = nil
  }

  /// Asks for the lines in view that are not held.
  mutating func missing() -> [Effect] {
    guard edit == nil, let view = body.view, let row,
      let query = body.query(isRevealed: true, renew: body.page == nil && body.requested == nil)
    else { return [] }
    return [.perform(SharedDataEffect.page(view, query, of: row.sequence))]
  }

  mutating func take(_ page: BodyPage, _ query: BodyPage.Query, of sequence: Int64) {
    guard sequence == row?.sequence, query.mode == body.chosenMode, body.view != nil else { return }
    body.take(page)
  }

  /// The lines are others now, and more than were known of.
  mutating func move(to line: Int) -> [Effect] {
    body.cursor.count = max(body.cursor.count, line + 1)
    body.cursor.select(line)
    guard let view = body.view, let row, let query = body.query(isRevealed: true, renew: true) else { return [] }
    return [.perform(SharedDataEffect.page(view, query, of: row.sequence))]
  }

  mutating func turnMode() {
    let modes = BodyMode.allCases.filter { $0 != .pretty || body.page?.kind == .json }
    guard let place = modes.firstIndex(of: body.mode) else { return }
    body.chosenMode = modes[(place + 1) % modes.count]
    body.page = nil
    body.requested = nil
    body.left = 0
    body.cursor.move(.first)
  }

  /// Begins to edit a value.
  /// - Parameter text: what stands in the editor at first, where that is not the value itself.
  mutating func begin(_ edit: SharedValueEdit, text: String? = nil) {
    self.edit = edit
    if let text { self.edit?.replaceText(text) }
    fit()
  }
}

extension BodyView {
  convenience init(_ value: SharedValue) {
    let type =
      switch value.kind {
      case .json: "application/json"
      case .text: "text/plain"
      case .bytes: "application/octet-stream"
      }
    self.init(InMemoryBytes(value.contentBytes), contentType: type)
  }
}

extension SharedValuePane {
  func title(in context: ViewContext) -> PaneTitle {
    if let edit {
      return PaneTitle([Span("Value", .title)], right: [Span("editing \(edit.kind.rawValue)", .warning)])
    }
    guard let row else { return PaneTitle([Span("Value", .title)]) }
    let facts = [row.kind?.rawValue, row.cipher, row.key.environment ?? "all environments"].compactMap(\.self)
    let revealed: StyledText = isRevealed ? [Span("revealed  ", .warning)] : ""
    return PaneTitle([Span("Value", .title)], right: revealed + StyledText(facts.joined(separator: " · "), .muted))
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rect.isEmpty else { return }
    if edit != nil { return drawEditor(into: &frame, rect, isFocused) }
    guard let row else { return }
    let area = rect.inset(left: 1)
    if body.view != nil {
      body.draw(into: &frame, area, isFocused: isFocused, numbersOneLine: false)
    } else {
      for (line, text) in instead(of: row).enumerated() where line < area.height {
        frame.put(text, at: area.row(line).origin, maxWidth: area.width)
      }
    }
  }

  /// What stands where no value does.
  private func instead(of row: SharedRow) -> [StyledText] {
    if row.kind == nil { return [StyledText("The key was removed.", .muted)] }
    if let problem = row.problem { return [StyledText("✗ \(problem)", Style(.failure))] }
    guard row.isSecret else { return [StyledText("…", .muted)] }
    return [
      StyledText(Secrets.mask, Style(.secret)), "",
      [Span("v", .hint), Span(" reveals it   ", .muted), Span("Enter", .hint), Span(" edits it", .muted)],
    ]
  }
}

// The editor, and what is to be said about it.
extension SharedValuePane {
  private func drawEditor(into frame: inout Frame, _ rect: Rect, _ isFocused: Bool) {
    guard let edit else { return }
    edit.draw(into: &frame, rect, size: editorSize, above: notes, isFocused: isFocused) {
      edit.kind == .json ? TemplateColours.json($0[...], uses: []) : StyledText($0)
    }
  }

  var notes: [StyledText] {
    guard let edit else { return [] }
    let width = max(8, size.width - 1)
    let mistake = edit.mistake.map { Self.lines("✗ \($0.sentence) Alt-t makes it text.", Style(.failure), width) } ?? []
    let newer = edit.newer.map { row in
      let words = row.kind == nil ? "removed it" : "wrote it"
      return Self.lines("● \(row.writer ?? "Somebody else") \(words) meanwhile.", Style(.mark), width)
    }
    return Array((mistake + (newer ?? [])).prefix(max(0, size.height - 1)))
  }

  private static func lines(_ text: String, _ style: Style, _ width: Int) -> [StyledText] {
    TextWrap.lines(of: text, width: width).map { StyledText($0, style) }
  }
}
