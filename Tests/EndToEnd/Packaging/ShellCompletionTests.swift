import TestSupport
import Testing

/// In the shells themselves, with the scripts that are installed.
@Suite("Completion in shells", .timeLimit(.minutes(3)))
struct ShellCompletionTests {
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  private let layout: InstalledLayout
  private let parley: ParleyProgram

  init() async throws {
    layout = try await InstalledLayout.make()
    parley = try ParleyProgram()
  }

  /// What is typed before Tab, and the line after it.
  private static let lines: [(typed: String, completed: String)] = [
    ("parley sen", "parley send"), ("parley runs comp", "parley runs compare"),
    ("parley send --raw", "parley send --raw-output"), ("parley send item/pag", "parley send item/page"),
    ("parley run loo", "parley run look"), ("parley run --tag qui", "parley run --tag quick"),
    ("parley check -w requ", "parley check -w requests"), ("parley send item/page -e mirr", "-e mirror"),
    ("parley export pyth", "parley export python"),
  ]

  @Test("Tab completes commands, options and the names of the workspace", arguments: Shell.allCases)
  func completes(shell: Shell) async throws {
    let terminal = try await open(shell)
    try await terminal.wait(for: "ready>")
    for line in Sample.of(Self.lines, 4) {
      try await terminal.type(line.typed)
      try await terminal.wait(for: line.typed)
      try await terminal.press("Tab")
      try await terminal.wait(for: line.completed)
      try await terminal.press("C-u")
      try await terminal.wait("an empty line in place of \(line.completed)") { !$0.contains(line.completed) }
    }
  }

  /// A shell that has nothing but the installed completion, in a copy of the demo workspace.
  private func open(_ shell: Shell) async throws -> TmuxTerminal {
    let folder = try await parley.copyOfDemo()
    let program = try Executables.installed(shell.rawValue, package: shell.rawValue)
    let start = "PATH='\(layout.path("bin"))':\"$PATH\"; cd '\(folder)'"
    switch shell {
    case .bash:
      let script = layout.path("share/bash-completion/completions/parley")
      let file = try parley.home.write("\(start); PS1='ready> '; source '\(script)'\n", to: "bashrc")
      return try await TmuxTerminal.open([program, "--rcfile", file], environment: parley.environment)
    case .zsh:
      let functions = layout.path("share/zsh/site-functions")
      let text = "\(start); PS1='ready> '; fpath=('\(functions)' $fpath); autoload -Uz compinit && compinit -u -D\n"
      try parley.home.write(text, to: "zsh/.zshrc")
      return try await TmuxTerminal.open(
        [program, "-d"], environment: parley.environment.merging(["ZDOTDIR": parley.home.path("zsh")]) { $1 })
    case .fish:
      let script = layout.path("share/fish/vendor_completions.d/parley.fish")
      let prompt = "function fish_prompt; echo 'ready> '; end; function fish_greeting; end"
      let text = "set -x PATH '\(layout.path("bin"))' $PATH; cd '\(folder)'; source '\(script)'; \(prompt)"
      return try await TmuxTerminal.open(
        [program, "--no-config", "--init-command", text], environment: parley.environment)
    }
  }
}
