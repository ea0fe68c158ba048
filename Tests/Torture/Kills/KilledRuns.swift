import TestSupport

/// `parley run`: a step that was told is in the recording, and the recording says that the run was cut off.
struct KilledRuns: KillKind {
  func attempt(_ trial: Trial) async throws {
    let server = try RawServer.answering(.text("{}"))
    defer { server.stop() }
    let sandbox = try Sandbox(server: server.url)
    try sandbox.write("url: /one\n", to: "requests/one.yaml")
    let steps = (0..<20).map { "  - { name: s\($0), request: one }" }
    try sandbox.write("serial:\n\(steps.joined(separator: "\n"))\n", to: "groups/g.yaml")
    let time = trial.milliseconds(60..<700)
    trial.step("run g, killed after \(time)")
    let run = try await sandbox.parley(["run", "g"], limit: time)
    let told = (0..<20).filter { run.errorText.contains(" s\($0) ") }
    let shown = try await sandbox.parley(["runs", "show", "last"])
    guard !told.isEmpty else { return trial.judge(shown, ["runs", "show", "last"]) }
    trial.judge(shown, ["runs", "show", "last"], allowing: [0, 1])
    for step in told {
      trial.expect(shown.outputText.contains("s\(step)"), "Step s\(step) is not in:\n\(shown.outputText)")
    }
  }
}
