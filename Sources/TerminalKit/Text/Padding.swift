extension String {
  /// The text with blanks behind it, so that it takes at least so many columns of a terminal.
  package func padded(to columns: Int) -> String {
    self + blanks(to: columns)
  }

  /// The text with blanks before it, so that it ends at the right edge of so many columns.
  package func leftPadded(to columns: Int) -> String {
    blanks(to: columns) + self
  }

  private func blanks(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - CellWidth.columns(of: self)))
  }
}
