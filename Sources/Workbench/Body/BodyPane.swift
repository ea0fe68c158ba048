import ParleyEngine
import TerminalKit

/// The window on a body: which of its lines are held, where the cursor is, and what is searched for.
struct BodyPane: Sendable {
  /// The body itself, for effects only.
  var view: BodyView?
  /// How somebody chose to see it; nil leaves it to the body's kind.
  var chosenMode: BodyMode?
  var page: BodyPage?
  /// What was asked for last, and has not come yet.
  var requested: BodyPage.Query?
  var cursor = ListCursor()
  /// Whether the cursor was sent to the end while it was not known yet how many lines there are.
  private var awaitsEnd = false
  /// Columns out of sight on the left.
  var left = 0
  /// The way to the value under the cursor.
  var path: String?
  var search = Search()

  struct Search: Hashable, Sendable {
    var term = ""
    var found: BodyView.Found?
    var isRunning = false
    /// Steps asked for while it ran.
    var pendingSteps = 0
    /// Whether somebody has moved on since: then what is found moves nothing.
    var wasLeft = false
    /// Rises with every search.
    var number = 0
  }

  var mode: BodyMode { chosenMode ?? page?.mode ?? .pretty }

  /// Lines held beyond those in view, on both sides: three screens, so that scrolling has not to wait.
  private static let screensAhead = 3

  /// The lines to ask for, when those held do not suffice.
  ///
  /// - Parameter renew: whether what is held is out of date.
  mutating func query(isRevealed: Bool, renew: Bool) -> BodyPage.Query? {
    guard view != nil else { return nil }
    let ahead = max(100, Self.screensAhead * cursor.height)
    let first = max(0, cursor.visible.lowerBound - ahead)
    let end = cursor.visible.lowerBound + max(1, cursor.height) + ahead
    let query = BodyPage.Query(
      mode: chosenMode, lines: first..<end, skipping: skipping, isRevealed: isRevealed)
    guard renew || !hasEnough(query) else { return nil }
    if !renew, let requested, requested.covers(cursor.visible, skipping: query.skipping) { return nil }
    requested = query
    return query
  }

  /// Half of the margin may be used up before more is asked for.
  private func hasEnough(_ query: BodyPage.Query) -> Bool {
    guard let page, page.skipping == (page.mode == .raw ? query.skipping : 0) else { return false }
    let margin = max(50, Self.screensAhead * cursor.height / 2)
    let first = max(0, cursor.visible.lowerBound - margin)
    let end = min(page.total, cursor.visible.upperBound + margin)
    return page.range.lowerBound <= first && page.range.upperBound >= end
  }

  /// Raw lines may be longer than a page can hold: far to the right their fronts are left out.
  private var skipping: Int {
    guard mode == .raw, left > 2048 else { return 0 }
    return (left - 1024) / 1024 * 1024
  }

  mutating func take(_ page: BodyPage) {
    self.page = page
    requested = nil
    cursor.count = page.total
    if awaitsEnd { cursor.move(.last) }
    awaitsEnd = awaitsEnd && !page.isUpToDate
  }

  mutating func moveCursor(_ step: ListCursor.Step) {
    search.wasLeft = true
    cursor.move(step)
    awaitsEnd = step == .last && (requested != nil || page?.isUpToDate == false)
  }

  var line: BodyLine? { page?[cursor.selected] }
}

extension BodyPage.Query {
  func covers(_ range: Range<Int>, skipping: Int) -> Bool {
    lines.lowerBound <= range.lowerBound && lines.upperBound >= range.upperBound && self.skipping == skipping
  }
}

extension BodyPane {
  /// Draws the lines in view.
  /// - Parameter numbersOneLine: whether a text of one line has its number too.
  func draw(into frame: inout Frame, _ area: Rect, isFocused: Bool, numbersOneLine: Bool = true) {
    guard let page, page.total > 0 else { return }
    let gutter = numbersOneLine || page.total > 1 ? gutter(page, area.width) : 0
    for line in cursor.visible where line - cursor.top < area.height {
      let row = area.row(line - cursor.top)
      let isSelected = line == cursor.selected
      let ground: Role? = isSelected ? isFocused ? .selection : .selectionUnfocused : nil
      if let ground { frame.fill(row.inset(left: gutter), style: Style(ground)) }
      draw(page[line], into: &frame, row, gutter: gutter, ground)
    }
  }

  private func gutter(_ page: BodyPage, _ width: Int) -> Int {
    guard width >= 30 else { return 0 }
    if page.mode == .hex { return page.lines.reduce(8) { max($0, $1.number.count) } + 2 }
    // By the number of lines there are, not by those in view, so that scrolling does not move the text.
    let longest = max(String(page.total).count, page.lines.last?.number.count ?? 0)
    return max(3, longest) + 1
  }

  private func draw(_ line: BodyLine?, into frame: inout Frame, _ row: Rect, gutter: Int, _ ground: Role?) {
    guard let line else {
      // Not here yet: it comes with the next page.
      frame.put("·", at: row.origin.moved(right: gutter), style: Style.muted.on(ground), maxWidth: row.width - gutter)
      return
    }
    let indent = max(0, gutter - 1 - line.number.count)
    if gutter > 0 { frame.put(line.number, at: row.origin.moved(right: indent), style: .muted, maxWidth: gutter - 1) }
    let hasFolds = mode == .pretty
    let text = row.inset(left: gutter + (hasFolds ? 2 : 0))
    let skipped = left - (mode == .raw ? page?.skipping ?? 0 : 0)
    let shown = line.drawn.highlighting(search.term)
    frame.put(shown, at: text.origin, maxWidth: text.width, on: ground, skipping: max(0, skipped))
    guard let fold = line.fold, hasFolds else { return }
    let column = max(0, line.indentation - left)
    frame.put(
      fold == .folded ? "▸" : "▾", at: row.origin.moved(right: gutter + min(column, max(0, row.width - gutter - 1))),
      style: Style(.accent, on: ground))
  }
}
