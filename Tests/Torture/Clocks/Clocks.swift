import TestSupport

/// A wall clock that jumps, between commands and under an open workbench.
struct Clocks: TorturePart {
  static let name = "clocks"
  static let summary =
    "a wall clock that jumps by seconds to centuries, ahead and back, between commands and under an open workbench"
  static let promise =
    "no crash, no hang; no data lost; entries cached in the future do not stay fresh"
  static let shortCount = 2

  private static let jumps = [
    1, 59, 3600, 86_400, 400 * 86_400, 20 * 31_556_952, 80 * 31_556_952, 300 * 31_556_952, 7900 * 31_556_952,
    12_000 * 31_556_952,
  ]

  private let full: FullSandbox

  init() async throws { full = try await FullSandbox() }

  func attempt(_ trial: Trial) async throws {
    try await full.restoreState()
    let system = try FailingSystem(in: full.sandbox, root: full.sandbox.state)
    var sandbox = full.sandbox
    sandbox.environment.merge(system.environment) { $1 }
    for _ in 0..<3 {
      try jump(system, trial)
      if trial.once(in: 3) { try await openWorkbench(sandbox, system, trial) }
      try await use(sandbox, trial)
    }
    try await keepInTheFuture(sandbox, system, trial)
    try system.setClock(ahead: 0)
    trial.step("the true time")
    try await lookAfterwards(full.sandbox, trial)
  }

  private func jump(_ system: FailingSystem, _ trial: Trial) throws {
    let seconds = trial.pick(Self.jumps) * trial.pick([1, 1, -1])
    trial.step("the clock is \(seconds) s ahead")
    try system.setClock(ahead: seconds)
  }

  private func use(_ sandbox: Sandbox, _ trial: Trial) async throws {
    for _ in 0..<4 {
      let words = trial.pick(FullSandbox.commands)
      trial.step(words.joined(separator: " "))
      trial.judge(try await sandbox.parley(words), words, allowing: Self.allowed(words))
    }
    let set = try await sandbox.parley(["shared", "set", "k"], input: FullSandbox.value)
    trial.judge(set, ["shared", "set", "k"], allowing: [0])
  }

  /// What is months old by the clock is cleared away, and then there is no last run.
  private static func allowed(_ words: [String]) -> Set<Int32> { words.first == "runs" ? [0, 2] : [0] }

  private func openWorkbench(_ sandbox: Sandbox, _ system: FailingSystem, _ trial: Trial) async throws {
    let terminal = try sandbox.terminal()
    let isOpen = try await blocking { terminal.wait { String(decoding: $0, as: UTF8.self).contains("long") } }
    trial.expect(isOpen, "The workbench does not open")
    for keys in ["\r", "\u{1B}[15~", "4", "5", "3", "1"] {
      terminal.type(Array(keys.utf8))
      try await blocking { _ = terminal.waitForExit(.milliseconds(50)) }
      if trial.once(in: 3) { try jump(system, trial) }
    }
    terminal.send(signal: 15)
    try await blocking { trial.judge(terminal.waitForExit(.seconds(30)), terminal, allowing: [143]) }
  }

  /// A cache entry of which nobody will know how old it is.
  private func keepInTheFuture(_ sandbox: Sandbox, _ system: FailingSystem, _ trial: Trial) async throws {
    try system.setClock(ahead: 86_400 * trial.int(1..<4000))
    for words in [["cache", "clear"], ["send", "long"]] {
      trial.judge(try await sandbox.parley(words), words, allowing: [0])
    }
  }

  private func lookAfterwards(_ sandbox: Sandbox, _ trial: Trial) async throws {
    let got = try await sandbox.parley(["shared", "get", "k"])
    trial.expect(got.outputText == FullSandbox.value, "k is '\(got.outputText)'")
    let why = try await sandbox.parley(["cache", "why", "long"])
    trial.judge(why, ["cache", "why", "long"], allowing: [0])
    trial.expect(why.outputText.contains("while the clock was"), "An entry of the future: \(why.outputText)")
    let sent = try await sandbox.parley(["send", "long"])
    trial.judge(sent, ["send", "long"], allowing: [0])
    trial.expect(sent.outputText == FullSandbox.long, "'send long' printed \(sent.output.count) bytes")
    for words in FullSandbox.probes { trial.judge(try await sandbox.parley(words), words, allowing: [0]) }
  }
}
