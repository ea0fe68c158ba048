import TerminalKit

/// Where everything stands on a screen of a given size.
struct Arrangement: Hashable, Sendable {
  var topBar = Rect.zero
  var hints = Rect.zero
  /// With their borders.
  var panes: [Pane: Rect] = [:]

  /// The area inside a pane's border; the strip has none.
  func inside(_ pane: Pane) -> Rect {
    guard let rect = panes[pane] else { return .zero }
    return pane == .strip ? rect : rect.inset(1)
  }
}

extension State {
  var arrangement: Arrangement {
    var arrangement = Arrangement()
    let rows = Rect(origin: .zero, size: size).rows(
      .fixed(1), .weight(1), .fixed(strip.lines), .fixed(1))
    arrangement.topBar = rows[0]
    arrangement.panes[.strip] = rows[2]
    arrangement.hints = rows[3]
    switch screen {
    case .requests:
      let columns = rows[1].columns(.fixed(28), .weight(1))
      let halves = columns[1].rows(.weight(1), .weight(1))
      arrangement.panes[.sidebar] = columns[0]
      arrangement.panes[.composer] = halves[0]
      arrangement.panes[.answer] = halves[1]
    case .events:
      arrangement.panes[.events] = rows[1]
    }
    return arrangement
  }

  /// Tells every pane how much room it has.
  mutating func arrange() {
    let arrangement = arrangement
    sidebar.resize(to: arrangement.inside(.sidebar).size)
    desks.change { desk in
      desk.composer.resize(to: arrangement.inside(.composer).size)
      desk.answer.resize(to: arrangement.inside(.answer).size)
    }
    events.resize(to: arrangement.inside(.events).size)
    strip.resize(to: arrangement.inside(.strip).size)
  }
}
