package import TerminalKit

/// The line between panes that lie beside or above each other. Moving it makes those on one side larger.
package struct PaneDivider: Hashable, Sendable {
  /// Of the line itself.
  package enum Direction: Hashable, Sendable {
    case vertical, horizontal
  }

  package let direction: Direction
  /// To the left of it, or above it.
  package let before: [Pane]
  package let after: [Pane]
  /// The first column, or row, behind the panes before it.
  let edge: Int
  /// Whether the border between them belongs to both.
  let isShared: Bool

  /// The same wherever the panes are neighbours.
  var name: String {
    let sign = direction == .vertical ? "|" : "/"
    return "\(before.first?.name ?? "")\(sign)\(after.first?.name ?? "")"
  }

  /// Narrower, or lower, no pane becomes.
  private var least: Int { direction == .vertical ? 16 : 4 }
}

extension PaneDivider {
  /// All dividers between panes that stand in these places.
  package static func all(in places: [Pane: Rect], order: [Pane]) -> [PaneDivider] {
    [Direction.vertical, .horizontal].flatMap { direction in
      var found: [PaneDivider] = []
      for pane in order where !found.contains(where: { $0.before.contains(pane) }) {
        guard let place = places[pane] else { continue }
        let after = order.filter { places[$0].map { place.isNext(to: $0, direction) } == true }
        guard let first = after.first.flatMap({ places[$0] }) else { continue }
        let before = order.filter { other in
          after.contains { next in places[other].map { $0.isNext(to: places[next] ?? .zero, direction) } == true }
        }
        let edge = place.end(direction)
        found.append(
          PaneDivider(
            direction: direction, before: before, after: after, edge: edge, isShared: first.start(direction) < edge))
      }
      return found
    }
  }

  /// Moves the line; no pane becomes too small.
  func move(to edge: Int, in places: inout [Pane: Rect]) {
    let down = before.compactMap { places[$0]?.length(direction) }.min() ?? 0
    let up = after.compactMap { places[$0]?.length(direction) }.min() ?? 0
    let delta = max(min(0, least - down), min(edge - self.edge, max(0, up - least)))
    for pane in before { places[pane]?.grow(direction, by: delta) }
    for pane in after { places[pane]?.shrinkStart(direction, by: delta) }
  }

  /// Whether a point is on it.
  package func contains(_ point: Point, in places: [Pane: Rect]) -> Bool {
    let rects = (before + after).compactMap { places[$0] }
    let (across, along) = direction == .vertical ? (point.x, point.y) : (point.y, point.x)
    guard across == edge - 1 || !isShared && across == edge else { return false }
    return rects.contains { rect in
      direction == .vertical ? (rect.y..<rect.maxY).contains(along) : (rect.x..<rect.maxX).contains(along)
    }
  }
}

extension Rect {
  fileprivate func start(_ direction: PaneDivider.Direction) -> Int { direction == .vertical ? x : y }
  fileprivate func end(_ direction: PaneDivider.Direction) -> Int { direction == .vertical ? maxX : maxY }
  fileprivate func length(_ direction: PaneDivider.Direction) -> Int { direction == .vertical ? width : height }

  /// Whether another area begins where this one ends, with some of their edges in common.
  fileprivate func isNext(to other: Rect, _ direction: PaneDivider.Direction) -> Bool {
    let gap = other.start(direction) - end(direction)
    guard gap == 0 || gap == -1, other.start(direction) > start(direction) else { return false }
    let along: PaneDivider.Direction = direction == .vertical ? .horizontal : .vertical
    return min(end(along), other.end(along)) - max(start(along), other.start(along)) > 1
  }

  fileprivate mutating func grow(_ direction: PaneDivider.Direction, by cells: Int) {
    size =
      direction == .vertical
      ? Size(width: width + cells, height: height) : Size(width: width, height: height + cells)
  }

  fileprivate mutating func shrinkStart(_ direction: PaneDivider.Direction, by cells: Int) {
    origin = direction == .vertical ? origin.moved(right: cells) : origin.moved(down: cells)
    grow(direction, by: -cells)
  }
}
