import TerminalKit

extension String {
  /// As it may be drawn, cut to so many columns.
  func fitted(to columns: Int) -> String {
    CellWidth.truncated(Sanitizer.visible(self), to: columns)
  }
}
