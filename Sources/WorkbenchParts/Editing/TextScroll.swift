/// How far a text is scrolled.
package struct TextScroll: Hashable, Sendable {
  /// The first line shown.
  package var top = 0
  /// Columns out of sight on the left.
  package var left = 0

  package init() {}

  package mutating func move(lines: Int, of count: Int, height: Int) {
    top = max(0, min(top + lines, count - height))
  }

  package mutating func reveal(_ line: Int, height: Int) {
    top = max(0, max(min(top, line), line - max(1, height) + 1))
  }
}
