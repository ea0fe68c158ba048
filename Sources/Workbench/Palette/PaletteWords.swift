import ParleyModel
import TerminalKit
import WorkbenchState

/// The usual words by which a command is found, besides its title and its help: those that stand on screen, and those of other
/// programs.
enum PaletteWords {
  /// With those that it has in every pane.
  static func of(_ command: Command<State>) -> String {
    [command.id, command.shared?.id].compactMap { $0.flatMap { words[$0] } }.joined(separator: " ")
  }

  /// The command that a word means by itself, whatever else begins with it: `:open`.
  static func command(called word: String) -> CommandID? { names[word.lowercased()] }

  private static let names: [String: CommandID] = [
    "open": "workspace.open", "demo": "workspace.demo", "trust": "workspace.trust",
  ]

  private static let words = Screens.all.reduce(into: ofProgram) { $0.merge($1.words.palette) { own, _ in own } }

  private static let ofProgram: [CommandID: String] = [
    "files.mistakes": "warnings problems diagnostics check lint mistakes validate files",
    "bench.problem": "failure error problem",
    "bench.paletteAnywhere": "commands palette search actions",
    "bench.help": "keys shortcuts bindings cheat sheet commands",
    "bench.keys": "keyboard keys bindings keybinding rebind remap shortcuts hotkeys keymap binding",
    "bench.quit": "exit leave close", "bench.quitAnywhere": "exit leave close",
    "drafts.left": "unsaved drafts crash recover",
    "bench.back": "escape leave close",
    "bench.interrupt": "stop abort cancel kill",
    "bench.zoom": "maximize full screen fullscreen",
    "request.send": "run resend execute call",
    "request.askServer": "refresh bypass reload no-cache force",
    "request.sendSeveral": "load benchmark repeat times percentiles",
    "request.repeat": "watch poll interval loop every",
    "request.save": "write store keep",
    "request.recent": "open tabs last switch tab",
    "environment.pick": "switch env stage",
    "environment.edit": "vars values secrets env",
    "workspace.open": "folder project switch workspaces recent",
    "workspace.demo": "example sample tutorial learn try",
    "workspace.trust": "permission allow not trusted",
    "import.ask": "\(ImportFormat.allCases.map(\.title).joined(separator: " ")) paste",
    "mocks.turn": "mock stub fake offline",
    "mocks.serve": "mock server port stub",
    "pool.limit": "in flight at once pool concurrency parallel connections throttle",
    "cookies.show": "cookie jar session",
    "answers.forget": "passwords secrets log out sign out clear",
    "theme.pick": "colors colours dark light mode appearance",
    "strip.resize": "log events bigger smaller",
    "certificate.look": "tls ssl certificate trusts chain",
    "certificate.check": "tls ssl verify",
    "body.save": "download export write response",
    "view.wrap": "word wrap soft long lines",
    "view.plain": "screen reader accessibility borders",
    "editing.vi": "vim modal",
  ]
}
