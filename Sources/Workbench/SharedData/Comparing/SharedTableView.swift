import ParleyEngine
import ParleyText
import TerminalKit

/// A table of compared keys while it is shown.
struct SharedTableView: Sendable {
  let table: SharedTable
  private(set) var rows: [SharedTable.Row]
  private(set) var hidesSame = false
  var cursor = ListCursor()

  init(_ table: SharedTable) {
    self.table = table
    rows = table.rows
    cursor.count = rows.count
    cursor.select(rows.firstIndex { $0.kind != .same } ?? 0)
  }

  var selected: SharedTable.Row? { rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil }

  mutating func turnSame() {
    let name = selected?.name
    hidesSame.toggle()
    rows = hidesSame ? table.rows.filter { $0.kind != .same } : table.rows
    cursor.count = rows.count
    cursor.select(rows.firstIndex { $0.name == name } ?? 0)
  }

  mutating func goToDifference(_ direction: Int) {
    let places = rows.indices.filter { rows[$0].kind != .same }
    let next = direction > 0 ? places.first { $0 > cursor.selected } : places.last { $0 < cursor.selected }
    if let next { cursor.select(next) }
  }
}

extension SharedDifference.Kind {
  var style: Style {
    switch self {
    case .same: .muted
    case .different, .unknown: Style(.warning)
    case .onlyLeft: Style(.failure)
    case .onlyRight: Style(.success)
    }
  }
}
