import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The areas of the table's names and cells: the name, and as many columns as there is room for, the selected one among
/// them.
struct VariableLayout {
  private struct Column {
    let home: VariableHome
    let place: Int
    let columns: Range<Int>
  }

  private let grid: VariableGrid
  private let names: Int
  private let shown: [Column]
  let cursor: ListCursor
  /// Lines of the list.
  let list: Int
  let size: Size
  let whenEmpty: String?

  private static let gap = 2
  private static let widestCell = 30
  private static let keys = [
    "Enter edit", "s source", "a add", "r rename", "p copy", "D delete", "w uses", "u undo", "A environment",
    "E settings", "Space use", "d defaults",
  ]
  /// The help on keys and signs, below the list.
  private let foot: [String]

  init(_ state: State, over rect: Rect) {
    let grid = state.variables
    let width = max(20, min(rect.width - 6, 140))
    names = min(max(10, width / 3), grid.table.rows.reduce(10) { max($0, CellWidth.columns(of: $1.name)) })
    let widths = grid.table.homes.map { Self.width(of: $0, in: grid.table) }
    self.grid = grid
    shown = Self.columns(widths, from: names + 2 + Self.gap, to: width, homes: grid.table.homes, selected: grid.column)
    let whole = min(width, max(100, shown.last?.columns.upperBound ?? 0))
    foot = Self.foot(Self.keys + Self.legend(of: grid.table), width: whole)
    let below = 2 + foot.count
    let height = max(1, min(max(grid.table.rows.count, 3), rect.height - 3 - below))
    var cursor = grid.row
    cursor.height = height
    self.cursor = cursor
    list = height
    size = Size(width: whole, height: 1 + height + below)
    whenEmpty = !grid.isLoaded ? "Reading …" : grid.table.rows.isEmpty ? "No variables yet. a adds one." : nil
  }

  /// As many keys and signs in a line as fit.
  private static func foot(_ words: [String], width: Int) -> [String] {
    words.reduce(into: []) { lines, word in
      guard let last = lines.last, last.count + 3 + word.count <= width else { return lines.append(word) }
      lines[lines.count - 1] = "\(last)   \(word)"
    }
  }

  /// The signs that the table has, with what they mean.
  private static func legend(of table: VariableTable) -> [String] {
    let signs = [
      ("! given by --set", table.rows.contains { table.given.contains($0.name) }),
      ("· as default", table.has { if case .inherited = $0 { true } else { false } }),
      ("– not set", table.has { $0 == .absent || $0 == .missing }),
      ("✗ no value", table.rows.contains { $0.isUndeclared && !table.given.contains($0.name) }),
      ("● active", !table.environments.isEmpty),
      ("⚠ asks before sending", table.environments.contains(where: \.asksBeforeSending)),
    ]
    return signs.filter(\.1).map(\.0)
  }

  /// The column at a place counted from the left edge.
  func column(at x: Int) -> Int? { shown.first { $0.columns.contains(x) }?.place }

  private static func width(of home: VariableHome, in table: VariableTable) -> Int {
    table.rows.reduce(CellWidth.columns(of: home.title) + 4) { widest, row in
      max(widest, min(widestCell, row.cells[home]?.words.columns ?? 1))
    }
  }

  /// From the first that lets the selected one be seen.
  private static func columns(
    _ widths: [Int], from start: Int, to width: Int, homes: [VariableHome], selected: Int
  ) -> [Column] {
    for first in homes.indices {
      var columns: [Column] = []
      var x = start
      for place in homes.indices[first...] where x < width {
        let end = min(width, x + widths[place])
        guard columns.isEmpty || end - x >= min(8, widths[place]) else { break }
        columns.append(Column(home: homes[place], place: place, columns: x..<end))
        x = end + gap
      }
      let isWhole = columns.first { $0.place == selected }.map { $0.columns.count == widths[selected] } ?? false
      if isWhole || first == selected { return columns }
    }
    return []
  }
}

extension VariableTable {
  /// Whether a cell holds its value in that way.
  fileprivate func has(_ isWanted: (VariableRow.Held) -> Bool) -> Bool {
    rows.contains { row in homes.contains { isWanted(row.holds(in: $0)) } }
  }
}

