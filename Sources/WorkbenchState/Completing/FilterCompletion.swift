package import TerminalKit
package import WorkbenchParts
package import WorkbenchServices

/// The completions of the word before the cursor of a filter: a field, or a value that its field has had.
package struct FilterCompletion: Hashable, Sendable {
  struct Choice: Hashable, Sendable {
    let text: String
    let note: String
  }

  /// The part of the word that has been typed.
  let typed: String
  let choices: [Choice]
  var cursor = ListCursor()
  private let openings: Set<String>

  static let visibleRows = 8

  /// An action on the list.
  package enum Action: Sendable {
    case choose(ListCursor.Step)
    case accept
    case leave
  }

  /// - Returns: nil where nothing fits, or where all has been typed.
  /// - Parameter fields: those that this filter knows.
  package init?(
    _ text: String, _ fields: [FilterField] = FilterField.ofTheLog, from vocabulary: LogVocabulary = LogVocabulary()
  ) {
    let word = text.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    let term = word.first == "-" ? word.dropFirst() : word
    // Inside quotes anything may be meant.
    guard !term.isEmpty, text.count(where: { $0 == "\"" }).isMultiple(of: 2) else { return nil }
    let field = fields.first { term.lowercased().hasPrefix($0.opening) }
    let typed = field.map { String(term.dropFirst($0.opening.count)) } ?? String(term)
    let known = field.map { $0.values(in: vocabulary) } ?? fields.map(\.choice)
    let choices = Self.fitting(typed, known)
    guard let first = choices.first, choices.count > 1 || first.text != typed else { return nil }
    self.typed = typed
    self.choices = choices
    openings = Set(fields.map(\.opening))
    cursor.height = Self.visibleRows
    cursor.count = choices.count
  }

  private static func fitting(_ typed: String, _ known: [Choice]) -> [Choice] {
    known.ranked(by: typed, \.text).filter(\.match.isContiguous).map(\.element)
  }

  /// Writes the chosen text in place of what was typed. Behind a value the next word begins.
  func accept(in input: inout LineEditor) {
    let choice = choices[cursor.selected].text
    let quoted = choice.contains(" ") ? "\"\(choice)\"" : choice
    input.replaceBeforeCursor(typed.count, with: openings.contains(choice) ? choice : "\(quoted) ")
  }
}

extension FilterCompletion? {
  /// - Returns: whether that has changed what is typed.
  package mutating func take(_ action: FilterCompletion.Action, in input: inout LineEditor) -> Bool {
    switch action {
    case .choose(let step): self?.cursor.move(step)
    case .leave: self = nil
    case .accept:
      self?.accept(in: &input)
      return self != nil
    }
    return false
  }
}

/// A field as it is offered, with the sign that mostly follows it.
package struct FilterField: Sendable {
  package let opening: String
  package let note: String
  let read: @Sendable (LogVocabulary) -> [String]

  package init(opening: String, note: String, read: @escaping @Sendable (LogVocabulary) -> [String]) {
    self.opening = opening
    self.note = note
    self.read = read
  }

  var choice: FilterCompletion.Choice { FilterCompletion.Choice(text: opening, note: note) }

  func values(in vocabulary: LogVocabulary) -> [FilterCompletion.Choice] {
    read(vocabulary).map { FilterCompletion.Choice(text: $0, note: "") }
  }

  package static let ofTheLog: [FilterField] =
    [
      FilterField(opening: "kind:", note: "what happened") { $0.kinds },
      FilterField(opening: "name:", note: "of the request") { $0.names },
      FilterField(opening: "method:", note: "GET, POST, …") { $0.methods },
      FilterField(opening: "url:", note: "a part of it") { _ in [] },
      FilterField(opening: "host:", note: "of the URL") { _ in [] },
      FilterField(opening: "server:", note: "by its key") { $0.servers },
      FilterField(opening: "code:", note: "of a failure") { $0.codes },
      FilterField(opening: "call:", note: "the call's id") { _ in [] },
      FilterField(opening: "shared:", note: "a shared key") { _ in [] },
      FilterField(opening: "since:", note: "30m, 1h, 2d") { _ in ["10m", "1h", "1d", "1w"] },
      FilterField(opening: "until:", note: "longer ago") { _ in ["10m", "1h", "1d", "1w"] },
      FilterField(opening: "is:", note: "marked, or edited in the cache") { _ in ["edited", "marked"] },
      FilterField(opening: "ms>", note: "took longer") { _ in [] },
      FilterField(opening: "bytes>", note: "was larger") { _ in [] },
    ]
    + ["status:", "status>=", "status!="].map { opening in
      FilterField(opening: opening, note: "404 or 5xx") {
        families(of: $0.statuses) + $0.statuses.map(String.init)
      }
    }

  package static func families(of statuses: [Int]) -> [String] {
    Set(statuses.map { $0 / 100 }).sorted().map { "\($0)xx" }
  }
}

// How it looks.
extension FilterCompletion {
  package func draw(into frame: inout Frame, within rect: Rect, below point: Point) {
    let width = choices.reduce(0) { max($0, CellWidth.columns(of: $1.text)) }
    let lines = choices.map { choice -> StyledText in
      let gap = String(repeating: " ", count: max(0, width - CellWidth.columns(of: choice.text)) + 2)
      return choice.note.isEmpty
        ? [Span(choice.text, .key)] : [Span(choice.text + gap, .key), Span(choice.note, .muted)]
    }
    if lines.count == 1, frame.putOnlyChoice(lines[0], behind: point, within: rect) { return }
    frame.dropDown(lines, cursor, limit: Self.visibleRows, within: rect, below: point, clearing: rect)
  }
}
