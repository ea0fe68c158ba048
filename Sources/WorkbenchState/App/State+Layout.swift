package import TerminalKit

/// The areas of everything on a screen of a given size.
///
///     80×24 and more: all panes.   Lower: beside each other, as many as fit.   Narrower: below each other.
///     Both: the focused pane alone.   Very little: that pane without its border.
package struct Arrangement: Hashable, Sendable {
  package var topBar = Rect.zero
  package var hints = Rect.zero
  /// The area of the panes, without the log strip.
  package var area = Rect.zero
  /// With their borders.
  package var panes: [Pane: Rect] = [:]
  /// The area of pop-ups: between the first line and the last.
  package var popups = Rect.zero
  package var hasBorders = true

  /// A border that two panes share has the title of the one below it.
  package func pane(at point: Point) -> Pane? {
    panes.filter { $0.value.contains(point) }.max { ($0.value.y, $0.value.x) < ($1.value.y, $1.value.x) }?.key
  }

  /// The area inside a pane's border; the strip has none.
  package func inside(_ pane: Pane) -> Rect {
    guard let rect = panes[pane] else { return .zero }
    return pane == .strip || !hasBorders ? rect : rect.inset(1)
  }
}

extension State {
  package var arrangement: Arrangement {
    var arrangement = Arrangement()
    arrangement.hasBorders = size.width >= 30 && size.height >= 8 && !reading.isPlain
    let rows = Rect(origin: .zero, size: size).rows(
      .fixed(size.height > 1 ? 1 : 0), .weight(1), .fixed(stripLines), .fixed(size.height > 2 ? 1 : 0))
    arrangement.topBar = rows[0]
    arrangement.hints = rows[3]
    arrangement.area = rows[1]
    arrangement.popups = Rect(x: 0, y: rows[0].maxY, width: size.width, height: rows[3].y - rows[0].maxY)
    arrangement.panes = places(in: rows[1])
    if stripLines > 0 { arrangement.panes[.strip] = rows[2] }
    return arrangement
  }

  private func places(in area: Rect) -> [Pane: Rect] {
    if isFolded { return [focus: area] }
    var places = shape == .whole ? screens[screen].places(in: area) : fewPanes(in: area)
    paneSizing.sizes.apply(to: &places, order: screen.panes, in: area)
    return places
  }

  /// Whether only the focused pane is shown.
  package var isFolded: Bool { isZoomed || shape == .small || reading.isPlain }

  /// The log's own screen needs no strip; a small terminal has one line for it or none.
  private var stripLines: Int {
    if reading.isPlain { return screen.type.hasStrip && focus != .strip && size.height >= 5 ? 1 : 0 }
    if !screen.type.hasStrip || (isFolded && focus == .strip) || size.height < 12 { return 0 }
    if isFolded || size.height <= 24 { return 1 }
    return min(strip.wantedLines, size.height / 3)
  }

  /// Tells every pane that is shown how much room it has; one that is hidden stays as it was, down to its place in its list.
  package mutating func arrange() {
    screens[screen].wrap(reading.wraps)
    let arrangement = arrangement
    for pane in arrangement.panes.keys {
      let size = arrangement.inside(pane).size
      guard !size.isEmpty else { continue }
      if pane == .strip { strip.resize(to: size) } else { screens[screen].resize(pane, to: size) }
    }
  }
}

/// How much of a screen there is room for.
enum ScreenShape: Hashable, Sendable {
  case whole
  /// Too low for panes above each other.
  case low
  /// Too narrow for panes beside each other.
  case narrow
  case small

  init(_ size: Size) {
    switch (size.width >= 80, size.height >= 24) {
    case (true, true): self = .whole
    case (true, false): self = size.height >= 12 ? .low : .small
    case (false, true): self = size.width >= 40 ? .narrow : .small
    case (false, false): self = .small
    }
  }
}

// Where panes stand when not all of them fit.
extension State {
  var shape: ScreenShape { ScreenShape(size) }

  static func listWidth(_ area: Rect) -> Int { max(24, min(32, area.width / 4)) }

  /// The list of a screen, and what shows one of its lines; the focused pane is always among them.
  func fewPanes(in area: Rect) -> [Pane: Rect] {
    let panes = screen.panes.filter { $0 != .strip }
    guard let list = panes.first, panes.count > 1 else { return [panes.first ?? focus: area] }
    let details = Array(panes.dropFirst())
    return shape == .low ? lowPanes(in: area, list, details) : narrowPanes(in: area, list, details)
  }

  /// Of those that show a line, all where they are as wide as they are on a large screen, else one.
  private func lowPanes(in area: Rect, _ list: Pane, _ details: [Pane]) -> [Pane: Rect] {
    let columns = area.columns(.fixed(Self.listWidth(area)), .weight(1))
    guard details.count == 2, columns[1].width >= 2 * Self.narrowestDetail else {
      return [list: columns[0], detail(among: details): columns[1]]
    }
    let halves = columns[1].columns(.weight(1), .weight(1))
    return [list: columns[0], details[0]: halves[0], details[1]: halves[1]]
  }

  private static let narrowestDetail = 50

  private func narrowPanes(in area: Rect, _ list: Pane, _ details: [Pane]) -> [Pane: Rect] {
    if details.count == 2, !details.contains(focus) { return [list: area] }
    let (first, second) = details.count == 2 ? (details[0], details[1]) : (list, detail(among: details))
    let rows = area.sharedRows(upper: max(6, area.height * 2 / 5))
    return [first: rows.upper, second: rows.lower]
  }

  private func detail(among panes: [Pane]) -> Pane {
    panes.contains(focus) ? focus : panes[0]
  }
}
