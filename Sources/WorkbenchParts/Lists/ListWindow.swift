import TerminalKit

// The part of a long list that is held.
extension ListCursor {
  /// No screen has more lines; without one the height is not known.
  package static let tallest = 1000

  private var lines: Int { max(1, min(height, Self.tallest)) }

  /// Three screens full, so that small moves need no question.
  package var window: (offset: Int, count: Int) { (max(0, top - lines), 3 * lines) }

  /// Whether the lines on screen are among those that are held.
  package func isFilled(by held: Range<Int>) -> Bool {
    visible.isEmpty || held.contains(visible.lowerBound) && held.contains(visible.upperBound - 1)
  }
}
