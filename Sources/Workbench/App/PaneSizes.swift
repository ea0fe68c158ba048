import TerminalKit

/// How a person has sized the panes: where each divider that was moved stands, in thousandths of the room, so that it means the same
/// on a larger screen. Kept on this machine.
package struct PaneSizes: Hashable, Sendable, Codable {
  private var shares: [String: Int] = [:]
  /// Lines of the log strip, where it was resized.
  package var stripLines: Int?
  /// The arrangements of lists, by the name of their screen, as far as they are not the default.
  package var lists: [String: ListArrangement]?

  package init() {}

  package var isEmpty: Bool { shares.isEmpty && stripLines == nil && lists == nil }

  /// Puts panes where the dividers stand.
  func apply(to places: inout [Pane: Rect], order: [Pane], in area: Rect) {
    guard !shares.isEmpty else { return }
    for name in PaneDivider.all(in: places, order: order).map(\.name) {
      // A divider that was moved has moved the ends of others.
      guard let share = shares[name],
        let divider = PaneDivider.all(in: places, order: order).first(where: { $0.name == name })
      else { continue }
      divider.move(to: divider.edge(at: share, in: area), in: &places)
    }
  }

  /// Moves a divider by so many cells.
  mutating func move(_ divider: PaneDivider, by cells: Int, in places: [Pane: Rect], _ area: Rect) {
    var moved = places
    divider.move(to: divider.edge + cells, in: &moved)
    let edge = divider.before.first.flatMap { moved[$0] }.map { divider.direction == .vertical ? $0.maxX : $0.maxY }
    if let edge { shares[divider.name] = divider.share(of: edge, in: area) }
  }

  /// Puts dividers back where they stand by themselves.
  mutating func forget(_ dividers: [PaneDivider]) {
    for divider in dividers { shares[divider.name] = nil }
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

/// How the lines of a list are shown: all of them or as a tree, and in which order.
package struct ListArrangement: Hashable, Sendable, Codable {
  package var isTree: Bool
  /// The column it is sorted by; nil where there is but one order.
  package var sort: String?
  package var isDescending: Bool
}
