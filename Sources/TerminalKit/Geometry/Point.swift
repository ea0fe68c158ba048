/// A place on the screen, in columns and rows from the top left corner, which is (0, 0).
package struct Point: Hashable, Sendable {
  package var x: Int
  package var y: Int

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  package static let zero = Point(x: 0, y: 0)

  package func moved(right: Int = 0, down: Int = 0) -> Point {
    Point(x: x + right, y: y + down)
  }
}
