package import ParleyEngine

/// Which lines of the list of keys are wanted. They are counted from 0.
package struct SharedKeysQuery: Hashable, Sendable {
  /// As a person writes it: parts of names, and fields.
  package var filter: String
  package var sort: SharedSort
  /// The unfolded beginnings of names, where keys are shown as a tree; nil for one line a key.
  package var tree: Set<ExactString>?
  package var offset: Int
  /// The key to show a window around, if it is in the list; then `offset` is ignored.
  package var around: String?
  package var count: Int
  /// The moment of a run that the keys are of; nil for now.
  package var moment: ShownMoment?

  package init(
    filter: String = "", sort: SharedSort = SharedSort(), tree: Set<ExactString>? = nil, offset: Int = 0,
    around: String? = nil, count: Int
  ) {
    self.filter = filter
    self.sort = sort
    self.tree = tree
    self.offset = offset
    self.around = around
    self.count = count
  }
}

/// A line of the list of keys.
package enum SharedLine: Hashable, Sendable {
  case key(SharedRow, depth: Int)
  /// Keys whose names begin alike, such as `user.`
  case group(prefix: String, count: Int, depth: Int)
  /// Groups that there is no room for.
  case moreGroups(Int, depth: Int)

  package var row: SharedRow? {
    if case .key(let row, _) = self { row } else { nil }
  }

  package var prefix: String? {
    if case .group(let prefix, _, _) = self { prefix } else { nil }
  }

  package var depth: Int {
    switch self {
    case .key(_, let depth), .group(_, _, let depth), .moreGroups(_, let depth): depth
    }
  }
}

package struct SharedKeysWindow: Hashable, Sendable {
  /// How many lines there are, whatever the window.
  package var total: Int
  /// How many keys those stand for.
  package var keyCount: Int
  package var offset: Int
  package var lines: [SharedLine]

  package init(total: Int, keyCount: Int, offset: Int, lines: [SharedLine]) {
    self.total = total
    self.keyCount = keyCount
    self.offset = offset
    self.lines = lines
  }

  /// One line a key.
  package init(total: Int = 0, offset: Int = 0, rows: [SharedRow] = []) {
    self.init(total: total, keyCount: total, offset: offset, lines: rows.map { .key($0, depth: 0) })
  }

  package var rows: [SharedRow] { lines.compactMap(\.row) }
}

/// Which keys are to be looked into next.
package struct SharedValuesQuery: Hashable, Sendable {
  package var filter: String
  /// Behind this name; nil for the first.
  package var after: String?
  /// How many keys.
  package var count: Int
  /// The moment of a run that the values are of; nil for now.
  package var moment: ShownMoment?

  package init(filter: String, after: String? = nil, count: Int) {
    self.filter = filter
    self.after = after
    self.count = count
  }
}

package struct SharedValuesFound: Hashable, Sendable {
  package var rows: [SharedRow]
  package var lookedAt: Int
  /// Values that were not looked into, as their cipher is locked.
  package var locked: Int
  /// The key to continue at; nil at the end.
  package var next: String?

  package init(rows: [SharedRow], lookedAt: Int, locked: Int, next: String?) {
    self.rows = rows
    self.lookedAt = lookedAt
    self.locked = locked
    self.next = next
  }
}
