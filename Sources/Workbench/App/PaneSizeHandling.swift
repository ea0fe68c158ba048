import TerminalKit
import WorkbenchServices
import WorkbenchState

/// The sizes of panes, by keys and by the mouse.
enum PaneSizeHandling {
  static var commands: [CommandRow] {
    [
      CommandRow(
        "pane.grow", "Enlarge the pane", help: "Makes the pane larger. Sizes are kept on this machine.",
        keys: ["Alt-+"], in: [.always], disabledReason: { whyNotSized(in: $0) }
      ) { state in
        grow(by: 1, in: &state)
      },
      CommandRow(
        "pane.shrink", "Reduce the pane", help: "Makes the pane smaller.", keys: ["Alt--"], in: [.always],
        disabledReason: { whyNotSized(in: $0) }
      ) { state in
        grow(by: -1, in: &state)
      },
      CommandRow(
        "pane.reset", "Usual sizes of the panes", help: "Gives the panes of the screen their usual sizes.",
        keys: ["Alt-0"], in: [.always]
      ) { state in
        state.paneSizing.sizes.forget(dividers(in: state))
        return state.paneSizing.keep()
      },
      CommandRow(
        "bench.zoomAnywhere", "Zoom the pane", help: "Zooms the pane, even while typing.", keys: ["F3"],
        in: [.always], does: .navigation(.zoom)),
    ]
  }

  private static func whyNotSized(in state: State) -> String? {
    if state.focus == .strip { return "L resizes the log strip." }
    if state.isFolded { return "The pane has the whole screen." }
    return divider(of: state.focus, in: state) == nil ? "The pane is alone on the screen." : nil
  }

  static func handle(_ action: PaneSizeAction, in state: inout State) -> [Effect] {
    switch action {
    case .read(let sizes):
      state.paneSizing.sizes = sizes
      if let lines = sizes.stripLines { state.strip.show(lines: lines) }
      for id in ScreenID.all {
        if let list = sizes.lists?[id.name] { state.screens[id].arrange(list) }
      }
      return []
    case .arranged(let arrangement, let screen):
      state.paneSizing.sizes.lists = (state.paneSizing.sizes.lists ?? [:]).merging([screen.name: arrangement]) { $1 }
      return state.paneSizing.keep()
    }
  }

  /// Keeps the log strip as it is now.
  static func keepStrip(in state: inout State) -> [Effect] {
    state.paneSizing.sizes.stripLines = state.strip.wantedLines
    return state.paneSizing.keep()
  }

  private static func dividers(in state: State) -> [PaneDivider] {
    state.isFolded ? [] : PaneDivider.all(in: sizedPlaces(in: state), order: state.screen.panes)
  }

  private static func sizedPlaces(in state: State) -> [Pane: Rect] {
    state.arrangement.panes.filter { $0.key != .strip }
  }

  /// The divider that makes a pane larger: best one that it has a side of for itself.
  private static func divider(of pane: Pane, in state: State) -> PaneDivider? {
    let own = dividers(in: state).filter { $0.before.contains(pane) || $0.after.contains(pane) }
    return own.first { $0.before == [pane] || $0.after == [pane] } ?? own.first
  }

  /// The pane with the keys, larger or smaller by a step.
  private static func grow(by step: Int, in state: inout State) -> [Effect] {
    guard let divider = divider(of: state.focus, in: state) else { return [] }
    let cells = (divider.direction == .vertical ? 4 : 2) * step
    return move(divider, by: divider.before.contains(state.focus) ? cells : -cells, in: &state)
  }

  private static func move(_ divider: PaneDivider, by cells: Int, in state: inout State) -> [Effect] {
    let arrangement = state.arrangement
    state.paneSizing.sizes.move(divider, by: cells, in: sizedPlaces(in: state), arrangement.area)
    return state.paneSizing.keep()
  }

  /// A divider that is pressed follows the mouse to where that is let go.
  /// - Returns: nil if the mouse event has another meaning.
  static func drag(_ mouse: Mouse, in state: inout State) -> [Effect]? {
    switch mouse.action {
    case .press(.left):
      let places = sizedPlaces(in: state)
      state.paneSizing.held = dividers(in: state).first { $0.contains(mouse.point, in: places) }.map {
        ($0, mouse.point)
      }
      return nil
    case .release:
      guard let held = state.paneSizing.held else { return nil }
      state.paneSizing.held = nil
      let cells =
        held.divider.direction == .vertical
        ? mouse.point.x - held.from.x : mouse.point.y - held.from.y
      return cells == 0 ? nil : move(held.divider, by: cells, in: &state)
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

extension PaneSizing {
  /// Keeps them on this machine.
  fileprivate func keep() -> [Effect] { [.perform(PaneSizeEffect.keep(sizes))] }
}
