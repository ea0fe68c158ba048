import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The parts of a step in two runs, laid over each other.
struct ComparedPane: PaneView {
  enum Tab: Int, CaseIterable, Sendable {
    case request, response, input, output

    var title: String {
      switch self {
      case .request: "Request"
      case .response: "Response"
      case .input: "Input"
      case .output: "Output"
      }
    }
  }

  private(set) var tab = Tab.response
  /// Whether a person chose the part; until then it is the first that differs.
  private var isChosen = false
  @CopyOnWrite private(set) var row: RunComparison.Row? = nil
  @CopyOnWrite private var parts: ComparedParts? = nil
  private var problem: Problem?
  private(set) var ignored = IgnoredPaths()
  private var lines: [Tab: [DifferenceLine]] = [:]
  var cursor = ListCursor()
  private(set) var left = 0
  private var size = Size.zero

  var keyContexts: [KeyContext] { [.comparedStep, .comparison, .groups] }

  mutating func resize(to size: Size) {
    self.size = size
    cursor.height = max(1, size.height - 1)
  }

  /// - Returns: whether its parts are to be read.
  mutating func turn(to row: RunComparison.Row?, ignoring ignored: IgnoredPaths) -> Bool {
    guard row != self.row || ignored != self.ignored else { return false }
    let isOther = row?.place != self.row?.place
    (self.row, self.ignored) = (row, ignored)
    if isOther {
      (parts, problem, lines, left) = (nil, nil, [:], 0)
      cursor.count = 0
    } else {
      layOut()
    }
    return isOther && row != nil
  }

  mutating func show(_ parts: ComparedParts, of place: NodePath) {
    guard row?.place == place else { return }
    self.parts = parts
    layOut()
    if !isChosen, let first = Tab.allCases.first(where: hasDifference) { tab = first }
    turnedTab()
  }

  mutating func fail(_ problem: Problem, of place: NodePath) {
    if row?.place == place { self.problem = problem }
  }

  mutating func turnTab(_ distance: Int) {
    let count = Tab.allCases.count
    show(Tab(rawValue: (tab.rawValue + distance + count) % count) ?? .request)
  }

  mutating func show(_ tab: Tab) {
    (self.tab, isChosen) = (tab, true)
    turnedTab()
  }

  /// The cursor goes to the first difference.
  private mutating func turnedTab() {
    cursor.count = shown.count
    cursor.jump(to: shown.firstIndex { $0.difference.counts } ?? 0)
  }

  var shown: [DifferenceLine] { lines[tab] ?? [] }
  var selected: DifferenceLine? { shown.indices.contains(cursor.selected) ? shown[cursor.selected] : nil }

  mutating func move(_ step: ListCursor.Step) { cursor.move(step) }

  mutating func moveAcross(_ steps: Int) {
    let longest = shown[cursor.visible].map(\.text.columns).max() ?? 0
    left = SideScroll(longest: longest, room: size.width - 1).moved(left, by: steps * SideScroll.step(in: size.width))
  }

  /// - Returns: whether there is one.
  @discardableResult mutating func goToDifference(_ direction: Int) -> Bool {
    let places = shown.indices.filter { shown[$0].difference.counts }
    let next = direction > 0 ? places.first { $0 > cursor.selected } : places.last { $0 < cursor.selected }
    if let next { cursor.jump(to: next) }
    return next != nil
  }

  private func hasDifference(_ tab: Tab) -> Bool { lines[tab]?.contains { $0.difference.counts } == true }

  private mutating func layOut() {
    guard let parts else { return }
    let ignored = ignored.of(step: row?.name ?? "")
    for tab in Tab.allCases {
      var all = DifferenceLines(ignoring: ignored)
      switch tab {
      case .request: all.add(parts.request, at: .root.appending(.key("request")))
      case .response:
        all.add(parts.status, named: "status", at: .root.appending(.key("status")))
        all.add(parts.headers, named: "headers", at: .root.appending(.key("headers")))
        if parts.body != ComparedParts.Pair() { all.addTitle("body") }
        all.add(parts.body)
      case .input: all.add(parts.input, at: .root.appending(.key("input")))
      case .output: all.add(parts.output)
      }
      lines[tab] = all.lines
    }
    cursor.count = shown.count
  }
}

extension ComparedPane {
  func title(in context: ViewContext) -> PaneTitle {
    guard let row else { return PaneTitle("") }
    let difference = row.difference
    let words =
      switch difference {
      case .same, .ignored: "the same in both"
      case .onlyLeft: "only in the first"
      case .onlyRight: "only in the second"
      case .different: "different"
      }
    return PaneTitle([
      Span("\(row.path) \(row.name)".fitted(to: 40), .title), Span("   \(difference.sign) \(words)", difference.style),
    ])
  }

  var scrollExtent: ScrollExtent? { cursor.extent }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rect.isEmpty, row != nil else { return }
    let area = rect.inset(left: 1)
    tabLine(area.width).draw(into: &frame, area.row(0))
    let content = area.inset(top: 1)
    if let problem { return FailureCard(problem, request: "").draw(into: &frame, content) }
    if shown.isEmpty {
      if parts != nil { frame.putHint("Neither run has this.", in: content) }
      return
    }
    for line in cursor.visible where line - cursor.top < content.height {
      let row = content.row(line - cursor.top)
      let ground: Role? = isFocused && line == cursor.selected ? .selection : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      let text = shown[line].text
      frame.put(text, at: row.origin, maxWidth: row.width, on: ground, skipping: left, marksStart: true)
    }
  }

  /// `~` behind the name of each that differs.
  func tabLine(_ width: Int) -> TabLine {
    TabLine(
      Tab.allCases.map { TabLine.Title($0.title, count: hasDifference($0) ? Difference.different.sign : "") },
      selected: tab.rawValue, width: width)
  }
}
