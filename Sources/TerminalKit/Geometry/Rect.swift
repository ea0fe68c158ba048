/// An area of cells. Its size is never negative; an area without cells is legal everywhere and draws nothing.
package struct Rect: Hashable, Sendable {
  package var origin: Point
  package var size: Size

  package init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  package static let zero = Rect(origin: .zero, size: .zero)

  package var x: Int { origin.x }
  package var y: Int { origin.y }
  package var width: Int { size.width }
  package var height: Int { size.height }
  /// The first column to the right of the area.
  package var maxX: Int { x + width }
  /// The first row below the area.
  package var maxY: Int { y + height }
  package var isEmpty: Bool { size.isEmpty }

  package func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  package func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// The area without a margin. What is too small for its margin becomes empty and stays inside.
  package func inset(_ all: Int) -> Rect {
    inset(horizontal: all, vertical: all)
  }

  package func inset(horizontal: Int = 0, vertical: Int = 0) -> Rect {
    inset(left: horizontal, top: vertical, right: horizontal, bottom: vertical)
  }

  package func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Rect {
    Rect(
      x: x + min(left, width), y: y + min(top, height),
      width: width - left - right, height: height - top - bottom)
  }

  /// A row of the area, counted from its top; empty when the area has no such row.
  package func row(_ index: Int) -> Rect {
    Rect(x: x, y: y + index, width: width, height: index >= 0 && index < height ? 1 : 0)
  }

  /// An area of the given size in the middle of this one, cut to fit.
  package func centered(_ wanted: Size) -> Rect {
    let fitting = Size(width: min(wanted.width, width), height: min(wanted.height, height))
    return Rect(
      origin: Point(x: x + (width - fitting.width) / 2, y: y + (height - fitting.height) / 2), size: fitting)
  }
}
