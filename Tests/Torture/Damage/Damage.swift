import Glibc
import TestSupport

/// Damages a file of a store, and looks at what every command and the workbench make of it.
struct Damage: TorturePart {
  static let name = "damage"
  static let summary =
    "bit flips, truncation, deletion and replacement of every file of the state folder; between commands, and under an open workbench"
  static let promise = "no crash, no hang; what is read is correct, or its loss is reported"
  static let shortCount = 2

  private let full: FullSandbox

  init() async throws { full = try await FullSandbox() }

  func attempt(_ trial: Trial) async throws {
    try await full.restoreState()
    let file = try await trial.once(in: 3) ? damageUnderWorkbench(trial) : harm(trial)
    // A body without a secret in it has a file of its own, with no checksum: nobody could tell that its bytes are wrong.
    try await useEverything(bodyIsChecked: !file.contains("/bodies/"), trial)
  }

  /// - Returns: the damaged file.
  private func harm(_ trial: Trial) async throws -> String {
    let file = trial.pick(try await full.stateFiles())
    let deed = Harm.random(trial)
    trial.step("\(deed) \(file.dropFirst(full.sandbox.state.count))")
    try deed.do(to: file, trial)
    return file
  }

  private func useEverything(bodyIsChecked: Bool, _ trial: Trial) async throws {
    var isTold = false
    for words in FullSandbox.commands {
      let ended = try await full.sandbox.parley(words, limit: .seconds(30))
      trial.judge(ended, words)
      isTold = isTold || ["damage", "missing"].contains(where: ended.errorText.contains)
      if words == ["shared", "get", "k"] { judgeValue(ended, isTold: isTold, trial) }
      if words == ["send", "long"], ended.status == 0, bodyIsChecked {
        trial.expect(ended.outputText == FullSandbox.long, "'send long' is a success with \(ended.output.count) bytes")
      }
    }
  }

  /// It is right, or somebody has been told why it is not.
  private func judgeValue(_ got: FinishedProcess, isTold: Bool, _ trial: Trial) {
    if got.status == 0 { return trial.expect(got.outputText == FullSandbox.value, "k is '\(got.outputText)'") }
    trial.expect(
      isTold || got.status == 3, "k is gone, and nobody was told why: \(got.status) \(got.errorText.prefix(300))")
  }

  private func damageUnderWorkbench(_ trial: Trial) async throws -> String {
    let terminal = try full.sandbox.terminal()
    let isOpen = try await blocking { terminal.wait { String(decoding: $0, as: UTF8.self).contains("long") } }
    trial.expect(isOpen, "The workbench does not open")
    let file = try await harm(trial)
    trial.step("the workbench was open")
    for keys in ["\r", "\u{1B}[15~", "2", "3", "4", "5", "1", "ixy", "\u{1B}"] {
      terminal.type(Array(keys.utf8))
      try await blocking { _ = terminal.waitForExit(.milliseconds(60)) }
    }
    terminal.send(signal: 15)
    let allowed = Self.allowedEnds(afterHarmTo: file)
    try await blocking { [terminal] in trial.judge(terminal.waitForExit(.seconds(30)), terminal, allowing: allowed) }
    return file
  }

  /// SQLite maps the index of its write-ahead log into memory, and a file that is cut under a mapping is SIGBUS (mmap(2)). The
  /// index is made again from the log, so nothing is lost.
  private static func allowedEnds(afterHarmTo file: String) -> Set<Int32> {
    file.hasSuffix("-shm") ? [128 + SIGTERM, 128 + SIGBUS] : [128 + SIGTERM]
  }
}
