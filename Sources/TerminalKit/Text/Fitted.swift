extension String {
  /// As it may be drawn, cut to so many columns.
  package func fitted(to columns: Int) -> String {
    CellWidth.truncated(Sanitizer.visible(self), to: columns)
  }
}
