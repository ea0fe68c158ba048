import TestSupport

/// Requests that fill the cache, with bodies in rows and in files, beside a command that clears it.
struct KilledCache: KillKind {
  func attempt(_ trial: Trial) async throws {
    let size = trial.pick([10, 70_000, 1_500_000])
    let body = String(repeating: "0123456789", count: size / 10)
    let server = try RawServer.answering(.text(body))
    defer { server.stop() }
    let sandbox = try Sandbox(server: server.url)
    try sandbox.write("url: /one\ncache: { ttl: 60s }\n", to: "requests/one.yaml")
    trial.step("a response of \(size) bytes")
    try await disturb(sandbox, trial)
    let cached = try await sandbox.parley(["send", "one", "--cached"])
    trial.judge(cached, ["send", "one", "--cached"], allowing: [0])
    trial.expect(
      cached.output.isEmpty || cached.outputText == body,
      "The cache has \(cached.output.count) bytes in place of \(size)")
    let sent = try await sandbox.parley(["send", "one"])
    trial.judge(sent, ["send", "one"], allowing: [0])
    trial.expect(sent.outputText == body, "A send gives \(sent.output.count) bytes in place of \(size)")
  }

  private func disturb(_ sandbox: Sandbox, _ trial: Trial) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for words in [["send", "one"], ["send", "one"], ["cache", "clear"]] {
        let time = trial.milliseconds(40..<400)
        trial.step("\(words.joined(separator: " ")), killed after \(time)")
        group.addTask { _ = try await sandbox.parley(words, limit: time) }
      }
      try await group.waitForAll()
    }
  }
}
