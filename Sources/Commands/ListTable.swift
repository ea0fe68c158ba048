import ParleyEngine
import ParleyText
import TerminalKit

/// A list for people: columns that stand below each other. On a terminal they have headings and are cut to its width; in a pipe nothing
/// is cut, and there are no headings.
struct ListTable: Sendable {
  struct Cell: Sendable, Equatable {
    let text: String
    let look: Look

    init(_ text: String, _ look: Look = .plain) {
      (self.text, self.look) = (Printable.text(text), look)
    }
  }

  enum Look: String, Sendable {
    case plain = ""
    case muted = "2"
    case good = "32"
    case bad = "31"
    case odd = "33"

    static func status(_ code: Int) -> Look {
      switch code {
      case 100..<300: .good
      case 300..<400: .plain
      case 400..<500: .odd
      default: .bad
      }
    }
  }

  private static let gap = 2
  /// A column is cut to no less than this.
  private static let narrowest = 8

  let headings: [String]
  let rows: [[Cell]]

  /// - Parameter headings: one for each column.
  init(_ headings: [String], _ rows: [[Cell]]) {
    (self.headings, self.rows) = (headings, rows)
  }

  func print(on console: any Console) {
    guard !rows.isEmpty else { return }
    // A cut text would not be known any more.
    var shown = rows.map { row in
      row.map { cell in Cell(console.masked(.string(cell.text)).string ?? cell.text, cell.look) }
    }
    let isFilled = headings.indices.map { column in shown.contains { column < $0.count && !$0[column].text.isEmpty } }
    if console.writesToTerminal { shown.insert(headings.map { Cell($0, .muted) }, at: 0) }
    let widths = Self.widths(of: shown, filled: isFilled, in: console.columns)
    for row in shown { console.write(Array(Self.line(row, widths, isColored: console.usesColor).utf8)) }
  }

  private static func line(_ row: [Cell], _ widths: [Int], isColored: Bool) -> String {
    var line = ""
    for (cell, width) in zip(row, widths) where width > 0 {
      let shown = CellWidth.truncated(cell.text, to: width)
      let blanks = String(repeating: " ", count: width - CellWidth.columns(of: shown) + gap)
      let isLooked = isColored && cell.look != .plain && !shown.isEmpty
      line += (isLooked ? "\u{1B}[\(cell.look.rawValue)m\(shown)\u{1B}[0m" : shown) + blanks
    }
    return line.trimmingEnd + "\n"
  }

  /// The widest columns give way where a row would not fit. A column without content takes no room.
  private static func widths(of rows: [[Cell]], filled: [Bool], in columns: Int?) -> [Int] {
    var widths = filled.enumerated().map { column, isFilled in
      isFilled ? rows.map { column < $0.count ? CellWidth.columns(of: $0[column].text) : 0 }.max() ?? 0 : 0
    }
    guard let columns else { return widths }
    let gaps = gap * max(0, widths.count { $0 > 0 } - 1)
    while widths.reduce(gaps, +) > columns, let widest = widths.max(), widest > narrowest,
      let index = widths.firstIndex(of: widest)
    {
      let excess = widths.reduce(gaps, +) - columns
      let next = widths.filter { $0 < widest }.max() ?? narrowest
      widths[index] = max(widest - excess, next, narrowest)
      if widths[index] == widest { widths[index] -= 1 }
    }
    return widths
  }
}
