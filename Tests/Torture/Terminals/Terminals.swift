import TestSupport

/// Terminals that change their size, send signals, hang up, and get what a hostile server wants to write to them.
struct Terminals: TorturePart {
  static let name = "terminals"
  static let summary =
    "escape sequences from a server on every screen and every command, random keys and sizes, signals, closed windows"
  static let promise =
    "only Parley's own sequences reach the terminal; the program exits as told and restores the terminal"
  static let shortCount = 2

  private let server: RawServer

  init() async throws {
    server = try RawServer.start { connection in
      while try connection.readRequest() != nil {
        let hostile = HostileText.escapes.joined(separator: "\n")
        let headers = HostileText.escapes.map { "X-Evil: \($0.filter { !$0.isNewline })" }
        try connection.send(.text(hostile, headers: ["Content-Type: text/plain; \u{1B}[6n"] + headers))
      }
    }
  }

  func attempt(_ trial: Trial) async throws {
    let sandbox = try Sandbox(server: server.url)
    try sandbox.write(
      "url: '/one?q=\u{9B}6n'\nexpect: { headers: { X-Evil: none } }\ncapture: { evil: . }\n", to: "requests/one.yaml")
    try sandbox.write("serial: [{ request: one }, { request: one }]\n", to: "groups/g.yaml")
    if trial.number.isMultiple(of: 2) {
      try await useWorkbench(sandbox, trial)
    } else {
      for words in Self.commands { try await use(words, sandbox, trial) }
    }
  }

  static let commands = [
    ["send", "one"], ["send", "one", "--json"], ["send", "one", "--curl"], ["run", "g"], ["run", "g", "--json"],
    ["runs", "list"], ["runs", "show", "last"], ["runs", "show", "last", "--json"], ["shared", "list"],
    ["shared", "get", "evil"], ["shared", "get", "evil", "--json"], ["shared", "history", "evil"], ["cache", "list"],
    ["cache", "why", "one"], ["check"], ["send", "\u{1B}[6n"], ["run", "\u{1B}]0;\(EscapeReader.marker)\u{7}"],
  ]

  private func use(_ words: [String], _ sandbox: Sandbox, _ trial: Trial) async throws {
    let terminal = try sandbox.terminal(words, columns: trial.int(1..<200), rows: trial.int(1..<60))
    try await blocking {
      trial.judge(terminal.waitForExit(.seconds(30)), terminal, allowing: Trial.documented)
      Self.look(at: terminal, words.joined(separator: " "), trial)
    }
  }

  private static func look(at terminal: TerminalProcess, _ what: String, _ trial: Trial) {
    guard let forbidden = EscapeReader.firstForbidden(in: terminal.output) else { return }
    trial.lose("\(what) wrote to the terminal: \(forbidden)")
  }

  private static let keys = [
    "\r", "\u{1B}[15~", "1", "2", "3", "4", "5", "j", "k", "l", "h", "\t", "?", ":", "/", "x", "!", "z", "Z", "L", "]",
    "[",
    "\u{1B}", "\u{1B}[A", "\u{1B}[B", "\u{1B}[<0;10;10M", "\u{1B}[<0;10;10m", "\u{1B}[200~pasted \u{1B}[201~", "G", "g",
    " ", "v", "\u{F}", "\u{10}", "é", "n", "q", "\u{3}",
  ]

  private func useWorkbench(_ sandbox: Sandbox, _ trial: Trial) async throws {
    let terminal = try sandbox.terminal(columns: trial.int(1..<220), rows: trial.int(1..<70))
    _ = try await blocking { terminal.wait { !$0.isEmpty } }
    terminal.type(Array("\r\u{1B}[15~".utf8))
    for _ in 0..<trial.int(5..<60) {
      if trial.once(in: 8) { terminal.resize(columns: trial.int(0..<300), rows: trial.int(0..<100)) }
      terminal.type(Array(trial.pick(Self.keys).utf8))
      try await blocking { _ = terminal.waitForExit(trial.milliseconds(1..<40)) }
    }
    try await end(terminal, trial)
  }

  private func end(_ terminal: TerminalProcess, _ trial: Trial) async throws {
    let signal = trial.pick([Int32(1), 2, 15])
    let isHangUp = trial.once(in: 3)
    trial.step(isHangUp ? "the window was closed" : "signal \(signal)")
    if isHangUp { terminal.hangUp() } else { terminal.send(signal: signal) }
    try await blocking {
      // It may have been quit by a key before; Ctrl-C typed while it ends is a signal again.
      let status = terminal.waitForExit(.seconds(30))
      trial.judge(status, terminal, allowing: [0, 130, isHangUp ? 129 : 128 + signal])
      Self.look(at: terminal, "The workbench", trial)
      trial.expect(isHangUp || Self.givesBack(terminal.output), "The terminal was not given back")
    }
  }

  /// `rmcup` comes behind the last `smcup`.
  private static func givesBack(_ output: [UInt8]) -> Bool {
    let text = String(decoding: output, as: UTF8.self)
    guard let entered = text.ranges(of: "\u{1B}[?1049h").last else { return true }
    return text[entered.upperBound...].contains("\u{1B}[?1049l")
  }
}
