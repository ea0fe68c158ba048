/// An area of cells. Its size is never negative; an area without cells is legal everywhere and draws nothing.
public struct Rect: Hashable, Sendable {
  public var origin: Point
  public var size: Size

  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  public static let zero = Rect(origin: .zero, size: .zero)

  public var x: Int { origin.x }
  public var y: Int { origin.y }
  public var width: Int { size.width }
  public var height: Int { size.height }
  /// The first column to the right of the area.
  public var maxX: Int { x + width }
  /// The first row below the area.
  public var maxY: Int { y + height }
  public var isEmpty: Bool { size.isEmpty }

  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// The area without a margin. What is too small for its margin becomes empty and stays inside.
  public func inset(_ all: Int) -> Rect {
    inset(horizontal: all, vertical: all)
  }

  public func inset(horizontal: Int = 0, vertical: Int = 0) -> Rect {
    inset(left: horizontal, top: vertical, right: horizontal, bottom: vertical)
  }

  public func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Rect {
    Rect(
      x: x + min(left, width), y: y + min(top, height),
      width: width - left - right, height: height - top - bottom)
  }

  /// A row of the area, counted from its top; empty when the area has no such row.
  public func row(_ index: Int) -> Rect {
    Rect(x: x, y: y + index, width: width, height: index >= 0 && index < height ? 1 : 0)
  }

  /// An area of the given size in the middle of this one, cut to fit.
  public func centered(_ wanted: Size) -> Rect {
    let fitting = Size(width: min(wanted.width, width), height: min(wanted.height, height))
    return Rect(
      origin: Point(x: x + (width - fitting.width) / 2, y: y + (height - fitting.height) / 2), size: fitting)
  }
}
