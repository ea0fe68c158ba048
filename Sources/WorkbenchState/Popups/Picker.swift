package import TerminalKit
import WorkbenchParts

/// A list to choose from, narrowed by typing.
package struct Picker: Sheet {
  package struct Item: Sendable {
    package var text: String
    var style = Style.text
    /// In front of the text, such as the sign of the one in use.
    var mark = " "
    /// Between the sign and the text; what is typed is not looked for in it.
    package var lead: StyledText = ""
    /// Behind the text, as far as there is room.
    package var note = ""
    /// At the right edge.
    var key = ""
    /// The pane in which that key means this, if it is another one.
    var keyPlace = ""
    package var action: Action
    /// The reason why it cannot be chosen.
    package var disabledReason: String?
    /// Words by which it is found too, behind what is found by its text.
    package var otherWords = ""
    /// Whether the list is closed with it, though it stays for others.
    package var closes = false
    /// The URL that it stands for: any part of it finds the item too.
    package var address = ""

    package init(
      text: String, style: Style = .text, mark: String = " ", lead: StyledText = "", note: String = "",
      key: String = "", keyPlace: String = "", action: Action, disabledReason: String? = nil, otherWords: String = "",
      address: String = ""
    ) {
      self.text = text
      self.style = style
      self.mark = mark
      self.lead = lead
      self.note = note
      (self.key, self.keyPlace) = (key, keyPlace)
      self.action = action
      self.disabledReason = disabledReason
      self.otherWords = otherWords
      self.address = address
    }
  }

  /// An item that fits what was typed, with the letters that did.
  private struct Match: Sendable {
    let item: Item
    let places: [Int]
  }

  let title: String
  private(set) var items: [Item]
  /// Shown where there is nothing to choose from.
  let whenEmpty: String
  /// Whether it stays after a choice, for several in a row.
  let stays: Bool
  /// Whether the notes stand below each other, as they always do where it stays.
  package var hasNoteColumn = false
  /// So much room it has, whatever there is to show; nil for as much as its items take.
  let room: Size?
  /// Below the list, what its items are for; empty for nothing.
  let caption: StyledText
  /// Below the list, such as what was chosen so far.
  let footer: @Sendable (State) -> StyledText
  /// The contexts of its keys, besides those of all pop-ups.
  package let keyContexts: [KeyContext]
  private var input = LineEditor()
  /// Whether every letter is typed, `j` and `k` too.
  private var isSearching: Bool
  /// The text to look for, if it is not the whole typed text.
  private var pattern: String?
  private var cursor = ListCursor()
  /// The best first.
  private var matches: [Match] = []

  package init(
    _ title: String, _ items: [Item], selected: Int = 0,
    whenEmpty: String = "Nothing to choose from.", stays: Bool = false, room: Size? = nil, placeholder: String = "",
    caption: StyledText = "", contexts: [KeyContext] = [],
    footer: @escaping @Sendable (State) -> StyledText = { _ in "" }
  ) {
    self.title = title
    (self.stays, self.room, self.caption, self.footer) = (stays, room, caption, footer)
    self.items = items
    self.whenEmpty = whenEmpty
    keyContexts = contexts
    // An item that is looked for by its name needs all letters.
    isSearching = stays || room != nil
    input.placeholder = isSearching ? placeholder : "j k move; other letters search"
    match()
    cursor.jump(to: selected)
  }

  package var isTyping: Bool { true }
  package var acceptWord: String { stays ? "add" : "accept" }
  package var closeWord: String { stays ? "done" : "close" }

  package mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    cursor.height = layout(over: state.arrangement.popups).list
    switch action {
    case .close: return .close(nil)
    case .accept: return accept()
    case .move(let step): cursor.move(step)
    case .next: cursor.move(.lines(1))
    case .previous: cursor.move(.lines(-1))
    case .copy, .turnKeeping, .acceptAll, .confirm: break
    }
    return .handled
  }

  package mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    if let step = step(by: event) { return update(.move(step), in: state) }
    if beginsSearch(event) {
      isSearching = true
      return .handled
    }
    guard input.take(event) else {
      guard let item = item(ofKey: event) else { return .handled }
      return staysAfter(item) ? .act(item.action) : .close(item.action)
    }
    match()
    cursor.select(0)
    return .handled
  }

  /// The move of `j` and `k`, which every list without a text has, as long as nothing is typed.
  private func step(by event: InputEvent) -> ListCursor.Step? {
    guard !isSearching, input.isEmpty, case .key(let key) = event else { return nil }
    return switch key {
    case .character("j"): .lines(1)
    case .character("k"): .lines(-1)
    default: nil
    }
  }

  private func beginsSearch(_ event: InputEvent) -> Bool {
    !isSearching && input.isEmpty && event == .key(.character("/"))
  }

  /// A click takes what it hits.
  package mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left) else { return turn(mouse, in: state) }
    let layout = layout(over: rect)
    cursor.height = layout.list
    let inside = rect.insidePopup(layout.size)
    let line = cursor.top + mouse.point.y - inside.y - 2
    guard inside.contains(mouse.point), cursor.visible.contains(line) else { return .handled }
    cursor.select(line)
    return accept()
  }

  /// Accepts the item under the cursor. If the picker stays open, the text typed next looks for another item, and the
  /// arrows continue in this list.
  private mutating func accept() -> LayerOutcome<Action> {
    guard matches.indices.contains(cursor.selected) else { return .handled }
    let item = matches[cursor.selected].item
    guard item.disabledReason == nil else { return .handled }
    guard staysAfter(item) else { return .close(item.action) }
    input.selectAll()
    return .act(item.action)
  }

  private func staysAfter(_ item: Item) -> Bool { stays && !item.closes }

  /// The item that shows this key at its edge. Keys that edit what is typed are for the line.
  private func item(ofKey event: InputEvent) -> Item? {
    guard case .key(let key) = event, key.modifiers.contains(.alt) || key.isFunction else { return nil }
    return matches.lazy.map(\.item).first { $0.key == key.label && $0.disabledReason == nil }
  }

  private mutating func match() {
    if let pattern {
      // Whoever offered them has put them in order.
      matches = items.map { Match(item: $0, places: FuzzyMatch(pattern, in: $0.text)?.places ?? []) }
      cursor.count = matches.count
      return
    }
    let wanted = input.text
    matches = items.ranked(by: wanted, \.text).map { Match(item: $0.element, places: $0.match.places) }
    let others = items.filter { FuzzyMatch(wanted, in: $0.text) == nil && $0.isMeant(by: wanted) }
    matches += others.map { Match(item: $0, places: []) }
    cursor.count = matches.count
  }

  /// The text typed so far.
  package var text: String { input.text }

  /// Other items, for what was typed.
  /// - Parameter pattern: the part of the typed text to look for.
  package mutating func offer(_ items: [Item], for pattern: String) {
    (self.items, self.pattern) = (items, pattern)
    match()
    cursor.select(0)
  }
}

