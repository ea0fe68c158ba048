package import ParleyEngine

/// The arrangement of a table, as set by the person.
package struct TableLook: Hashable, Sendable {
  package struct Sort: Hashable, Sendable {
    package var name: String
    package var isDescending = false
  }

  /// Which list of the body it is; nil for the first that can be shown so.
  package var path: ValuePath?
  /// The columns that are shown, in their order; nil shows all.
  package var columns: [String]?
  package var sort: Sort?

  package init(path: ValuePath? = nil) { self.path = path }

  /// Sorts by a column: first upwards, then downwards, then as the body has it.
  package mutating func turnSort(by name: String) {
    switch sort {
    case Sort(name: name)?: sort?.isDescending = true
    case Sort(name: name, isDescending: true)?: sort = nil
    default: sort = Sort(name: name)
    }
  }
}

/// A column of a table as it stands on the screen.
package struct TableColumn: Hashable, Sendable {
  package let name: String
  /// Columns of the terminal before it, and its own.
  package let left: Int
  package let width: Int
  let isNumeric: Bool

  package var end: Int { left + width }
}

/// The columns of a page that is one of a table.
package struct TableHead: Hashable, Sendable {
  /// Those shown.
  package var columns: [TableColumn] = []
  /// All there are, in the order of the body.
  package var names: [String] = []

  /// How much of a width its lines take: a number is left out rather than cut to its first digits.
  func room(in width: Int, skipping: Int) -> Int {
    let edge = skipping + width
    guard let cut = columns.first(where: { $0.isNumeric && $0.left < edge && edge < $0.end }), cut.left > skipping
    else {
      return width
    }
    return cut.left - skipping - 1
  }
}
