import TerminalKit
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

extension State {
  static var paneSizeCommands: [CommandRow] {
    [
      CommandRow(
        "pane.grow", "Enlarge the pane", help: "Makes the pane larger. Sizes are kept on this machine.",
        keys: ["Alt-+"], in: [.always], disabledReason: { $0.whyNotSized }
      ) { state in
        state.grow(by: 1)
      },
      CommandRow(
        "pane.shrink", "Reduce the pane", help: "Makes the pane smaller.", keys: ["Alt--"], in: [.always],
        disabledReason: { $0.whyNotSized }
      ) { state in
        state.grow(by: -1)
      },
      CommandRow(
        "pane.reset", "Usual sizes of the panes", help: "Gives the panes of the screen their usual sizes.",
        keys: ["Alt-0"], in: [.always]
      ) { state in
        state.paneSizing.sizes.forget(state.dividers)
        return state.keepSizes()
      },
      CommandRow(
        "bench.zoomAnywhere", "Zoom the pane", help: "Zooms the pane, even while typing.", keys: ["F3"],
        in: [.always], does: .navigation(.zoom)),
    ]
  }

  private var whyNotSized: String? {
    if focus == .strip { return "L resizes the log strip." }
    if isFolded { return "The pane has the whole screen." }
    return divider(of: focus) == nil ? "The pane is alone on the screen." : nil
  }

  mutating func panes(_ action: PaneSizeAction) -> [Effect] {
    switch action {
    case .read(let sizes):
      paneSizing.sizes = sizes
      if let lines = sizes.stripLines { strip.show(lines: lines) }
      if let arrangement = sizes.lists?[ScreenID.shared.name] { shared.list.arrangement = arrangement }
      if let arrangement = sizes.lists?[ScreenID.cache.name] { cache.list.arrangement = arrangement }
      return []
    case .arranged(let arrangement, let screen):
      paneSizing.sizes.lists = (paneSizing.sizes.lists ?? [:]).merging([screen.name: arrangement]) { $1 }
      return keepSizes()
    }
  }

  /// Keeps the log strip as it is now.
  mutating func keepStrip() -> [Effect] {
    paneSizing.sizes.stripLines = strip.wantedLines
    return keepSizes()
  }

  private func keepSizes() -> [Effect] { [.perform(PaneSizeEffect.keep(paneSizing.sizes))] }

  private var dividers: [PaneDivider] {
    isFolded ? [] : PaneDivider.all(in: sizedPlaces, order: screen.panes)
  }

  private var sizedPlaces: [Pane: Rect] { arrangement.panes.filter { $0.key != .strip } }

  /// The divider that makes a pane larger: best one that it has a side of for itself.
  private func divider(of pane: Pane) -> PaneDivider? {
    let own = dividers.filter { $0.before.contains(pane) || $0.after.contains(pane) }
    return own.first { $0.before == [pane] || $0.after == [pane] } ?? own.first
  }

  /// The pane with the keys, larger or smaller by a step.
  private mutating func grow(by step: Int) -> [Effect] {
    guard let divider = divider(of: focus) else { return [] }
    let cells = (divider.direction == .vertical ? 4 : 2) * step
    return move(divider, by: divider.before.contains(focus) ? cells : -cells)
  }

  private mutating func move(_ divider: PaneDivider, by cells: Int) -> [Effect] {
    let arrangement = arrangement
    paneSizing.sizes.move(divider, by: cells, in: sizedPlaces, arrangement.area)
    return keepSizes()
  }

  /// A divider that is pressed follows the mouse to where that is let go.
  /// - Returns: nil if the mouse event has another meaning.
  mutating func drag(_ mouse: Mouse) -> [Effect]? {
    switch mouse.action {
    case .press(.left):
      let places = sizedPlaces
      paneSizing.held = dividers.first { $0.contains(mouse.point, in: places) }.map { ($0, mouse.point) }
      return nil
    case .release:
      guard let held = paneSizing.held else { return nil }
      paneSizing.held = nil
      let cells =
        held.divider.direction == .vertical
        ? mouse.point.x - held.from.x : mouse.point.y - held.from.y
      return cells == 0 ? nil : move(held.divider, by: cells)
    default: return nil
    }
  }
}

struct PaneSizeEffect {
  static func read() -> some ServiceEffect { Read() }
  static func keep(_ sizes: PaneSizes) -> some ServiceEffect { Keep(sizes: sizes) }

  private struct Read: ServiceEffect {
    var isAskedFor: Bool { false }

    func perform(with services: Services) async throws -> [Action] {
      [.panes(.read(try await services.person.paneSizes()))]
    }
  }

  private struct Keep: ServiceEffect {
    let sizes: PaneSizes

    var lane: Lane? { Lane("pane sizes", keepsOnlyNewest: true, outlivesTheScreen: true) }
    var isAskedFor: Bool { false }

    func perform(with services: Services) async throws -> [Action] {
      try await services.person.keep(sizes)
      return []
    }
  }
}
