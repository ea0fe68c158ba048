import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchGroups
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

// What the palette offers, and where it leads.
extension State {
  /// Every command that can mean something on this screen, those of the pane one is in first; then what one can go to.
  var palette: Palette {
    Palette(paletteEntries, mayMeanResponse: focus == .composer && tabs.current?.response.head != nil)
  }

  /// Lets an open palette find what has come since.
  mutating func renewPalette() {
    guard popups.top?.sheet is Palette else { return }
    let entries = paletteEntries
    popups.updateTop { $0.change(Palette.self) { $0.renew(entries) } }
  }

  private var paletteEntries: [PaletteEntry] {
    let found =
      commands.table.entries(in: keyContexts, for: self) + commands.table.entries(in: otherContexts, for: self)
    let here = Set(keyContexts).union(KeyContext.around(isTyping: false))
    var seen: Set<CommandID> = ["bench.palette", "bench.paletteAnywhere"]
    // A command of several panes is listed once, for the current one.
    let rows = found.filter { seen.insert($0.command.shared?.id ?? $0.command.id).inserted }.map { entry in
      PaletteEntry.command(
        Picker.Item(
          text: entry.command.title, key: entry.keys.first?.label ?? "", keyPlace: otherPane(of: entry.command, besides: here),
          action: .overlay(.run(entry.command.id)),
          disabledReason: entry.disabledReason,
          otherWords: "\(entry.command.help) \(PaletteWords.of(entry.command.id))"))
    }
    return rows + places
  }

  /// The pane whose keys reach a command; empty where those of the pane one is in do, or of every pane outside a text.
  private func otherPane(of command: Command<State>, besides here: Set<KeyContext>) -> String {
    guard here.isDisjoint(with: command.contexts) else { return "" }
    return home(of: command)?.title ?? ""
  }

  /// The first pane of the screen whose keys reach a command.
  func home(of command: Command<State>) -> Pane? {
    focusable.first { !Set(keyContexts(of: $0)).isDisjoint(with: command.contexts) }
  }

  /// The key contexts of the screen's other panes, each once.
  var otherContexts: [KeyContext] {
    var seen = Set(keyContexts)
    return focusable.flatMap { keyContexts(of: $0) }.filter { seen.insert($0).inserted }
  }

  private var places: [PaletteEntry] {
    guard let workspace else { return [] }
    return workspace.requests.map { .request(sidebar.asSent($0)) } + [.scratch]
      + workspace.groups.map { .group($0.id) }
      + workspace.environments.map { .environment($0, isActive: isActive($0.name)) }
      + (tabs.open == nil ? [] : (SettingKey.options + [.auth, .status]).map(PaletteEntry.setting))
  }

  mutating func go(to target: PaletteTarget, in environment: String?) -> [Effect] {
    let select: [Effect] = environment.map { [.perform(WorkspaceEffect.select($0))] } ?? []
    return select + go(to: target)
  }

  private mutating func go(to target: PaletteTarget) -> [Effect] {
    switch target {
    case .environment(let name): return [.perform(WorkspaceEffect.select(name))]
    case .request(let id):
      return [.then(.navigation(.show(.requests))), .then(.request(.open(id, focus: .composer)))]
    case .group(let name):
      let row = GroupList.Row.group(name, hasMistake: false)
      groups.list.wanted = row.id
      return groups.show(row) + [.then(.navigation(.show(.groups))), .then(.navigation(.focus(.steps)))]
    case .setting(let key):
      // A list of choices would lie over what the option means.
      let editing: [Effect] = key.choices.isEmpty ? [.then(.composer(.change(.enter)))] : []
      return [
        .then(.navigation(.show(.requests))), .then(.navigation(.focus(.composer))),
        .then(.composer(.change(.goTo(key)))),
      ] + editing
    case .key(let name):
      shared.lookFor(name)
      return [.then(.navigation(.show(.shared)))]
    }
  }

  /// Shared keys that were found for what is typed in the palette.
  mutating func offer(keys: [String], for text: String) {
    popups.updateTop { popup in
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
