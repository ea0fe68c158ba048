package import TerminalKit
package import WorkbenchServices

/// The choices for the text at the cursor: the one list of completions, whatever is completed.
package struct Completion: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    /// A text that may as well be none of the choices: Enter takes over what was typed until a choice is gone to.
    case word
    /// A part of a text that may be whole as it is: Enter does as at a word, and what can still follow stays listed.
    case part
    /// One of the choices.
    case name
    /// A part of a template.
    case template(OpenTemplate.Part)
  }

  package let place: Place
  /// The text typed so far, which a choice replaces.
  package let typed: String
  package let choices: [Suggestion]
  package var cursor = ListCursor()
  /// Whether Enter accepts the choice under the cursor.
  package private(set) var isChosen: Bool

  package static let visibleRows = 6

  /// - Parameter isAsked: whether a person asks for the choices before anything is typed.
  /// - Returns: nil where nothing fits, or where the only thing that does has been typed.
  package init?(of typed: String, among words: [Suggestion], at place: Place = .name, isAsked: Bool = false) {
    if place == .word, typed.isEmpty, !isAsked { return nil }
    let fitting = words.ranked(by: typed, \.name).filter(\.match.isContiguous)
    guard let best = fitting.first?.match.kind else { return nil }
    let isTyped = place == .word ? best >= .whole : best == .exact
    let others = fitting.count { $0.match.kind >= .prefix } > 1
    // Behind a request more follows: its name alone ends nothing.
    if isTyped, place != .template(.request), place == .word && !isAsked || !others { return nil }
    (self.place, self.typed) = (place, typed)
    choices = fitting.map(\.element)
    isChosen = place != .word && place != .part
    cursor.height = Self.visibleRows
    cursor.count = choices.count
  }

  package init?(of typed: String, among names: [TemplateName], at place: Place = .name) {
    self.init(of: typed, among: names.map { Suggestion($0) }, at: place)
  }

  /// - Returns: nil where no template is open, or where nothing fits into it.
  package init?(in area: TextField, of words: TemplateWords) {
    guard let open = OpenTemplate(before: area.beforeCursor) else { return nil }
    self.init(of: open.typed, among: words.suggestions(for: open.part), at: .template(open.part))
  }

  package var choice: Suggestion { choices[cursor.selected] }

  /// Lets Enter accept the choice under the cursor.
  package mutating func choose() { isChosen = true }

  /// Moves to another choice; the first time to the first one, or to the last.
  package mutating func move(_ step: ListCursor.Step) {
    guard !isChosen else { return cursor.move(step) }
    isChosen = true
    if case .lines(let lines) = step, lines < 0 { cursor.select(choices.count - 1) }
  }

  /// With the cursor on what it was on in a list that this takes the place of.
  package func following(_ other: Completion?) -> Completion {
    guard let other, other.isChosen, other.cursor.selected > 0 || !isChosen,
      let place = choices.firstIndex(where: { $0.name == other.choice.name })
    else { return self }
    var copy = self
    copy.isChosen = true
    copy.cursor.select(place)
    return copy
  }
}

// Writing the choice.
extension Completion {
  /// Writes the choice in place of what was typed, with what must follow it.
  /// - Returns: whether more is to be completed behind it.
  package func accept(in area: inout TextField) -> Bool {
    guard case .template(let part) = place else {
      area.write(choice.name, inPlaceOf: typed.count)
      return choice.name.hasSuffix("=")
    }
    switch part {
    case .name: return acceptName(in: &area)
    case .argument: area.write(choice.name, inPlaceOf: typed.count, closing: ")}}", passesClosing: true)
    case .path: area.write(choice.name, inPlaceOf: typed.count, closing: "}}", passesClosing: true)
    case .request:
      area.write(choice.name, inPlaceOf: typed.count, closing: "\")}}")
      area.passBy("\")")
      area.write(".", inPlaceOf: 0)
      return true
    }
    return false
  }

  /// Behind a function that takes something, that is typed next.
  private func acceptName(in area: inout TextField) -> Bool {
    guard let bracket = choice.name.firstIndex(of: "("), !choice.name[bracket...].hasPrefix("()") else {
      area.write(choice.name, inPlaceOf: typed.count, closing: "}}", passesClosing: true)
      return false
    }
    let isQuoted = choice.name[bracket...].dropFirst().first == "\""
    let opening = choice.name[...bracket] + (isQuoted ? "\"" : "")
    area.write(String(opening), inPlaceOf: typed.count, closing: isQuoted ? "\")}}" : ")}}")
    return true
  }
}

extension TextField {
  /// - Parameters:
  ///   - count: of the characters before the cursor that go.
  ///   - closing: the text that must follow; a part of it that is there already is not written again.
  ///   - passesClosing: whether the cursor goes behind that.
  fileprivate mutating func write(
    _ text: String, inPlaceOf count: Int, closing: String = "", passesClosing: Bool = false
  ) {
    let following = afterCursor
    let there = (0...closing.count).last { following.hasPrefix(closing.suffix($0)) } ?? 0
    let missing = closing.dropLast(there)
    replaceBeforeCursor(count, with: text + missing)
    let back = passesClosing ? -there : missing.count
    if back != 0 { move(to: TextPosition(line: cursor.line, character: cursor.character - back)) }
  }

  fileprivate mutating func passBy(_ text: String) {
    guard afterCursor.hasPrefix(text) else { return }
    move(to: TextPosition(line: cursor.line, character: cursor.character + text.count))
  }
}

// How it looks.
extension Completion {
  /// - Parameter area: of the pane itself, where the list may lie over what is below it.
  package func draw(into frame: inout Frame, within rect: Rect, below point: Point, clearing area: Rect? = nil) {
    frame.dropDown(
      lines(width: rect.width - 2), cursor, limit: Self.visibleRows, within: rect, below: point, isChosen: isChosen,
      clearing: area ?? rect)
  }

  /// Each choice with its value and where that is from, in columns as far as there is room.
  private func lines(width: Int) -> [StyledText] {
    let names = min(max(12, width / 2), choices.reduce(0) { max($0, CellWidth.columns(of: $1.name)) })
    return choices.map { Self.line(of: $0, nameWidth: names, width: width) }
  }

  private static func line(of choice: Suggestion, nameWidth: Int, width: Int) -> StyledText {
    let name = choice.name.fitted(to: nameWidth)
    var line: StyledText = [Span(name, .key)]
    guard choice.value != nil || !choice.source.isEmpty || !choice.note.isEmpty else { return line }
    line.append(String(repeating: " ", count: nameWidth - CellWidth.columns(of: name) + 2), .text)
    if let value = choice.value { line.append("\(value.fitted(to: min(30, max(8, width - nameWidth - 4))))  ", .text) }
    if !choice.source.isEmpty { line.append("← \(choice.source)", .muted) }
    line.append(choice.note, .muted)
    return line
  }
}
