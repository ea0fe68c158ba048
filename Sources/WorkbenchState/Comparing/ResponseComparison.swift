import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// Two responses laid over each other, the older one on the left.
package struct ResponseComparison: Sendable {
  let responses: ComparedResponses
  /// The paths that are left out, as they were written.
  let ignored: [String]
  private let all: [DifferenceLine]
  private(set) var lines: [DifferenceLine]
  private(set) var hidesSame = false
  var cursor = ListCursor()
  /// Columns out of sight on the left.
  private(set) var shift = 0

  /// Not on the screen's thread: the responses may be large.
  init(_ responses: ComparedResponses, ignoring ignored: [String]) {
    self.responses = responses
    self.ignored = ignored
    let paths = (try? IgnoredPaths(ignored)) ?? IgnoredPaths()
    var lines = DifferenceLines(ignoring: paths)
    lines.add(responses.status, named: "status", at: .root.appending(.key("status")))
    lines.add(responses.headers, named: "headers", at: .root.appending(.key("headers")))
    if responses.kind != .none { lines.addTitle(responses.kind.title) }
    lines.add(responses.body)
    all = lines.lines
    self.lines = all
    goToFirst()
  }

  /// The key under which its ignored paths are kept. Each request has its own.
  static func key(of exchange: HistoryEntry) -> String {
    exchange.request?.comparisonKey ?? "url:\(exchange.url)"
  }

  var key: String { Self.key(of: responses.right) }
  /// Differences between two requests are no changes of one.
  var subject: String {
    key == Self.key(of: responses.left) ? "Two responses" : "Responses of two different requests"
  }
  var differences: Int { all.count { $0.difference.counts } }
  var selected: DifferenceLine? { lines.indices.contains(cursor.selected) ? lines[cursor.selected] : nil }

  func isOf(_ other: ResponseComparison) -> Bool {
    responses.left.id == other.responses.left.id && responses.right.id == other.responses.right.id
  }

  /// The cursor and what is hidden stay as they were in one of the same responses.
  mutating func continueFrom(_ other: ResponseComparison) {
    if other.hidesSame { turnSame() }
    cursor.select(min(other.cursor.selected, max(0, lines.count - 1)))
    shift = other.shift
  }

  mutating func turnSame() {
    hidesSame.toggle()
    lines = hidesSame ? all.filter { $0.difference != .same } : all
    goToFirst()
  }

  private mutating func goToFirst() {
    cursor.count = lines.count
    let first = lines.firstIndex { $0.difference.counts } ?? lines.firstIndex { $0.difference == .ignored }
    cursor.jump(to: first ?? 0)
  }

  /// - Returns: whether there is one.
  @discardableResult mutating func goToDifference(_ direction: Int) -> Bool {
    let places = lines.indices.filter { lines[$0].difference.counts }
    let next = direction > 0 ? places.first { $0 > cursor.selected } : places.last { $0 < cursor.selected }
    if let next { cursor.jump(to: next) }
    return next != nil
  }

  /// Moves as far as the longest line in view goes on.
  /// - Parameter room: columns there are for a line, or for each half of one where the two stand beside each other.
  mutating func moveAcross(_ steps: Int, in room: Int, isWide: Bool) {
    let shown = lines[cursor.visible].flatMap { isWide ? [$0.left, $0.right].compactMap(\.self) : [$0.text] }
    shift = SideScroll(longest: shown.map(\.columns).max() ?? 0, room: room).moved(shift, by: steps * 16)
  }
}

extension ComparedResponses.Body {
  fileprivate var title: String {
    switch self {
    case .content, .none: "body"
    case .bytes: "body, by size and hash"
    }
  }
}
