import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchGroups
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

/// The palette: its entries, and going to the one that is chosen.
enum PaletteHandling {
  /// Every command that can mean something on this screen, those of the pane one is in first; then what one can go to.
  static func palette(in state: State) -> Palette {
    Palette(entries(in: state), mayMeanResponse: state.focus == .composer && state.tabs.current?.response.head != nil)
  }

  /// Lets an open palette find what has come since.
  static func renew(in state: inout State) {
    guard state.popups.top?.sheet is Palette else { return }
    let entries = entries(in: state)
    state.popups.updateTop { $0.change(Palette.self) { $0.renew(entries) } }
  }

  private static func entries(in state: State) -> [PaletteEntry] {
    let found =
      state.commands.table.entries(in: state.keyContexts, for: state)
      + state.commands.table.entries(in: otherContexts(in: state), for: state)
    let here = Set(state.keyContexts).union(KeyContext.around(isTyping: false))
    var seen: Set<CommandID> = ["bench.palette", "bench.paletteAnywhere"]
    // A command of several panes is listed once, for the current one.
    let rows = found.filter { seen.insert($0.command.shared?.id ?? $0.command.id).inserted }.map { entry in
      PaletteEntry.command(
        entry.command.id,
        Picker.Item(
          text: entry.command.title, key: entry.keys.first?.label ?? "",
          keyPlace: otherPane(of: entry.command, besides: here, in: state), action: .overlay(.run(entry.command.id)),
          disabledReason: entry.disabledReason,
          otherWords: "\(entry.command.help) \(PaletteWords.of(entry.command))"))
    }
    return rows + places(in: state)
  }

  /// The pane whose keys reach a command; empty where those of the pane one is in do, or of every pane outside a text.
  private static func otherPane(
    of command: Command<State>, besides here: Set<KeyContext>, in state: State
  ) -> String {
    guard here.isDisjoint(with: command.contexts) else { return "" }
    return home(of: command, in: state)?.title ?? ""
  }

  /// The first pane of the screen whose keys reach a command.
  static func home(of command: Command<State>, in state: State) -> Pane? {
    state.focusable.first { !Set(state.keyContexts(of: $0)).isDisjoint(with: command.contexts) }
  }

  /// The key contexts of the screen's other panes, each once.
  static func otherContexts(in state: State) -> [KeyContext] {
    var seen = Set(state.keyContexts)
    return state.focusable.flatMap { state.keyContexts(of: $0) }.filter { seen.insert($0).inserted }
  }

  private static func places(in state: State) -> [PaletteEntry] {
    guard let workspace = state.workspace else { return [] }
    return workspace.requests.map { .request(state.sidebar.asSent($0)) } + [.scratch]
      + workspace.groups.map { .group($0.id) }
      + workspace.environments.map { .environment($0, isActive: workspace.sends(in: $0.name)) }
      + (state.tabs.open == nil ? [] : (SettingKey.options + [.auth, .status]).map(PaletteEntry.setting))
  }

  static func go(to target: PaletteTarget, environment: String?, in state: inout State) -> [Effect] {
    let select: [Effect] = environment.map { [.perform(WorkspaceEffect.select($0))] } ?? []
    return select + go(to: target, in: &state)
  }

  private static func go(to target: PaletteTarget, in state: inout State) -> [Effect] {
    switch target {
    case .environment(let name): return [.perform(WorkspaceEffect.select(name))]
    case .request(let id):
      return [.then(.navigation(.visit(.requests))), .then(.request(.open(id, focus: .composer)))]
    case .group(let name):
      let row = GroupList.Row.group(name, hasMistake: false)
      state.groups.list.wanted = row.id
      return state.groups.show(row) + [.then(.navigation(.visit(.groups))), .then(.navigation(.focus(.steps)))]
    case .setting(let key):
      // A list of choices would lie over what the option means.
      let editing: [Effect] = key.choices.isEmpty ? [.then(.composer(.change(.enter)))] : []
      return [
        .then(.navigation(.visit(.requests))), .then(.navigation(.focus(.composer))),
        .then(.composer(.change(.goTo(key)))),
      ] + editing
    case .key(let name):
      state.shared.lookFor(name)
      return [.then(.navigation(.visit(.shared)))]
    }
  }

  /// Shared keys that were found for what is typed in the palette.
  static func offer(keys: [String], for text: String, in state: inout State) {
    state.popups.updateTop { popup in
      popup.change(Palette.self) { palette in
        if palette.text == text { palette.offer(keys: keys) }
      }
    }
  }
}

/// Shared keys whose names hold what was typed.
struct PaletteKeysEffect: ServiceEffect {
  let words: String
  let text: String

  /// More than these are found by another letter.
  private static let most = 50

  var lane: Lane? { Lane("palette", keepsOnlyNewest: true) }
  var isAskedFor: Bool { false }

  func perform(with services: Services) async throws -> [Action] {
    let found = try await services.shared.sharedKeys(SharedKeysQuery(filter: words, count: Self.most))
    return [.overlay(.foundKeys(found.rows.map(\.key.name), for: text))]
  }
}