extension Key {
  fileprivate var isFunction: Bool { if case .function = code { true } else { false } }
}

extension Picker {
  package func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    var cursor = cursor
    let layout = layout(over: rect)
    cursor.height = layout.list
    let inside = frame.popup(layout.size, over: rect, title: title)
    frame.put("›", at: inside.origin, style: Style(.hint))
    input.draw(into: &frame, rect: inside.row(0).inset(left: 2), isFocused: true)
    frame.put("─", repeated: inside.width, at: inside.row(1).origin, style: Style(.border))
    let nothing = items.isEmpty && input.isEmpty ? whenEmpty : "Nothing matches."
    if matches.isEmpty {
      frame.put(
        nothing, at: inside.row(2).origin.moved(right: 2), style: .muted, maxWidth: inside.width - 2
      )
    }
    let notes = stays || hasNoteColumn ? noteColumn(of: cursor.visible, in: inside.width) : 0
    for line in cursor.visible {
      let row = inside.row(2 + line - cursor.top)
      draw(matches[line], into: &frame, row, notes: notes, isSelected: line == cursor.selected)
    }
    frame.popupScrollBar(cursor.extent, beside: inside.inset(top: 2).top(layout.list))
    frame.putHidden(of: cursor, before: Point(x: inside.maxX, y: inside.maxY))
    if stays || caption.columns > 0 {
      let foot = inside.row(inside.height - 1)
      frame.put("─", repeated: foot.width, at: inside.row(inside.height - 2).origin, style: Style(.border))
      frame.put(stays ? footer(state) : caption, at: foot.origin, maxWidth: foot.width)
    } else if layout.foot > 0 {
      drawFoot(into: &frame, inside.inset(top: 2 + layout.list))
    } else if room != nil {
      drawDetail(into: &frame, inside, free: layout.list - matches.count)
    }
  }

  fileprivate struct Layout {
    let width: Int
    /// Lines of the list.
    let list: Int
    /// Lines below it, which say in full what is cut in the list.
    let foot: Int

    var size: Size { Size(width: width, height: 2 + list + foot) }
  }

  private static let tallestFoot = 6

  fileprivate func layout(over rect: Rect) -> Layout {
    if let room {
      return Layout(
        width: max(10, min(room.width, rect.width - 8)), list: max(1, min(room.height, rect.height - 4)), foot: 0)
    }
    let widest = items.map(\.columns).max() ?? CellWidth.columns(of: whenEmpty) + 4
    let natural = max(widest, stays ? 60 : 36, CellWidth.columns(of: title), caption.columns)
    let width = max(10, min(natural, rect.width - 8, 84))
    let room = max(1, rect.height - 4)
    // With a line for each kind of words, and one for what does not fill its line.
    let cut = widest <= width ? 0 : min(Self.tallestFoot, 3 + (widest - 1) / max(1, width))
    let wanted = stays || caption.columns > 0 ? 2 : cut
    let foot = room - wanted >= 3 ? wanted : 0
    return Layout(width: width, list: max(1, min(items.count, room - foot, 16)), foot: foot)
  }

  /// The part of the item under the cursor that is cut, in the rows below the list that are free.
  private func drawDetail(into frame: inout Frame, _ inside: Rect, free: Int) {
    guard matches.indices.contains(cursor.selected), matches[cursor.selected].item.columns > inside.width else {
      return
    }
    let height = min(Self.tallestFoot, free)
    if height >= 2 { drawFoot(into: &frame, inside.inset(top: inside.height - height)) }
  }

  /// All that there is to say of the item under the cursor.
  private func drawFoot(into frame: inout Frame, _ area: Rect) {
    frame.put("─", repeated: area.width, at: area.origin, style: Style(.border))
    guard matches.indices.contains(cursor.selected) else { return }
    let item = matches[cursor.selected].item
    let lines =
      TextWrap.lines(of: item.text, width: area.width).map { StyledText($0, item.style) }
      + TextWrap.lines(of: item.disabledReason ?? item.note, width: area.width).map { StyledText($0, .muted) }
    for (row, line) in lines.prefix(area.height - 1).enumerated() {
      frame.put(line, at: area.row(row + 1).origin, maxWidth: area.width)
    }
    if lines.count > area.height - 1 { frame.markCut(at: Point(x: area.maxX - 1, y: area.maxY - 1)) }
  }

  /// The column behind the longest text in view that has a note. What is longer than half of the width has its note
  /// behind it, as it comes.
  private func noteColumn(of lines: Range<Int>, in width: Int) -> Int {
    let columns = matches[lines].filter { !$0.item.note.isEmpty }.map { CellWidth.columns(of: $0.item.text) }
    return columns.filter { $0 <= width / 2 }.max() ?? 0
  }

  private func draw(_ match: Match, into frame: inout Frame, _ row: Rect, notes: Int, isSelected: Bool) {
    let item = match.item
    let ground: Role? = isSelected ? .selection : nil
    if let ground { frame.fill(row, style: Style(ground)) }
    frame.put(item.mark, at: row.origin, style: Style(.accent, on: ground), maxWidth: 1)
    let key = item.keyWords
    let keyColumns = key.columns
    frame.put(key, at: Point(x: row.maxX - keyColumns, y: row.y), maxWidth: keyColumns, on: ground)
    let leads = frame.put(item.lead, at: row.origin.moved(right: 2), maxWidth: max(0, row.width - 2), on: ground)
    let text = row.inset(left: 2 + leads, right: keyColumns == 0 ? 0 : keyColumns + 2)
    let used = max(notes, frame.put(words(of: match), at: text.origin, maxWidth: text.width, on: ground)) + 3
    let note = (item.disabledReason ?? item.note).fitted(to: text.width - used)
    frame.put(note, at: text.origin.moved(right: used), style: Style(.muted, on: ground))
  }

  private func words(of match: Match) -> StyledText {
    let style = match.item.disabledReason == nil ? match.item.style : Style.muted
    return .marking(match.places, in: match.item.text, style)
  }
}

