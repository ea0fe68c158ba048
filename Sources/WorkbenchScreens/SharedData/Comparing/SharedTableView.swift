import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// A table of compared keys while it is shown.
struct SharedTableView: Sendable {
  private(set) var table: SharedTable
  private(set) var rows: [SharedTable.Row]
  private(set) var hidesSame = false
  /// Only keys whose names contain all its words are shown.
  private(set) var filter = LineEditor()
  var cursor = ListCursor()

  init(_ table: SharedTable) {
    self.table = table
    rows = table.rows
    cursor.count = rows.count
    cursor.jump(to: rows.firstIndex { $0.kind != .same } ?? 0)
  }

  var selected: SharedTable.Row? { rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil }

  /// After a key was copied from one side to the other: both hold the same now.
  mutating func noteCopy(_ intent: SharedBatchIntent) {
    guard case .across(let side, _) = intent.job, let name = intent.names.first else { return }
    for index in table.rows.indices where table.rows[index].places.contains(where: { $0.name.isIdentical(to: name) }) {
      let row = table.rows[index]
      guard row.places.count == 2, let place = row.places.firstIndex(where: { $0.side == side }) else { continue }
      table.rows[index].kind = .same
      if place == 0 { table.rows[index].right = row.left } else { table.rows[index].left = row.right }
    }
    list()
  }

  mutating func turnSame() {
    hidesSame.toggle()
    list()
  }

  mutating func type(_ event: InputEvent) {
    if filter.take(event) { list() }
  }

  mutating func clearFilter() {
    filter = LineEditor()
    list()
  }

  /// The cursor stays on its key.
  private mutating func list() {
    let name = selected?.name
    let words = FilterWords.split(filter.text.lowercased())
    rows = table.rows.filter { row in
      let name = row.name.lowercased()
      return !(hidesSame && row.kind == .same) && words.allSatisfy(name.contains)
    }
    cursor.count = rows.count
    cursor.select(rows.firstIndex { $0.name == name } ?? 0)
  }

  mutating func goToDifference(_ direction: Int) {
    let places = rows.indices.filter { rows[$0].kind != .same }
    let next = direction > 0 ? places.first { $0 > cursor.selected } : places.last { $0 < cursor.selected }
    if let next { cursor.jump(to: next) }
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