// Drawing.
extension VariableLayout {
  func drawHead(into frame: inout Frame, _ row: Rect, _ state: State) {
    for column in shown {
      let environment = column.place > 0 ? grid.table.environments[column.place - 1] : nil
      var title = StyledText(column.home.title, (environment?.style ?? .muted).adding(.bold))
      if let environment, environment.name == state.workspace?.environment { title.append(" ●", Style(.accent)) }
      if environment?.asksBeforeSending == true { title.append(" ⚠", Style(.warning)) }
      frame.put(title, at: row.origin.moved(right: column.columns.lowerBound), maxWidth: column.columns.count)
    }
    let left = shown.first?.place ?? 0
    let right = grid.table.homes.count - 1 - (shown.last?.place ?? 0)
    let more = [left > 0 ? "← \(left)" : nil, right > 0 ? "→ \(right)" : nil].compactMap(\.self)
    if !more.isEmpty {
      frame.put("\(more.joined(separator: " ")) more", at: row.origin, style: .muted, maxWidth: names)
    }
  }

  func draw(_ line: Int, into frame: inout Frame, _ row: Rect) {
    let variable = grid.table.rows[line]
    let isSelected = line == cursor.selected
    let isGiven = grid.table.given.contains(variable.name)
    let isMissing = variable.isUndeclared && !isGiven
    let name = Style(isMissing ? .failure : isSelected ? .accent : .key)
    frame.put(isGiven ? "!" : isMissing ? "✗" : " ", at: row.origin, style: Style(isGiven ? .warning : .failure))
    frame.put(variable.name.fitted(to: names), at: row.origin.moved(right: 2), style: name, maxWidth: names)
    for column in shown {
      let ground: Role? = isSelected && column.place == grid.column ? .selection : nil
      let cell = Rect(x: row.x + column.columns.lowerBound, y: row.y, width: column.columns.count, height: 1)
      if let ground { frame.fill(cell, style: Style(ground)) }
      frame.put(words(variable.holds(in: column.home)), at: cell.origin, maxWidth: cell.width, on: ground)
    }
  }

  private func words(_ held: VariableRow.Held) -> StyledText {
    switch held {
    case .own(let cell): cell.words
    case .inherited: StyledText("·", .muted)
    case .absent: StyledText("–", .muted)
    case .missing: StyledText("–", Style(.failure))
    }
  }

  /// The cell in full, what uses the name, and the keys.
  func drawFoot(into frame: inout Frame, _ area: Rect) {
    frame.put("─", repeated: area.width, at: area.origin, style: Style(.border))
    if let row = grid.selected, let home = grid.home {
      let given: StyledText =
        grid.table.given.contains(row.name) ? [Span("! --set gives another value until you quit   ", .warning)] : ""
      frame.put(given + Self.sentence(of: row, in: home), at: area.row(1).origin, maxWidth: area.width)
    }
    for (line, words) in foot.enumerated() {
      frame.put(words, at: area.row(2 + line).origin, style: .muted, maxWidth: area.width)
    }
  }

  /// Its other values, which do not hold in a column, or in whose place others hold.
  private static func others(of row: VariableRow, than home: VariableHome) -> StyledText {
    if home != .workspace {
      return row.cells[.workspace].map { [Span("   overrides the default ", .muted)] + $0.words } ?? ""
    }
    let names = row.cells.keys.filter { $0 != .workspace }.map(\.title).sorted()
    return names.isEmpty ? "" : [Span("   overridden in \(names.joined(separator: ", "))", .muted)]
  }

  private static func sentence(of row: VariableRow, in home: VariableHome) -> StyledText {
    let places = row.uses.count + row.drafts.count
    let uses = places == 0 ? "not used" : "used in \(places.counted("place"))"
    let end: StyledText = [Span("   \(uses)", .muted)]
    switch row.holds(in: home) {
    case .own(let cell): return cell.words + others(of: row, than: home) + end
    case .inherited(let cell): return cell.words + [Span("  from default", .muted)] + end
    case .absent: return [Span("No default", .muted)] + end
    case .missing:
      let place = home == .workspace ? "anywhere" : "in \(home.title)"
      return [Span("\(row.name) has no value \(place): requests that use it cannot be sent", Style(.failure))] + end
    }
  }
}
