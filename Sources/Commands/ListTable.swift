import ParleyEngine
import ParleyText
import TerminalKit

/// A list for people: columns that stand below each other. On a terminal they have headings and are cut to its width; in a pipe nothing
/// is cut, and there are no headings.
struct ListTable: Sendable {
  struct Cell: Sendable, Equatable {
    let text: String
    let look: Look
    let kind: Kind

    init(_ text: String, _ look: Look = .plain, _ kind: Kind = .words) {
      (self.text, self.look, self.kind) = (Printable.text(text), look, kind)
    }
  }

  /// By what a text is cut: what it is worth is seen to the last.
  enum Kind: Sendable {
    case words
    /// As in ISO 8601: first the parts of a second go, then the year.
    case moment
    /// The server gives way to the path.
    case address
    /// Left out with its whole column where the others have no room.
    case remark
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
  fileprivate static let narrowest = 8

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
      row.map { cell in Cell(console.masked(.string(cell.text)).string ?? cell.text, cell.look, cell.kind) }
    }
    let isFilled = headings.indices.map { column in shown.contains { column < $0.count && !$0[column].text.isEmpty } }
    if console.writesToTerminal { shown.insert(headings.map { Cell($0, .muted) }, at: 0) }
    let widths = Self.widths(of: shown, filled: isFilled, in: console.columns)
    for row in shown { console.write(Array(Self.line(row, widths, isColored: console.usesColor).utf8)) }
  }

  private static func line(_ row: [Cell], _ widths: [Int], isColored: Bool) -> String {
    var line = ""
    for (cell, width) in zip(row, widths) where width > 0 {
      let shown = cell.text(in: width)
      let blanks = String(repeating: " ", count: width - CellWidth.columns(of: shown) + gap)
      let isLooked = isColored && cell.look != .plain && !shown.isEmpty
      line += (isLooked ? "\u{1B}[\(cell.look.rawValue)m\(shown)\u{1B}[0m" : shown) + blanks
    }
    return line.trimmingEnd + "\n"
  }

  /// The columns that have the most beyond what they need give way where a row would not fit. A column without content takes no room.
  private static func widths(of rows: [[Cell]], filled: [Bool], in columns: Int?) -> [Int] {
    let cells = filled.indices.map { column in filled[column] ? rows.compactMap { $0.dropFirst(column).first } : [] }
    let whole = cells.map { $0.map(\.columns).max() ?? 0 }
    guard let columns else { return whole }
    let room = columns - gap * max(0, whole.count { $0 > 0 } - 1)
    guard whole.reduce(0, +) > room else { return whole }
    var needed = cells.map { $0.map(\.neededColumns).max() ?? 0 }
    if needed.reduce(0, +) > room, cells.contains(where: \.isRemark) {
      let others = cells.indices.map { filled[$0] && !cells[$0].isRemark }
      return widths(of: rows, filled: others, in: columns)
    }
    let isMoment = cells.map { $0.contains { $0.kind == .moment } }
    shrink(&needed, to: room, above: isMoment.map { $0 ? .max : narrowest })
    shrink(&needed, to: room, above: needed.map { _ in narrowest })
    var widths = whole
    shrink(&widths, to: room, above: needed)
    return handedOn(widths, cells, whole)
  }

  /// Takes from the column that has the most above what it must keep, one after another.
  private static func shrink(_ widths: inout [Int], to room: Int, above least: [Int]) {
    while widths.reduce(0, +) > room,
      let index = widths.indices.max(by: { widths[$0] - least[$0] < widths[$1] - least[$1] }),
      widths[index] > least[index]
    {
      widths[index] -= 1
    }
  }

  /// The room that a shorter form leaves empty goes to the columns that are cut, those with the most to show first.
  private static func handedOn(_ widths: [Int], _ cells: [[Cell]], _ whole: [Int]) -> [Int] {
    var used = zip(cells, widths).map { cells, width in
      cells.map { CellWidth.columns(of: $0.text(in: width)) }.max() ?? 0
    }
    var left = widths.reduce(0, +) - used.reduce(0, +)
    for index in used.indices.sorted(by: { whole[$0] - used[$0] > whole[$1] - used[$1] }) where left > 0 {
      let more = min(left, whole[index] - used[index])
      used[index] += more
      left -= more
    }
    return used
  }
}

extension ListTable.Cell {
  /// The columns below which the path of an address is cut only where nothing else helps.
  private static let path = 24

  fileprivate var columns: Int { CellWidth.columns(of: text) }

  /// The columns without which it says too little.
  fileprivate var neededColumns: Int {
    let shortest = forms.last.map { CellWidth.columns(of: $0) } ?? columns
    switch kind {
    case .words, .remark: return min(columns, ListTable.narrowest)
    case .moment: return shortest
    case .address: return min(shortest, Self.path)
    }
  }

  /// The longest form that fits, cut where none does.
  fileprivate func text(in width: Int) -> String {
    let form = forms.first { CellWidth.columns(of: $0) <= width } ?? forms.last ?? text
    return CellWidth.truncated(form, to: width)
  }

  /// From the longest to the shortest.
  private var forms: [String] {
    switch kind {
    case .words, .remark: return [text]
    case .moment:
      guard text.count > 20, text.last == "Z" else { return [text] }
      let clock = String(text.prefix(19)).replacing("T", with: " ") + "Z"
      return [text, clock, String(clock.dropFirst(5))]
    case .address:
      guard let scheme = text.firstRange(of: "://") else { return [text] }
      let rest = text[scheme.upperBound...]
      return [text, String(rest), String(rest.drop { $0 != "/" })].filter { !$0.isEmpty }
    }
  }
}

extension [ListTable.Cell] {
  /// Whether it is a column of remarks.
  fileprivate var isRemark: Bool { contains { $0.kind == .remark } }
}
