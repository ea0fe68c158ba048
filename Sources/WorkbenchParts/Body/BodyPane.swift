import ParleyEngine
import TerminalKit
package import WorkbenchServices

/// The window on a body: which of its lines are held, where the cursor is, and what is searched for.
package struct BodyPane: Sendable {
  /// The body itself, for effects only.
  package var view: BodyView?
  /// The chosen mode; nil for the default of the body's kind.
  package var chosenMode: BodyMode?
  package var page: BodyPage?
  /// The query that was sent last, and has no result yet.
  package var requested: BodyPage.Query?
  package var cursor = ListCursor()
  /// Whether the cursor was sent to the end while it was not known yet how many lines there are.
  private var awaitsEnd = false
  /// Lines there is room for.
  package var height = ListCursor().height {
    didSet { fit() }
  }
  /// Columns there is room for.
  package var width = 80 {
    didSet { if width != oldValue, isWrapped { fit() } }
  }
  /// Whether a text of one line has its number too.
  package var numbersOneLine = true
  /// Whether lines that are too long go on in the next row.
  package var wraps = false {
    didSet {
      guard wraps != oldValue else { return }
      (left, hiddenRows) = (0, 0)
      fit()
    }
  }
  /// Rows of the first line that are out of sight above.
  package var hiddenRows = 0
  /// Columns out of sight on the left.
  package var left = 0
  /// How a table is arranged, and which of its columns the cursor is in.
  package var table = TableLook()
  package var column = 0
  /// Which events of a stream are shown; nil for all.
  package var streamFilter: StreamFilter?
  /// Whether the end of a stream is followed, and whether it came while it was looked at.
  package var followsEnd = true
  package private(set) var isLive = false
  /// The way to the value under the cursor.
  package var path: String?
  package var search = Search()
  /// The numbers of lines that the body before this one did not have.
  package var changedLines: Set<String> = []

  package init() {}

  package struct Search: Hashable, Sendable {
    package var term = ""
    package var found: BodyView.Found?
    package var isRunning = false
    /// Steps asked for while it ran.
    package var pendingSteps = 0
    /// Whether the cursor has been moved since; a match then moves nothing.
    package var wasLeft = false
    /// Rises with every search.
    package var number = 0

    package init(number: Int = 0) { self.number = number }
  }

  /// The mode shown: the chosen one, if the body can be shown in it.
  package var mode: BodyMode { page?.mode ?? chosenMode ?? .pretty }

  /// Takes over the mode in which another body was shown. The default mode of that body is no choice.
  package mutating func keepLook(of other: BodyPane) {
    chosenMode = other.chosenMode == other.page?.kind.mode ? nil : other.chosenMode
    table = other.table
  }

  /// Lines held beyond those in view, on both sides: three screens, so that scrolling has not to wait.
  private static let screensAhead = 3

  /// The lines to ask for, when those held do not suffice.
  ///
  /// - Parameter renew: whether what is held is out of date.
  package mutating func query(isRevealed: Bool, renew: Bool) -> BodyPage.Query? {
    guard view != nil else { return nil }
    let ahead = max(100, Self.screensAhead * cursor.height)
    let first = max(0, cursor.visible.lowerBound - ahead)
    let end = cursor.visible.lowerBound + max(1, cursor.height) + ahead
    var query = BodyPage.Query(
      mode: chosenMode, lines: first..<end, skipping: skipping, isRevealed: isRevealed)
    (query.table, query.filter) = (table, streamFilter)
    if mode == .picture || page == nil {
      query.room = Size(width: max(10, width - 2), height: max(4, min(height, 100)))
    }
    (query.bytesPerLine, query.columns) = (bytesPerLine, columns)
    isLive = isLive || !isComplete
    query.longest = isWrapped ? Self.longestWrapped : query.longest
    query.followsEnd = followsEnd && isLive && mode == .events
    guard renew || !hasEnough(query) else { return nil }
    if !renew, let requested, requested.bytesPerLine == bytesPerLine, requested.columns == columns,
      requested.covers(cursor.visible, skipping: query.skipping)
    {
      return nil
    }
    requested = query
    return query
  }

  /// Half of the margin may be used up before more is asked for.
  private func hasEnough(_ query: BodyPage.Query) -> Bool {
    guard let page, page.skipping == (page.mode == .raw ? query.skipping : 0) else { return false }
    if page.mode == .picture { return page.room == query.room }
    if page.mode == .hex, page.bytesPerLine != query.bytesPerLine { return false }
    if page.mode == .table, page.columns != query.columns { return false }
    let margin = max(50, Self.screensAhead * cursor.height / 2)
    let first = max(0, cursor.visible.lowerBound - margin)
    let end = min(page.total, cursor.visible.upperBound + margin)
    return page.range.lowerBound <= first && page.range.upperBound >= end
  }

  /// Raw lines may be longer than a page can hold: far to the right their fronts are left out.
  private var skipping: Int {
    if isWrapped { return mode == .raw ? left : 0 }
    guard mode == .raw, left > 2048 else { return 0 }
    return (left - 1024) / 1024 * 1024
  }

  /// How many bytes a line of the hexadecimal view has room for, behind its address.
  private var bytesPerLine: Int {
    let room = width - 2 - (width >= 30 ? 10 : 0)
    return HexDump.widths.first { HexDump.columns(of: $0) <= room } ?? HexDump.widths[HexDump.widths.count - 1]
  }

  /// Columns there are for a line with its number, behind the blank at the edge.
  private var columns: Int { max(1, width - 1) }

  /// The line of the same bytes, where another number of them stands in a line now.
  private func line(_ line: Int, in page: BodyPage) -> Int {
    guard let old = self.page, old.mode == .hex, page.mode == .hex, old.bytesPerLine != page.bytesPerLine else {
      return line
    }
    return line * old.bytesPerLine / page.bytesPerLine
  }

  package mutating func take(_ page: BodyPage) {
    let selected = line(cursor.selected, in: page)
    self.page = page
    requested = nil
    fit()
    cursor.count = page.total
    if selected != cursor.selected { cursor.select(selected) }
    if awaitsEnd || followsEnd && isLive && page.mode == .events { cursor.move(.last) }
    column = max(0, min(column, (page.table?.columns.count ?? 1) - 1))
    if let end = page.table?.columns.last?.end { left = min(left, max(0, end - cellRoom(page))) }
    if left > 0 { left = min(left, sideScroll(over: page.lines).furthest) }
    awaitsEnd = awaitsEnd && !page.isUpToDate
    if isWrapped { fit() }
  }

  package mutating func moveCursor(_ step: ListCursor.Step) {
    search.wasLeft = true
    if isWrapped { wrappedRows.move(&cursor, step, hidden: &hiddenRows) } else { cursor.move(step) }
    if step == .first, !hasHead { left = 0 }
    if mode == .events { followsEnd = step == .last || cursor.isAtEnd && step.isDownwards }
    awaitsEnd = step == .last && (requested != nil || page?.isUpToDate == false)
  }

  /// Chooses a line that is in view.
  package mutating func select(_ line: Int) {
    if isWrapped { wrappedRows.select(line, &cursor, hidden: &hiddenRows) } else { cursor.select(line) }
  }

  /// The cursor comes back to where it was in the body before.
  package mutating func restore(_ old: ListCursor, left: Int) {
    guard cursor.selected == 0, cursor.count > 0 else { return }
    cursor.select(old.selected)
    self.left = page.map { min(left, sideScroll(over: $0.lines).furthest) } ?? left
  }

  package var line: BodyLine? { page?[cursor.selected] }
  package var isComplete: Bool { view?.source.isComplete ?? true }

  /// Names stand over the columns of a table.
  package var hasHead: Bool { page?.table != nil }

  /// Tells the cursor how many lines are in view.
  package mutating func fit() {
    if isWrapped {
      wrappedRows.fit(&cursor, hidden: &hiddenRows)
    } else {
      cursor.height = max(1, height - (hasHead ? 1 : 0))
    }
  }

  /// The cell under the cursor, of a table.
  package var cell: TableCell? {
    guard let columns = page?.table?.columns, columns.indices.contains(column) else { return nil }
    return TableCell(look: table, name: columns[column].name)
  }

  /// Columns there are for cells, behind the numbers of their rows.
  private func cellRoom(_ page: BodyPage) -> Int { max(10, columns - gutter(page, columns)) }

  /// Moves to another column, which comes into view.
  package mutating func moveColumn(_ step: Int) {
    guard let page, let columns = page.table?.columns, !columns.isEmpty else { return }
    column = max(0, min(columns.count - 1, column + step))
    let room = cellRoom(page)
    if columns[column].end > left + room { left = min(columns[column].left, columns[column].end - room) }
    if columns[column].left < left { left = columns[column].left }
  }
}

