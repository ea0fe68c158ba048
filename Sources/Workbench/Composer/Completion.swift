import TerminalKit

/// The names that could stand where a `{{` has been opened.
struct Completion: Hashable, Sendable {
  /// What has been typed behind the braces.
  let typed: String
  let choices: [TemplateName]
  /// What follows the choice where it is not there yet.
  private let closing: String
  var cursor = ListCursor()

  static let visibleRows = 6

  /// - Returns: nil where no template is open, or where no name would fit.
  init?(in area: TextField, of names: [TemplateName]) {
    guard let typed = Self.openTemplate(in: area.beforeCursor) else { return nil }
    self.init(of: typed, among: names, closing: "}}")
  }

  /// - Parameter typed: what stands before the cursor, of which a choice takes the place.
  /// - Returns: nil where no name fits, or where the only one that does has been typed.
  init?(of typed: String, among names: [TemplateName], closing: String = "") {
    let fitting = names.ranked(by: typed, \.name).filter(\.match.isContiguous)
    guard let first = fitting.first, first.match.kind < .exact || fitting.count(where: { $0.match.kind >= .prefix }) > 1
    else { return nil }
    self.typed = typed
    self.closing = closing
    choices = fitting.map(\.element)
    cursor.height = Self.visibleRows
    cursor.count = choices.count
  }

  var choice: TemplateName { choices[cursor.selected] }

  /// Writes the chosen name in place of what was typed, and the braces behind it.
  func accept(in area: inout TextField) {
    let isClosed = area.afterCursor.hasPrefix(closing)
    area.replaceBeforeCursor(typed.count, with: isClosed ? choice.name : choice.name + closing)
    guard isClosed else { return }
    area.move(to: TextPosition(line: area.cursor.line, character: area.cursor.character + closing.count))
  }

  /// What stands behind braces that are open; nil when it is more than the beginning of a name.
  private static func openTemplate(in text: String) -> String? {
    guard let open = text.ranges(of: "{{").last else { return nil }
    let typed = text[open.upperBound...].drop { $0 == " " }
    return typed.allSatisfy { $0.isLetter || $0.isNumber || "_-.[]".contains($0) } ? String(typed) : nil
  }
}
