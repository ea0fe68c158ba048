import TestSupport

/// Two and three programs on one store at once.
struct Together: TorturePart {
  static let name = "together"
  static let summary =
    "two and three programs at once on one workspace: sends, runs, shared data, cache, saves, a workbench"
  static let promise = "each completes with status 0; no work is lost"
  static let shortCount = 2

  private let full: FullSandbox

  init() async throws { full = try await FullSandbox() }

  func attempt(_ trial: Trial) async throws {
    try await full.restoreState()
    let terminal = trial.once(in: 2) ? try full.sandbox.terminal() : nil
    let lanes = (0..<trial.int(2..<4)).map { _ in (0..<4).map { _ in work(trial) } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (lane, works) in lanes.enumerated() {
        group.addTask { try await run(works, lane: lane, in: full.sandbox, trial) }
      }
      if let terminal { group.addTask { try await disturb(terminal, trial) } }
      try await group.waitForAll()
    }
    try await lookAfterwards(full.sandbox, lanes.count, trial)
    guard let terminal else { return }
    terminal.send(signal: 15)
    try await blocking { trial.judge(terminal.waitForExit(.seconds(30)), terminal, allowing: [143]) }
  }

  private func work(_ trial: Trial) -> [String] {
    trial.pick(FullSandbox.commands + [["cache", "clear"], ["send", "one"], ["send", "long"]])
  }

  /// After each command a key of the lane's own counts on.
  private func run(_ works: [[String]], lane: Int, in sandbox: Sandbox, _ trial: Trial) async throws {
    for (number, words) in works.enumerated() {
      trial.step("\(lane): \(words.joined(separator: " "))")
      trial.judge(try await sandbox.parley(words), words, allowing: [0])
      let set = try await sandbox.parley(["shared", "set", "lane\(lane)"], input: "\(number)")
      trial.judge(set, ["shared", "set"], allowing: [0])
    }
  }

  private func disturb(_ terminal: TerminalProcess, _ trial: Trial) async throws {
    for key in ["\r", "\u{1B}[15~", "5", "\u{1B}[15~", "4", "2", "3", "1", "\u{1B}[15~"] {
      terminal.type(Array(key.utf8))
      try await blocking { _ = terminal.waitForExit(.milliseconds(80)) }
    }
  }

  private func lookAfterwards(_ sandbox: Sandbox, _ lanes: Int, _ trial: Trial) async throws {
    for lane in 0..<lanes {
      let got = try await sandbox.parley(["shared", "get", "lane\(lane)"])
      trial.expect(got.outputText == "3", "lane\(lane) is '\(got.outputText)' and not 3. \(got.errorText)")
    }
    let k = try await sandbox.parley(["shared", "get", "k"])
    trial.expect(k.outputText == FullSandbox.value, "k is '\(k.outputText)'")
  }
}
