import ParleyEngine

/// The arrangement of a table, as set by the person.
struct TableLook: Hashable, Sendable {
  struct Sort: Hashable, Sendable {
    var name: String
    var isDescending = false
  }

  /// Which list of the body it is; nil for the first that can be shown so.
  var path: ValuePath?
  /// The columns that are shown, in their order; nil shows all.
  var columns: [String]?
  var sort: Sort?

  /// Sorts by a column: first upwards, then downwards, then as the body has it.
  mutating func turnSort(by name: String) {
    switch sort {
    case Sort(name: name)?: sort?.isDescending = true
    case Sort(name: name, isDescending: true)?: sort = nil
    default: sort = Sort(name: name)
    }
  }
}

/// A column of a table as it stands on the screen.
struct TableColumn: Hashable, Sendable {
  let name: String
  /// Columns of the terminal before it, and its own.
  let left: Int
  let width: Int
  let isNumeric: Bool

  var end: Int { left + width }
}

/// The columns of a page that is one of a table.
struct TableHead: Hashable, Sendable {
  /// Those shown.
  var columns: [TableColumn] = []
  /// All there are, in the order of the body.
  var names: [String] = []
}
