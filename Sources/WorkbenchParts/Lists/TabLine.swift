package import TerminalKit

/// The names of tabs in a line, each whole and with its count. The blanks between them depend on names and width alone, so that they
/// do not change when a count appears. Where there are two, the brackets of the selected one stand in them, so that nothing moves when
/// another one is selected; a blank before the first keeps its bracket off the border.
///
/// A tab that holds something has its count, or a sign, behind its name: `Headers 2`, `Body•`. Counts become signs before a name is left
/// out, those of the last tabs first; the last room for a sign is the blank between two names. Names that have no room all the same are
/// behind `◂` and `▸`, with the number of those that hold something. A blank stays before the edge, unless a name needs it.
package struct TabLine {
  package struct Title: Hashable, ExpressibleByStringLiteral {
    /// Stands behind the name of a tab that holds something which is not counted.
    package static let sign = "•"

    package var name: String
    /// How much is in it, behind its name; or a sign, if that is not counted.
    package var count = ""

    package init(_ name: String, count: String = "") {
      (self.name, self.count) = (name, count)
    }

    package init(stringLiteral value: String) { self.init(value) }

    package var whole: String { isCounted ? "\(name) \(count)" : name + sign }

    fileprivate var signed: String { name + sign }

    private var isCounted: Bool { count.count > 1 || count.first?.isNumber == true }

    /// In place of the count; empty where the tab holds nothing.
    fileprivate var sign: String { isCounted ? Self.sign : count }
  }

  /// Columns for a few counts, which two blanks leave.
  private static let counts = 6
  /// Columns of `◂1` and of `▸1`.
  private static let mark = 2

  private let titles: [Title]
  private let labels: [String]
  private let selected: Int
  private let width: Int
  /// Columns between two names.
  private let gap: Int
  /// Those in sight, by their places among all.
  private let shown: Range<Int>

  package init(_ titles: [Title], selected: Int, width: Int) {
    self.titles = titles
    self.selected = selected
    self.width = width
    let all = titles.reduce(0) { $0 + Sanitizer.columns(of: $1.name) + 2 }
    let usual = all + Self.counts <= width ? 2 : 1
    let (gap, labels) = Self.form(of: titles, selected, gap: usual, in: width) ?? (1, titles.map(\.whole))
    self.gap = gap
    shown = Self.window(around: selected, of: Self.columns(of: labels, selected, gap), gap: gap, in: width)
    // One that has no room even alone is cut.
    self.labels = shown.count == 1 ? labels.map { $0.fitted(to: max(1, width - 2 * Self.mark - 2)) } : labels
  }

  /// All names, with as many counts as there is room for, else with signs, and the columns between them; nil where not even the names
  /// have room. A name that has lost its sign, too, finds it in the blank behind it.
  private static func form(
    of titles: [Title], _ selected: Int, gap usual: Int, in width: Int
  ) -> (gap: Int, labels: [String])? {
    func fits(_ labels: [String], _ gap: Int, _ width: Int) -> Bool {
      Self.fits(labels.indices, of: columns(of: labels, selected, gap), gap: gap, in: width)
    }
    for gap in usual == 1 ? [1] : [usual, 1] {
      var labels = titles.map(\.whole)
      if fits(labels, gap, width - 1) { return (gap, labels) }
      for form in [\Title.signed, \Title.name] {
        for place in labels.indices.reversed() where place != selected && !titles[place].count.isEmpty {
          labels[place] = titles[place][keyPath: form]
          if fits(labels, gap, width - 1) { return (gap, labels) }
        }
      }
    }
    let names = titles.map(\.name)
    let end = titles.last?.count.isEmpty == false ? 1 : 0
    return fits(names, 1, width - end) ? (1, names) : nil
  }

  /// The columns of each, with the brackets where these do not stand in the blanks between them.
  private static func columns(of labels: [String], _ selected: Int, _ gap: Int) -> [Int] {
    labels.indices.map { Sanitizer.columns(of: labels[$0]) + (gap == 1 && $0 == selected ? 2 : 0) }
  }

  /// As many as have room, from the first on: those before the selected one are left out only for it, and for the one behind it.
  private static func window(around selected: Int, of columns: [Int], gap: Int, in width: Int) -> Range<Int> {
    guard columns.indices.contains(selected) else { return 0..<0 }
    let windows = (0...selected).compactMap { first in
      (selected + 1...columns.count).map { first..<$0 }.last { fits($0, of: columns, gap: gap, in: width) }
    }
    let neighbour = min(selected + 1, columns.count - 1)
    return windows.first { $0.contains(neighbour) } ?? windows.first ?? selected..<selected + 1
  }

  private static func fits(_ window: Range<Int>, of columns: [Int], gap: Int, in width: Int) -> Bool {
    let before = window.lowerBound > 0 ? mark + 1 : gap - 1
    let behind = window.upperBound < columns.count ? mark + 1 : gap - 1
    return before + columns[window].reduce(0, +) + gap * (window.count - 1) + behind <= width
  }

  private var hasBefore: Bool { shown.lowerBound > 0 }
  private var hasBehind: Bool { shown.upperBound < titles.count }

  /// The columns of each tab with its brackets, or with the blanks in which they would stand. The marks stand for the nearest tab out of sight; the others have none.
  package var places: [Range<Int>] {
    var places = titles.map { _ in 0..<0 }
    var start = hasBefore ? Self.mark + 1 : gap - 1
    if hasBefore { places[shown.lowerBound - 1] = 0..<Self.mark }
    for place in shown {
      let end = start + Sanitizer.columns(of: labels[place]) + (gap == 1 && place == selected ? 2 : 0)
      places[place] = gap == 1 ? start..<end : start - 1..<end + 1
      start = end + gap
    }
    let behind = start - gap + 1
    if hasBehind { places[shown.upperBound] = behind..<behind + Self.mark }
    return places
  }

  /// The first letter of each tab in sight, and the marks.
  package var jumpPoints: [Point] {
    zip(places.indices, places).filter { !$1.isEmpty }.map { place, columns in
      Point(x: columns.lowerBound + (gap == 2 || place == selected ? 1 : 0), y: 0)
    }
  }

  /// The column behind the last tab.
  package var end: Int { min(width, places.map(\.upperBound).max() ?? 0) }

  private func countHolding(_ tabs: Range<Int>) -> Int { titles[tabs].count { !$0.count.isEmpty } }

  fileprivate func leavesRoom(for words: StyledText, in row: Rect) -> Bool { words.columns + end + 2 < row.width }

  package func draw(into frame: inout Frame, _ row: Rect, on ground: Role? = nil) {
    let places = places
    func put(_ words: String, at column: Int, _ style: Style) {
      frame.put(words, at: row.origin.moved(right: column), style: style, maxWidth: row.width - column)
    }
    func put(_ sign: String, at column: Int, forHidden tabs: Range<Int>) {
      let count = countHolding(tabs)
      put(count == 0 ? sign : "\(sign)\(count)", at: column, count == 0 ? .muted : Style(.accent))
    }
    if hasBefore { put("◂", at: 0, forHidden: 0..<shown.lowerBound) }
    for place in shown {
      let title = titles[place]
      let start = places[place].lowerBound + (place == selected ? 0 : gap - 1)
      let label = place == selected ? "[\(labels[place])]" : labels[place]
      put(label, at: start, place == selected ? Style(.accent, .bold, on: ground) : .muted)
      guard !title.sign.isEmpty, labels[place] == title.name else { continue }
      put(title.sign, at: start + Sanitizer.columns(of: label), .muted)
    }
    guard hasBehind else { return }
    put("▸", at: places[shown.upperBound].lowerBound, forHidden: shown.upperBound..<titles.count)
  }
}

extension Frame {
  /// Writes words at the right end of a line of tabs: all of them, or the last one alone, as far as there is room.
  package mutating func put(_ words: StyledText, behind line: TabLine, in row: Rect) {
    let forms = [words, StyledText(words.spans.suffix(1).map(\.self))]
    if let form = forms.first(where: { $0.columns > 0 && line.leavesRoom(for: $0, in: row) }) {
      put(form, atRightOf: row)
    }
  }
}
