import ParleyEngine
import ParleyModel
import TerminalKit

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchScreens
@testable import WorkbenchServices
@testable import WorkbenchState

/// A composer with the keys of the command table, without the rest of the program.
struct ComposerUnderTest {
  var composer: Composer
  private(set) var effects: [Effect] = []
  private let commands: CommandSet
  private var reader = KeyReader()
  let context = ViewContext(now: BenchUnderTest.start, workspace: .shop)

  init(_ draft: RequestDraft, preview: Preview = Preview(), width: Int = 78, height: Int = 12) throws {
    commands = try TestCommands.standard.get()
    composer = Composer("user/login")
    composer.resize(to: Size(width: width, height: height))
    apply(.loaded(LoadedRequest(saved: draft, servers: ["api", "pay"], file: "requests/user/login.yaml")))
    apply(.previewed(preview))
    effects = []
  }

  mutating func apply(_ action: Composer.Action) {
    var queue = composer.update(action, in: context)
    while !queue.isEmpty {
      let effect = queue.removeFirst()
      if case .then(let action) = effect, case .composer(let action, _)? = action.aimed(at: RequestsScreen.self) {
        queue += composer.update(action, in: context)
      } else {
        effects.append(effect)
      }
    }
  }

  /// Names of keys, or text to type in quotes: `press("a", "'X-Tag'", "Enter")`.
  mutating func press(_ keys: String...) throws {
    for key in keys {
      if key.hasPrefix("'"), key.count > 1 {
        for character in key.dropFirst().dropLast() { press(Key(.character(character))) }
      } else {
        press(try Key(name: key))
      }
    }
  }

  private mutating func press(_ key: Key) {
    let contexts = composer.keyContexts + (composer.isTyping ? [.typing] : [.browsing])
    switch reader.press(key, in: contexts, of: commands.table.keymap) {
    case .command(let id):
      let action = commands.action(of: id)?.aimed(at: RequestsScreen.self)
      if case .composer(let action, _)? = action { apply(action) }
    case .unbound: effects += composer.handle(.key(key), in: context)
    case .pending, .abandoned: break
    }
  }

  mutating func paste(_ text: String) {
    effects += composer.handle(.paste(text), in: context)
  }

  var copied: [String] {
    effects.compactMap { if case .terminal(.copy(let text, _)) = $0 { text } else { nil } }
  }

  var draftEffects: [Composer.DraftEffect] {
    effects.compactMap { if case .perform(let effect) = $0 { effect as? Composer.DraftEffect } else { nil } }
  }

  var frame: Frame {
    var frame = Frame(size: composer.size)
    composer.draw(into: &frame, in: frame.bounds, isFocused: true, context: context)
    return frame
  }

  var picture: String { frame.text }
}
