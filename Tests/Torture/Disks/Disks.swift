import TestSupport

/// Disks that are full, slow or read-only, and ones that cannot be relied upon.
struct Disks: TorturePart {
  static let name = "disks"
  static let summary =
    "full, read-only and slow disks, and `fsync` that fails, from a random moment on"
  static let promise = "everything reported as done is done; existing data stays; afterwards everything works again"
  static let shortCount = 3

  private let full: FullSandbox

  init() async throws { full = try await FullSandbox() }

  func attempt(_ trial: Trial) async throws {
    try await full.restoreState()
    let fault = trial.pick([FailingSystem.Fault.full, .full, .readOnly, .sync, .slow])
    let root = trial.once(in: 4) ? full.sandbox.workspace : full.sandbox.state
    let allowance = trial.size(upTo: fault == .full ? 2_000_000 : 40)
    trial.step("\(fault) behind \(allowance) below \(root == full.sandbox.state ? "the state" : "the workspace")")
    let system = try FailingSystem(in: full.sandbox, root: root)
    try system.set(fault, allowance: allowance, delay: 2000)
    let told = try await suffer(system, trial)
    try await lookAfterwards(told, trial)
  }

  /// - Returns: the values that the key may have now.
  private func suffer(_ system: FailingSystem, _ trial: Trial) async throws -> Set<String> {
    var sandbox = full.sandbox
    sandbox.environment.merge(system.environment) { $1 }
    var possible: Set = [FullSandbox.value]
    for number in 0..<3 {
      let words = trial.pick(FullSandbox.commands)
      trial.step(words.joined(separator: " "))
      trial.judge(try await sandbox.parley(words), words)
      let set = try await sandbox.parley(["shared", "set", "k"], input: "\(number)")
      trial.judge(set, ["shared", "set", "k"], allowing: [0, 2, 3, 4])
      trial.step("shared set k \(number): \(set.status)")
      possible = set.status == 0 ? ["\(number)"] : possible.union(["\(number)"])
    }
    return possible
  }

  private func lookAfterwards(_ possible: Set<String>, _ trial: Trial) async throws {
    let got = try await full.sandbox.parley(["shared", "get", "k"])
    trial.judge(got, ["shared", "get", "k"], allowing: [0])
    trial.expect(possible.contains(got.outputText), "k is '\(got.outputText)', and must be one of \(possible.sorted())")
    for words in FullSandbox.probes {
      let ended = try await full.sandbox.parley(words)
      trial.judge(ended, words, allowing: [0])
      trial.expect(
        !ended.errorText.contains("was damaged and renamed"), "The store was damaged: \(ended.errorText.prefix(300))")
    }
  }
}
