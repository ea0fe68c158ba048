/// Draws a tree: each item indented, branches with the sign of whether they are open.
package struct TreeView<ID: Hashable & Sendable> {
  package let state: TreeState<ID>
  package let empty: String
  private let label: (TreeItem<ID>) -> StyledText

  /// - Parameter label: what stands after the indent; asked for the items in view only.
  package init(_ state: TreeState<ID>, empty: String = "", label: @escaping (TreeItem<ID>) -> StyledText) {
    self.state = state
    self.empty = empty
    self.label = label
  }

  package func draw(into frame: inout Frame, rect: Rect, isFocused: Bool) {
    ListView(state.list, empty: state.filter.isEmpty ? empty : "Nothing matches “\(state.filter)”.") { index in
      line(state.row(index))
    }.draw(into: &frame, rect: rect, isFocused: isFocused)
  }

  private func line(_ item: TreeItem<ID>) -> StyledText {
    let sign = !item.isBranch ? "  " : state.isExpanded(item) ? "▾ " : "▸ "
    // Deeper than this the labels themselves would leave the pane.
    let indent = String(repeating: "  ", count: min(item.depth, 20))
    return StyledText(indent + sign, .muted) + label(item)
  }
}
