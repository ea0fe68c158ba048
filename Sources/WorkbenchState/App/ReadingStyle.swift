/// How what is shown is read.
package struct ReadingStyle: Hashable, Sendable {
  /// Whether long lines of bodies go on in the next row.
  package var wraps = false
  /// Whether the screen is made for a screen reader: one pane, no borders, the cursor on what is selected, and each change as a
  /// line.
  package var isPlain = false

  package init(wraps: Bool = false, isPlain: Bool = false) {
    self.wraps = wraps
    self.isPlain = isPlain
  }
}
