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

  /// The place of a divider, by its name; nil where it stands by itself.
  package subscript(divider: String) -> Int? {
    get { shares[divider] }
    set { shares[divider] = newValue }
  }

  package var hasDividers: Bool { !shares.isEmpty }
}

/// How the lines of a list are shown: all of them or as a tree, and in which order.
package struct ListArrangement: Hashable, Sendable, Codable {
  package var isTree: Bool
  /// The column it is sorted by; nil where there is but one order.
  package var sort: String?
  package var isDescending: Bool

  package init(isTree: Bool, sort: String?, isDescending: Bool) {
    (self.isTree, self.sort, self.isDescending) = (isTree, sort, isDescending)
  }
}
