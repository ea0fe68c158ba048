import ParleyEngine
import ParleyModel
import ParleyText
package import TerminalKit
import WorkbenchParts
package import WorkbenchServices
package import WorkbenchState

/// The value of the key under the cursor: masked, shown by windows, or under edit.
package struct SharedValuePane: PaneView {
  /// The change whose value it is.
  package var row: SharedRow?
  /// The beginning of the names of the keys under the cursor, where that is on a group, and what is known of them.
  var group: String?
  var facts: SharedGroupFacts?
  /// Nothing where a secret is masked.
  var browser = BodyBrowser()
  /// Whether what is searched or filtered is another value by now.
  private var isNew = false
  /// Whether a secret is revealed.
  package var isRevealed = false
  var edit: SharedValueEdit?
  /// The value and what it stands for, as far as they may be seen.
  private(set) var value: SharedValue?
  private(set) var decoded: DecodedValue?
  /// Whether what a value stands for is shown in its place.
  private(set) var showsDecoded = false
  var structure = SharedStructure()
  /// The changes of single places in it, and in the values shown before.
  var leaves = SharedLeaves()
  private(set) var size = Size.zero

  package var keyContexts: [KeyContext] {
    if edit != nil { return [.sharedEditor] }
    if isLooking { return [.sharedPrompt] }
    if showsStructure { return [.sharedStructure] }
    return [browser.pane.view == nil ? .sharedMasked : .sharedBody, .sharedValue, .shared]
  }
  package var isTyping: Bool { edit != nil || isLooking }
  /// Whether the line below the value takes what is typed.
  var isLooking: Bool { browser.prompt != nil || showsStructure && structure.search.prompt != nil }
  /// The text that is searched for.
  var term: String { showsStructure ? structure.search.term : browser.pane.search.term }

  package mutating func resize(to size: Size) {
    self.size = size
    fit()
  }

  mutating func fit() {
    (browser.width, browser.pane.numbersOneLine) = (size.width, false)
    browser.pane.height = max(1, size.height - (hasFoot ? 1 : 0) - headLines)
    structure.cursor.height = max(1, size.height - 1 - headLines)
    let room = editorSize
    edit?.editor.fit(room)
  }

  /// Below the text stand a mistake, or what has happened meanwhile.
  var editorSize: Size { Size(width: max(1, size.width - 1), height: max(1, size.height - notes.count)) }

  /// The line below the value: its path, where a search is, or what is typed.
  private var hasFoot: Bool {
    guard browser.pane.view != nil else { return false }
    return browser.prompt != nil || browser.filter?.shown != nil || size.height >= 4
  }

  /// Turns to a key; its value comes later.
  mutating func turn(to row: SharedRow?) {
    self.row = row
    isRevealed = false
    clear()
    structure.leave()
  }

  /// Shows a key, with its value if that is given. A search or a filter continues in a value that others have written.
  mutating func show(_ detail: SharedKeyDetail?, isRevealed: Bool) {
    let value = detail?.row.isSecret == true && !isRevealed ? nil : detail?.value
    let isSame = value != nil && browser.pane.view != nil && detail?.row.sequence == row?.sequence
    let isSameKey = detail?.row.key == row?.key
    row = detail?.row
    self.isRevealed = value != nil && detail?.row.isSecret == true
    if isSame { return }
    defer { keep(value, detail?.decoded) }
    let shown = value.map { showsDecoded ? detail?.decoded?.shown ?? $0 : $0 }
    guard let value = shown, isSameKey, browser.pane.view != nil else {
      clear()
      browser.pane.view = shown.map(BodyView.init)
      return fit()
    }
    if browser.filter == nil {
      browser.pane.show(BodyView(value))
    } else {
      browser.filter?.whole.view = BodyView(value)
    }
    isNew = true
  }

  private mutating func keep(_ value: SharedValue?, _ decoded: DecodedValue?) {
    self.value = value
    self.decoded = value == nil ? nil : decoded
    structure.take(document)
    fit()
  }

  /// Raw in place of decoded, and the other way round.
  mutating func turnDecoded() {
    showsDecoded.toggle()
    let (value, decoded) = (value, decoded)
    guard let value else { return }
    clear()
    browser.pane.view = BodyView(showsDecoded ? decoded?.shown ?? value : value)
    keep(value, decoded)
  }

  /// The decoded form, if it is shown.
  var shownDecoded: DecodedValue? { showsDecoded ? decoded : nil }

  /// The JSON document that is shown.
  private var document: JSONValue? {
    if case .json(let document)? = shownDecoded?.shown ?? value { document } else { nil }
  }

  /// Whether the document's structure stands in place of its text.
  var showsStructure: Bool { structure.isShown && structure.document != nil && browser.filter == nil }

  /// Forgets a secret.
  mutating func hide() {
    guard isRevealed else { return }
    isRevealed = false
    clear()
  }

  mutating func takeNewValue(_ owner: any BodyOwner) -> [Effect] {
    guard isNew else { return [] }
    isNew = false
    return browser.filter == nil ? browser.searchAgain(owner) : browser.filterAgain(owner)
  }

  private mutating func clear() {
    browser.filter?.live.stop()
    browser = BodyBrowser()
    // What is not to be seen is not here at all.
    browser.isRevealed = true
    isNew = false
    (value, decoded) = (nil, nil)
    structure.take(nil)
    fit()
  }

  /// Begins to edit a value.
  /// - Parameter text: the initial text of the editor, if that is not the value itself.
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
  package func title(in context: ViewContext) -> PaneTitle {
    if let edit {
      let what = edit.decoded == nil ? edit.kind.rawValue : "decoded \(edit.kind.rawValue)"
      let name = edit.name.fitted(to: max(8, size.width - 28))
      return PaneTitle(
        [Span(edit.creation == nil ? "Value of \(name)" : "New key \(name)", .title)],
        right: [Span("editing \(what)", .warning)])
    }
    guard let row else { return PaneTitle([Span(group == nil ? "Value" : "Group", .title)]) }
    let facts = [row.kind?.rawValue, row.cipher, row.key.environment ?? "all environments"].compactMap(\.self)
    let revealed: StyledText = isRevealed ? [Span("revealed  ", .warning)] : ""
    let state = revealed + row.expiryWords(now: context.shownTime)
    let words = facts.indices.map { state + StyledText(facts[$0...].joined(separator: " · "), .muted) } + [state]
    // Besides the blanks, as much as stands beside “Value” in the edge.
    let right = words.first { $0.columns + 12 <= size.width } ?? revealed
    return PaneTitle([Span("Value", .title)], right: right)
  }

  package func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rect.isEmpty else { return }
    if edit != nil { return drawEditor(into: &frame, rect, isFocused) }
    guard let row else { return drawFacts(into: &frame, rect.inset(left: 1), context.shownTime) }
    let area = rect.inset(left: 1)
    if browser.pane.view != nil {
      drawHead(into: &frame, area, context.shownTime)
      let area = area.inset(top: headLines)
      if showsStructure { return structure.draw(into: &frame, area, isFocused: isFocused, now: context.shownTime) }
      let foot = hasFoot && area.height > 1 ? 1 : 0
      browser.pane.draw(into: &frame, area.inset(bottom: foot), isFocused: isFocused)
      if foot == 1 { browser.drawFoot(into: &frame, area.row(area.height - 1), isFocused: isFocused) }
    } else {
      for (line, text) in instead(of: row).enumerated() where line < area.height {
        frame.put(text, at: area.row(line).origin, maxWidth: area.width)
      }
    }
  }

  /// The lines shown instead of a value.
  private func instead(of row: SharedRow) -> [StyledText] {
    if row.isRemoval { return [StyledText("The key was removed.", .muted)] }
    if row.isLocked { return locked(row) }
    if let problem = row.problem { return [StyledText("✗ \(problem)", Style(.failure))] }
    guard row.isSecret else { return [StyledText("…", .muted)] }
    return [
      StyledText(Secrets.mask, Style(.secret)), "",
      [Span("v", .hint), Span(" reveals it   ", .muted), Span("Enter", .hint), Span(" edits it", .muted)],
    ] + origin(of: row)
  }

  /// The list cuts its name, and nobody made a key of it by hand.
  private func origin(of row: SharedRow) -> [StyledText] {
    guard let question = KeptAnswer.question(of: row.key.name) else { return [] }
    let words = "The answer to “\(question)”, typed or pasted. It is not asked for while it is here."
    return [""] + Self.lines(words, .muted, max(8, size.width - 1))
  }
}

extension SharedValuePane {
  private func locked(_ row: SharedRow) -> [StyledText] {
    let cipher = row.cipher.map { "the cipher \($0.fitted(to: 30))" } ?? "its cipher"
    return [
      StyledText("\(Secrets.mask) locked", Style(.secret)), "",
      [Span("v", .hint), Span(" unlocks \(cipher), and reveals the value", .muted)],
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
    let mistake =
      edit.mistake.map {
        Self.lines("✗ \($0.sentence)\(edit.decoded == nil ? " Alt-t makes it text." : "")", Style(.failure), width)
      } ?? []
    let newer = edit.newer.map { row in
      let words = row.isRemoval ? "removed it" : "wrote it"
      return Self.lines("~ \(row.writer ?? "Somebody else") \(words) meanwhile.", Style(.mark), width)
    }
    return Array((mistake + (newer ?? [])).prefix(max(0, size.height - 1)))
  }

  private static func lines(_ text: String, _ style: Style, _ width: Int) -> [StyledText] {
    TextWrap.lines(of: text, width: width).map { StyledText($0, style) }
  }
}
