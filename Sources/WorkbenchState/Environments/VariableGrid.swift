package import ParleyModel
import TerminalKit
package import WorkbenchParts
package import WorkbenchServices

/// The table of values and environments, and the cell under the cursor.
package struct VariableGrid: Sendable {
  package private(set) var table = VariableTable()
  package private(set) var isLoaded = false
  package var row = ListCursor()
  package private(set) var column = 0
  /// The reason why nothing is shown.
  var problem: String?

  /// Shows a table that has been read. The cursor stays with its value and its column.
  package mutating func show(_ table: VariableTable) {
    let (name, home) = (selected?.name, self.home)
    (self.table, isLoaded) = (table, true)
    row.count = table.rows.count
    if let name { select(name) }
    column = home.flatMap { table.homes.firstIndex(of: $0) } ?? min(column, table.homes.count - 1)
  }

  package mutating func forget() { self = VariableGrid() }

  package mutating func select(_ name: String) {
    if let place = table.rows.firstIndex(where: { $0.name == name }) { row.jump(to: place) }
  }

  package mutating func select(_ home: VariableHome) {
    if let place = table.homes.firstIndex(of: home) { column = place }
  }

  package mutating func select(row line: Int, column: Int) {
    row.select(line)
    self.column = max(0, min(column, table.homes.count - 1))
  }

  package mutating func turnColumn(_ step: Int) {
    column = max(0, min(column + step, table.homes.count - 1))
  }

  package var selected: VariableRow? { table.rows.indices.contains(row.selected) ? table.rows[row.selected] : nil }

  /// Of the column under the cursor.
  package var home: VariableHome? { table.homes.indices.contains(column) ? table.homes[column] : nil }

  /// The environment of the column; nil in that of the workspace.
  package var environment: EnvironmentSummary? {
    column > 0 && column <= table.environments.count ? table.environments[column - 1] : nil
  }

  package var cell: VariableCell? { home.flatMap { selected?.cells[$0] } }
}

extension VariableRow {
  /// Returns the effective value in a column: its own, the workspace's, or none.
  package func holds(in home: VariableHome) -> Held {
    if let cell = cells[home] { return .own(cell) }
    guard home != .workspace else { return cells.isEmpty ? .missing : .absent }
    return cells[.workspace].map(Held.inherited) ?? .missing
  }

  package enum Held: Hashable {
    case own(VariableCell)
    case inherited(VariableCell)
    /// The workspace need not say anything.
    case absent
    case missing
  }

  /// Used somewhere, and declared nowhere.
  package var isUndeclared: Bool { cells.isEmpty }
}

extension VariableHome {
  /// As a column calls it.
  package var title: String {
    switch self {
    case .workspace: "default"
    case .environment(let name): name
    }
  }

  package var defaults: DefaultsPlace {
    switch self {
    case .workspace: .workspace
    case .environment(let name): .environment(name)
    }
  }
}
