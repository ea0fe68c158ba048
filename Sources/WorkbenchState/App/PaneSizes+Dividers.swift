package import TerminalKit
import WorkbenchServices

extension PaneSizes {
  /// Puts panes where the dividers stand.
  func apply(to places: inout [Pane: Rect], order: [Pane], in area: Rect) {
    guard hasDividers else { return }
    for name in PaneDivider.all(in: places, order: order).map(\.name) {
      // A divider that was moved has moved the ends of others.
      guard let share = self[name],
        let divider = PaneDivider.all(in: places, order: order).first(where: { $0.name == name })
      else { continue }
      divider.move(to: divider.edge(at: share, in: area), in: &places)
    }
  }

  /// Moves a divider by so many cells.
  package mutating func move(_ divider: PaneDivider, by cells: Int, in places: [Pane: Rect], _ area: Rect) {
    var moved = places
    divider.move(to: divider.edge + cells, in: &moved)
    let edge = divider.before.first.flatMap { moved[$0] }.map { divider.direction == .vertical ? $0.maxX : $0.maxY }
    if let edge { self[divider.name] = divider.share(of: edge, in: area) }
  }

  /// Puts dividers back where they stand by themselves.
  package mutating func forget(_ dividers: [PaneDivider]) {
    for divider in dividers { self[divider.name] = nil }
  }
}

extension PaneDivider {
  fileprivate func edge(at share: Int, in area: Rect) -> Int {
    let share = min(max(0, share), 1000)
    return direction == .vertical
      ? area.x + (share * area.width + 500) / 1000 : area.y + (share * area.height + 500) / 1000
  }

  fileprivate func share(of edge: Int, in area: Rect) -> Int {
    direction == .vertical
      ? (edge - area.x) * 1000 / max(1, area.width) : (edge - area.y) * 1000 / max(1, area.height)
  }
}
