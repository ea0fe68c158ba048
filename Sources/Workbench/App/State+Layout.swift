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
      arrangement.panes.merge(screens[screen].places(in: rows[1])) { $1 }
    }
    return arrangement
  }

  /// Whether only the focused pane is shown.
  var isFolded: Bool { isZoomed || shape == .small }

  /// The log's own screen needs no strip; a small terminal has one line for it or none.
  private var stripLines: Int {
    if !screen.type.hasStrip || (isFolded && focus == .strip) || size.height < 12 { return 0 }
    if isFolded || size.height <= 24 { return 1 }
    return min(strip.wantedLines, size.height / 3)
  }

  /// Tells every pane that is shown how much room it has; one that is hidden stays as it was, down to its place in its list.
  mutating func arrange() {
    let arrangement = arrangement
    for pane in arrangement.panes.keys {
      let size = arrangement.inside(pane).size
      guard !size.isEmpty else { continue }
      if pane == .strip { strip.resize(to: size) } else { screens[screen].resize(pane, to: size) }
    }
  }
}
