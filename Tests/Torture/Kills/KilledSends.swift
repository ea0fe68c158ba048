import ParleyEngine
import ParleyStore
import TestSupport

/// `parley send`, several at once: a response that was printed is in the history.
struct KilledSends: KillKind {
  func attempt(_ trial: Trial) async throws {
    let server = try RawServer.start { connection in
      while let request = try connection.readRequest() { try connection.send(.text("This is \(request.target).")) }
    }
    defer { server.stop() }
    let sandbox = try Sandbox(server: server.url)
    try sandbox.write("url: '/{{n}}'\n", to: "requests/one.yaml")
    let numbers = (0..<4).map { _ in trial.int(0..<1_000_000) }
    let printed = try await send(numbers, from: sandbox, trial)
    try await Killed.look(into: sandbox.store(), trial) { store in
      let kept = try await store.history.recent(100).map(\.url)
      for number in printed {
        trial.expect(kept.contains { $0.hasSuffix("/\(number)") }, "The printed response /\(number) is not in \(kept)")
      }
    }
  }

  /// - Returns: those whose response was printed.
  private func send(_ numbers: [Int], from sandbox: Sandbox, _ trial: Trial) async throws -> [Int] {
    try await withThrowingTaskGroup(of: Int?.self) { group in
      for number in numbers {
        let time = trial.milliseconds(20..<400)
        trial.step("send \(number), killed after \(time)")
        group.addTask {
          let sent = try await sandbox.parley(["send", "one", "--set", "n=\(number)"], limit: time)
          if !sent.isKilled { trial.judge(sent, ["send"], allowing: [0]) }
          return sent.outputText == "This is /\(number)." ? number : nil
        }
      }
      return try await group.reduce(into: []) { if let number = $1 { $0.append(number) } }
    }
  }
}
