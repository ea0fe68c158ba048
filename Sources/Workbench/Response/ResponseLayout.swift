import ParleyEngine
import TerminalKit

/// Where the parts of the response stand in a pane of a given size.
struct ResponseLayout: Hashable {
  /// That what is shown comes from the history.
  var banner: Rect
  var status: Rect
  /// Why it is not what was expected, or why it broke off.
  var reason: Rect
  var tabs: Rect
  var content: Rect
  /// The path of the value under the cursor, or a line that takes text.
  var foot: Rect

  /// - Parameter reasons: lines that are wanted for them; a third of the pane at most.
  init(_ rect: Rect, reasons: Int, hasBanner: Bool, hasFoot: Bool) {
    let rows = rect.rows(
      .fixed(hasBanner && rect.height >= 2 ? 1 : 0), .fixed(1),
      .fixed(rect.height >= 3 ? min(reasons, max(1, rect.height / 3)) : 0), .fixed(rect.height >= 2 ? 1 : 0),
      .weight(1),
      .fixed(hasFoot && rect.height >= 4 ? 1 : 0))
    (banner, status, reason, tabs, content, foot) = (rows[0], rows[1], rows[2], rows[3], rows[4], rows[5])
  }
}

extension ResponsePane {
  func layout(in rect: Rect) -> ResponseLayout {
    ResponseLayout(
      rect, reasons: reasons(columns: rect.width).count, hasBanner: fromHistory != nil,
      hasFoot: tab == .body || prompt != nil)
  }

  mutating func resize(to size: Size) {
    guard size != self.size else { return }
    self.size = size
    showTiming()
    fit()
  }

  /// Tells the lists how many lines are in view.
  mutating func fit() {
    let height = max(1, layout(in: Rect(origin: .zero, size: size)).content.height)
    body.cursor.height = height
    for tab in Tab.allCases where tab != .body { self[tab].cursor.height = height }
  }
}
