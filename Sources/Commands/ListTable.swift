import ParleyEngine
import ParleyText

/// A list for people: columns that stand below each other, cut to the terminal, in color where there is one. In a pipe nothing is cut.
struct ListTable: Sendable {
  struct Cell: Sendable {
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

  let rows: [[Cell]]

  init(_ rows: [[Cell]]) {
    self.rows = rows
  }

  func print(on console: any Console) {
    // A cut text would not be known any more.
    let rows = rows.map { row in
      row.map { cell in Cell(console.masked(.string(cell.text)).string ?? cell.text, cell.look) }
    }
    ListTable(rows).printMasked(on: console)
  }

  private func printMasked(on console: any Console) {
    let widths = widths(in: console.columns)
    for row in rows {
      var line = ""
      for (cell, width) in zip(row, widths) where width > 0 {
        let shown = cell.text.count > width ? "\(cell.text.prefix(width - 1))…" : cell.text
        let blanks = String(repeating: " ", count: width - shown.count + Self.gap)
        let isColored = console.usesColor && cell.look != .plain && !shown.isEmpty
        line += (isColored ? "\u{1B}[\(cell.look.rawValue)m\(shown)\u{1B}[0m" : shown) + blanks
      }
      console.write(Array((line.trimmingEnd + "\n").utf8))
    }
  }

  /// The widest columns give way where a row would not fit.
  private func widths(in columns: Int?) -> [Int] {
    let count = rows.map(\.count).max() ?? 0
    var widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].text.count : 0 }.max() ?? 0 }
    guard let columns else { return widths }
    let gaps = Self.gap * max(0, widths.count { $0 > 0 } - 1)
    while widths.reduce(gaps, +) > columns, let widest = widths.max(), widest > Self.narrowest,
      let index = widths.firstIndex(of: widest)
    {
      let excess = widths.reduce(gaps, +) - columns
      let next = widths.filter { $0 < widest }.max() ?? Self.narrowest
      widths[index] = max(widest - excess, next, Self.narrowest)
      if widths[index] == widest { widths[index] -= 1 }
    }
    return widths
  }
}