extension Picker.Item {
  /// True for what is found by other words than its text, or by its URL.
  package func isMeant(by typed: String) -> Bool { isNamed(by: typed) || isAddressed(by: typed) }

  /// True where every word that was typed stands in its URL, in its text or in front of that.
  package func isAddressed(by typed: String) -> Bool {
    let wanted = typed.lowercased().split(separator: " ")
    guard !address.isEmpty, wanted.contains(where: { $0.count > 1 }) else { return false }
    let all = "\(lead.plain) \(text) \(address)".lowercased()
    return wanted.allSatisfy { all.contains($0) }
  }

  /// Whether every word that was typed begins one of the words by which it is found.
  private func isNamed(by typed: String) -> Bool {
    // A sign or a number in front of a word, as on screen, says nothing: `⚠ 1 warning`.
    let wanted = typed.lowercased().split(separator: " ").filter { $0.contains(where: \.isLetter) }
    guard !otherWords.isEmpty, !wanted.isEmpty, wanted.allSatisfy({ $0.count > 1 }) else { return false }
    let words = "\(text) \(otherWords)".lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "/" }
    return wanted.allSatisfy { word in words.contains { $0.hasPrefix(word) } }
  }

  /// The width needed to show all of it, in columns.
  fileprivate var columns: Int {
    [text, disabledReason ?? note].reduce(6 + lead.columns + keyWords.columns) { $0 + CellWidth.columns(of: $1) }
  }

  /// Its key, with the pane where that means this: `d in Composer`.
  fileprivate var keyWords: StyledText {
    [Span(key, .hint)] + (key.isEmpty || keyPlace.isEmpty ? "" : [Span(" in \(keyPlace)", .muted)])
  }
}
