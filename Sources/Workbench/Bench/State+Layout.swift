import TerminalKit

/// Where everything stands on a screen of a given size.
///
///     80×24 and more: all panes.   Lower: beside each other, as many as fit.   Narrower: below each other.
///     Both: the focused pane alone.   Very little: that pane without its border.
struct Arrangement: Hashable, Sendable {
  var topBar = Rect.zero
  var hints = Rect.zero
  /// With their borders.
  var panes: [Pane: Rect] = [:]
  /// Where pop-ups stand: between the first line and the last.
  var popups = Rect.zero
  var hasBorders = true

  /// The area inside a pane's border; the strip has none.
  func inside(_ pane: Pane) -> Rect {
    guard let rect = panes[pane] else { return .zero }
    return pane == .strip || !hasBorders ? rect : rect.inset(1)
  }
}

extension State {
  var arrangement: Arrangement {
    var arrangement = Arrangement()
    arrangement.hasBorders = size.width >= 30 && size.height >= 8
    let rows = Rect(origin: .zero, size: size).rows(
      .fixed(size.height > 1 ? 1 : 0), .weight(1), .fixed(stripLines), .fixed(size.height > 2 ? 1 : 0))
    arrangement.topBar = rows[0]
    arrangement.hints = rows[3]
    arrangement.popups = Rect(x: 0, y: rows[0].maxY, width: size.width, height: rows[3].y - rows[0].maxY)
    if stripLines > 0 { arrangement.panes[.strip] = rows[2] }
    if isFolded {
      arrangement.panes[focus] = rows[1]
    } else if shape != .whole {
      arrangement.panes.merge(fewPanes(in: rows[1])) { $1 }
    } else {
      arrangement.panes.merge(panes(in: rows[1])) { $1 }
    }
    return arrangement
  }

  /// Whether only the focused pane is shown.
  var isFolded: Bool { isZoomed || shape == .small }

  /// The log's own screen needs no strip; a small terminal has one line for it or none.
  private var stripLines: Int {
    if screen == .events || (isFolded && focus == .strip) || size.height < 12 { return 0 }
    if isFolded || size.height <= 24 { return 1 }
    return min(strip.wantedLines, size.height / 3)
  }

  private func panes(in area: Rect) -> [Pane: Rect] {
    if screen == .events { return [.events: area] }
    if screen == .cache { return [.cache: area] }
    if screen == .shared { return sharedPanes(in: area) }
    if screen == .groups { return groupPanes(in: area) }
    let sidebar = Self.listWidth(area)
    if area.width >= 160 {
      let columns = area.columns(.fixed(sidebar), .weight(4), .weight(5))
      return [.sidebar: columns[0], .composer: columns[1], .answer: columns[2]]
    }
    let columns = area.columns(.fixed(sidebar), .weight(1))
    // One line between the two belongs to both.
    let upper = max(6, area.height * 2 / 5)
    let right = columns[1]
    return [
      .sidebar: columns[0], .composer: Rect(x: right.x, y: right.y, width: right.width, height: upper),
      .answer: Rect(x: right.x, y: right.y + upper - 1, width: right.width, height: right.height - upper + 1),
    ]
  }

  /// Tells every pane that is shown how much room it has; one that is hidden stays as it was, down to its place in its list.
  mutating func arrange() {
    let arrangement = arrangement
    for pane in arrangement.panes.keys {
      let size = arrangement.inside(pane).size
      guard !size.isEmpty else { continue }
      switch pane {
      case .sidebar: sidebar.resize(to: size)
      case .events: events.resize(to: size)
      case .cache: cache.resize(to: size)
      case .strip: strip.resize(to: size)
      case .composer: desks.change { $0.composer.resize(to: size) }
      case .answer: desks.change { $0.answer.resize(to: size) }
      case .sharedKeys: shared.list.resize(to: size)
      case .sharedValue: shared.value.resize(to: size)
      case .sharedHistory: shared.history.resize(to: size)
      case .sharedUses: shared.uses.resize(to: size)
      case .groups: groups.list.resize(to: size)
      case .steps: groups.steps.resize(to: size)
      case .step: groups.step.resize(to: size)
      }
    }
  }
}
