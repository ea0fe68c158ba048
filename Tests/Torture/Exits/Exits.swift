import TestSupport

/// Ends of programs, many of them, while threads of theirs are at work.
struct Exits: TorturePart {
  static let name = "exits"
  static let summary =
    "commands that exit while their threads are busy: large cache hits beside `cache clear`, cancelled sends, closed pipes"
  static let promise = "each exits with its status, never with a crash"
  static let shortCount = 6

  private let full: FullSandbox

  init() async throws { full = try await FullSandbox() }

  func attempt(_ trial: Trial) async throws {
    async let cleared = full.sandbox.parley(["cache", "clear"])
    async let first = full.sandbox.parley(["send", "long"])
    async let second = full.sandbox.parley(["send", "long", "--cached"])
    async let third = end(by: trial.pick([1, 2, 13, 15]), after: trial.milliseconds(0..<250), trial)
    trial.judge(try await cleared, ["cache", "clear"], allowing: [0])
    trial.judge(try await second, ["send", "long", "--cached"], allowing: [0])
    let sent = try await first
    trial.judge(sent, ["send", "long"], allowing: [0])
    trial.expect(sent.outputText == FullSandbox.long, "'send long' printed \(sent.output.count) bytes")
    try await third
  }

  /// A send that is told to end at any moment: its own status, or the signal's where it came before anybody listened.
  private func end(by signal: Int32, after time: Duration, _ trial: Trial) async throws {
    trial.step("another send, signal \(signal) after \(time)")
    let sending = try full.sandbox.terminal(["send", "long"])
    try await blocking { _ = sending.waitForExit(time) }
    sending.send(signal: signal)
    try await blocking { trial.judge(sending.waitForExit(.seconds(20)), sending, allowing: [0, 3, 128 + signal]) }
  }
}
