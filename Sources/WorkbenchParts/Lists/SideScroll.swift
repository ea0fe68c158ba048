/// How far lines move to the side: to the end of the longest one, and not at all where all of them fit.
package struct SideScroll {
  /// The most columns that may be out of sight on the left.
  package let furthest: Int

  /// - Parameters:
  ///   - longest: columns of the longest line.
  ///   - room: columns there are for it.
  package init(longest: Int, room: Int) { furthest = max(0, longest - room) }

  /// Of lines whose ends are not known.
  package static let endless = SideScroll(longest: .max / 2, room: 0)

  /// Columns out of sight after a step. What is further out already comes back only by steps to the left.
  package func moved(_ left: Int, by columns: Int) -> Int {
    columns > 0 ? max(left, min(left + columns, furthest)) : max(0, min(left, furthest) + columns)
  }

  /// Columns of a step in a pane.
  package static func step(in width: Int) -> Int { max(8, width / 4) }
}
