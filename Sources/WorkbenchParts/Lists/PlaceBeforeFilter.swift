/// The line of a list that the cursor was on when a filter was begun. Esc while it is typed gives it up, and leads back there; a filter
/// that was kept has found something, and the cursor stays with that.
package struct PlaceBeforeFilter<Line: Sendable>: Sendable {
  package private(set) var place: Line?

  /// Whether something was done with a line that the filter found.
  private var isForgotten = false

  package init() {}

  /// A filter begins to be typed.
  /// - Parameter line: the one under the cursor; nil where an earlier filter finds none.
  package mutating func note(_ line: Line?) { (place, isForgotten) = (line ?? place, false) }

  /// Something is done with a line that the filter has found: the cursor stays with that.
  package mutating func forget() { (place, isForgotten) = (nil, true) }

  /// The filter is taken away.
  /// - Parameter line: the one under the cursor.
  /// - Returns: the line that the cursor is on after that; nil if none is known.
  package mutating func leave(at line: Line?, isTyping: Bool) -> Line? {
    defer { (place, isForgotten) = (nil, false) }
    return isTyping && !isForgotten ? place : line ?? place
  }
}
