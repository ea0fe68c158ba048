import TestSupport

/// Workspaces from somebody who means ill.
struct Workspaces: TorturePart {
  static let name = "workspaces"
  static let summary =
    "hostile workspaces: bombs of aliases and depth, huge and broken files, pipes, loops of links, odd names, escape sequences"
  static let promise =
    "every command ends in time with its status, runs nothing, and writes no control sequence to the terminal"
  static let shortCount = 5

  func attempt(_ trial: Trial) async throws {
    let sandbox = try Sandbox()
    try sandbox.write("url: /one\n", to: "requests/one.yaml")
    for _ in 0...trial.int(0..<3) { try HostileFile.random(trial).put(into: sandbox) }
    for words in [["check"], ["send", "one"], ["run", "g"], ["trust"], ["shared", "list"]] {
      let terminal = try sandbox.terminal(words)
      try await blocking { Self.judge(terminal, words, trial) }
    }
    trial.judge(try await sandbox.parley(["check", "--json"], limit: .seconds(60)), ["check", "--json"])
    if trial.once(in: 3) { try await openWorkbench(sandbox, trial) }
    let touched = try await FinishedProcess.run(
      "/usr/bin/find", [sandbox.home.path, "-name", "\(EscapeReader.marker)*"])
    trial.expect(touched.output.isEmpty, "The workspace has run something: \(touched.outputText)")
  }

  /// Nobody types: a question is left by Ctrl-C. `check` never asks.
  private static func judge(_ terminal: TerminalProcess, _ words: [String], _ trial: Trial) {
    let command = words.joined(separator: " ")
    if words != ["check"] {
      _ = terminal.wait(.seconds(10)) { String(decoding: $0, as: UTF8.self).contains("[yes/N]") }
      terminal.type([3])
    }
    guard let status = terminal.waitForExit(.seconds(55)) else { return trial.lose("'\(command)' did not end") }
    trial.expect(Trial.documented.union([130]).contains(status), "'\(command)' ended with \(status)")
    look(at: terminal, command, trial)
  }

  private static func look(at terminal: TerminalProcess, _ what: String, _ trial: Trial) {
    let forbidden = EscapeReader.firstForbidden(in: terminal.output)
    trial.expect(forbidden == nil, "\(what) wrote \(forbidden ?? "") to the terminal")
    trial.expect(terminal.output.count < 4_000_000, "\(what) wrote \(terminal.output.count) bytes")
  }

  private func openWorkbench(_ sandbox: Sandbox, _ trial: Trial) async throws {
    trial.step("the workbench")
    let terminal = try sandbox.terminal()
    _ = try await blocking { terminal.wait(.seconds(5)) { !$0.isEmpty } }
    for keys in ["\u{1B}", "\r", "2", "5", "1", "j", "\r", "\u{1B}OF"] {
      terminal.type(Array(keys.utf8))
      try await blocking { _ = terminal.waitForExit(.milliseconds(100)) }
    }
    terminal.send(signal: 15)
    try await blocking {
      trial.judge(terminal.waitForExit(.seconds(60)), terminal, allowing: [143, 0, 4])
      Self.look(at: terminal, "The workbench", trial)
    }
  }
}
