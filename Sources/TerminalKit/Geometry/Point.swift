/// A place on the screen, in columns and rows from the top left corner, which is (0, 0).
public struct Point: Hashable, Sendable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(x: 0, y: 0)

  public func moved(right: Int = 0, down: Int = 0) -> Point {
    Point(x: x + right, y: y + down)
  }
}
