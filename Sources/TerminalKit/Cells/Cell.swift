/// One place of the grid: a grapheme, or the right half of the wide one before it.
package struct Cell: Hashable, Sendable {
  package let grapheme: Character
  /// Columns: 1 or 2, and 0 for the right half of a wide grapheme.
  package let width: UInt8
  package var style: Style

  init(_ grapheme: Character, width: UInt8 = 1, style: Style = .text) {
    self.grapheme = grapheme
    self.width = width
    self.style = style
  }

  package static let blank = Cell(" ")

  package var isContinuation: Bool { width == 0 }

  static func blank(_ style: Style) -> Cell { Cell(" ", style: style) }
  static func continuation(_ style: Style) -> Cell { Cell(" ", width: 0, style: style) }
}
