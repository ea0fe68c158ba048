import ParleyEngine
import TerminalKit

/// A table as it is shown: which rows in which order, which columns, and how wide.
struct TableArrangement: Sendable {
  let table: BodyTable
  let look: TableLook
  private(set) var columns: [TableColumn]
  private let wishes: [ColumnWish]
  /// The rows of the table, as they are shown.
  private let order: [Int]

  /// The number of rows from which the widths of columns are computed.
  private static let measuredRows = 2_000
  /// The most of a cell that is shown.
  static let longestCell = 200

  init(_ table: BodyTable, _ look: TableLook) {
    (self.table, self.look) = (table, look)
    wishes = Self.wishes(table, look)
    columns = wishes.columns(in: 0)
    order = look.sort.map { Self.order(of: table, by: $0) } ?? Array(table.rows.indices)
  }

  var count: Int { order.count }

  var head: TableHead { TableHead(columns: columns, names: table.names) }

  /// The row of the table that is shown on a line.
  func row(ofLine line: Int) -> Int? { order.indices.contains(line) ? order[line] : nil }

  func line(ofRow row: Int) -> Int? { look.sort == nil ? row : order.firstIndex(of: row) }

  func cell(line: Int, _ name: String) -> JSONValue? { row(ofLine: line).flatMap { table.rows[$0][name] } }
}

// How wide columns are.
extension TableArrangement {
  /// In a pane of so many columns.
  func fitted(to columns: Int) -> TableArrangement {
    var copy = self
    copy.columns = wishes.columns(in: columns - BodyPane.gutter(ofLines: count, in: columns))
    return copy
  }

  private static func wishes(_ table: BodyTable, _ look: TableLook) -> [ColumnWish] {
    (look.columns ?? table.names).map { name in
      let cells = table.rows.prefix(measuredRows).compactMap { $0[name] }
      return ColumnWish(
        name: name,
        isNumeric: !cells.isEmpty && cells.allSatisfy { $0.cellNumber != nil || $0.isNull || $0 == .string("") },
        head: CellWidth.columns(of: Sanitizer.visible(name)),
        cell: cells.reduce(0) { max($0, $1.cellColumns(longestCell)) }, isSorted: look.sort?.name == name)
    }
  }
}

// In which order rows are.
extension TableArrangement {
  /// Rows without the value come last both ways; those with equal values stay in the order of the body.
  private static func order(of table: BodyTable, by sort: TableLook.Sort) -> [Int] {
    let keys = table.rows.map { $0[sort.name]?.sortKey ?? .missing }
    let present = table.rows.indices.filter { keys[$0] != .missing }
    let missing = table.rows.indices.filter { keys[$0] == .missing }
    let sorted = present.sorted { left, right in
      guard keys[left] != keys[right] else { return left < right }
      return sort.isDescending ? keys[left] > keys[right] : keys[left] < keys[right]
    }
    return sorted + missing
  }
}

private enum SortKey: Comparable {
  case flag(Int)
  case number(Double)
  case text(String)
  case other(String)
  case missing
}

extension JSONValue {
  fileprivate var sortKey: SortKey {
    switch self {
    case .null: .missing
    case .bool(let flag): .flag(flag ? 1 : 0)
    case .string(""): .missing
    case .number, .string: cellNumber.map { .number($0) } ?? .text((string ?? "").lowercased())
    case .array, .object: .other(description)
    }
  }

  /// The number in the cell of a table: CSV knows only text.
  var cellNumber: Double? {
    switch self {
    case .number(let number): Double(number)
    case .string(let text): JSONNumber(text).map { Double($0) }
    case .null, .bool, .array, .object: nil
    }
  }

  /// As it stands in the cell of a table: a string without its quotes.
  var cellText: String { string ?? description }

  fileprivate func cellColumns(_ limit: Int) -> Int {
    let text = cellText.utf8.count <= limit ? cellText : String(cellText.prefix(limit))
    return Sanitizer.isPlain(text) ? text.utf8.count : CellWidth.columns(of: Sanitizer.visible(text))
  }

  var cellRole: Role {
    switch self {
    case .string: .string
    case .number: .number
    case .bool, .null: .literal
    case .array, .object: .muted
    }
  }
}