// Moving to the side.
extension BodyPane {
  /// Moves as far as the longest line in view goes on.
  package mutating func moveAcross(_ step: Int) {
    let lines = cursor.visible.compactMap { page?[$0] }
    left = sideScroll(over: lines).moved(left, by: step * SideScroll.step(in: width))
  }

  /// How far these lines can move. The columns of a table and what is wrapped move in their own ways; of a raw line that is cut
  /// the rest comes when it is looked at.
  private func sideScroll(over lines: some Sequence<BodyLine>) -> SideScroll {
    guard let page, !hasHead, !isWrapped else { return .endless }
    if mode == .raw, lines.contains(where: \.isCut) { return .endless }
    let skipped = mode == .raw ? page.skipping : 0
    let longest = lines.map { $0.indentation + $0.text.columns }.max() ?? 0
    return SideScroll(longest: longest + skipped, room: textColumns)
  }
}

extension ListCursor.Step {
  fileprivate var isDownwards: Bool {
    switch self {
    case .lines(let lines): lines > 0
    case .pages(let pages): pages > 0
    case .last: true
    case .first: false
    }
  }
}

extension BodyPage.Query {
  package func covers(_ range: Range<Int>, skipping: Int) -> Bool {
    lines.lowerBound <= range.lowerBound && lines.upperBound >= range.upperBound && self.skipping == skipping
  }
}

extension BodyPane {
  /// Shows a body in place of the one before; the cursor stays where it is.
  package mutating func show(_ view: BodyView?) {
    let (mode, search, cursor, numbers) = (chosenMode, search.term, cursor, numbersOneLine)
    self = BodyPane()
    (self.view, chosenMode, self.search.term, self.cursor) = (view, mode, search, cursor)
    numbersOneLine = numbers
  }
}
