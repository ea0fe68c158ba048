/// The place of a list that lies over what else is drawn.
package struct DroppedList: Hashable, Sendable {
  package let box: Rect
  /// The line of the list in the first row.
  package let top: Int
  /// The line under the list's cursor.
  package let selected: Int
  /// Whether that line is more than the first of the list.
  package let isChosen: Bool

  package init(box: Rect, top: Int, selected: Int, isChosen: Bool) {
    (self.box, self.top, self.selected, self.isChosen) = (box, top, selected, isChosen)
  }
}
