import TestSupport

/// `parley shared set`, one after the other: what was set with status 0 stays.
struct KilledShared: KillKind {
  func attempt(_ trial: Trial) async throws {
    let sandbox = try Sandbox()
    var (told, tried) = (0, 0)
    for number in 1...4 {
      let time = trial.milliseconds(20..<350)
      trial.step("shared set \(number), killed after \(time)")
      tried = number
      let set = try await sandbox.parley(["shared", "set", "k"], input: "\(number)", limit: time)
      if !set.isKilled { trial.judge(set, ["shared", "set"], allowing: [0]) }
      if set.status == 0 { told = number }
    }
    let got = try await sandbox.parley(["shared", "get", "k"])
    if told > 0 { trial.judge(got, ["shared", "get"], allowing: [0]) }
    let value = Int(got.outputText) ?? 0
    trial.expect((told...tried).contains(value), "k is '\(got.outputText)', though \(told) was set")
  }
}
