/// A place between two graphemes of a text.
package struct TextPosition: Hashable, Sendable, Comparable {
  /// From 0.
  package var line: Int
  /// Graphemes before it on its line.
  package var character: Int

  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  package static let start = TextPosition(line: 0, character: 0)

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}
