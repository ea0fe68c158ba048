import TestSupport

/// `parley import` of a description. A new workspace is there whole, or not at all; one that was there has all of the files or none as
/// soon as another command has looked. Doing it again puts nothing beside what is there.
struct KilledDescriptions: KillKind {
  func attempt(_ trial: Trial) async throws {
    let sandbox = try Sandbox()
    let isNew = trial.once(in: 2)
    let place = isNew ? sandbox.home.path("shop") : sandbox.workspace
    let count = trial.int(10..<150)
    let file = try sandbox.home.write(Self.description(of: count), to: "api.yaml")
    let before = try await names(in: place)
    let time = trial.milliseconds(20..<700)
    trial.step("import of \(count) operations into \(isNew ? "a new" : "the") workspace, killed after \(time)")
    let killed = try await run(["import", file, "-w", place], in: sandbox, limit: time)
    if isNew {
      let there = try await names(in: place)
      trial.expect(
        there.isEmpty || Self.requests(there) == count, "There are \(Self.requests(there)) of \(count) requests")
    } else {
      trial.judge(try await sandbox.parley(["check"]), ["check"])
      let there = try await names(in: place)
      trial.expect(
        there == before || Self.requests(there) == count,
        "There are \(Self.requests(there)) of \(count) requests: \(there)")
    }
    let again = try await run(["import", file, "-w", place], in: sandbox, limit: .seconds(60))
    trial.judge(again, ["import"], allowing: [0, 4])
    let there = try await names(in: place)
    trial.expect(Self.requests(there) == count, "After \(killed.status), again: \(there)")
    trial.expect(!there.contains { $0.contains("/.parley-") || $0.hasSuffix(".tmp") }, "Something was left: \(there)")
  }

  private func run(_ words: [String], in sandbox: Sandbox, limit: Duration) async throws -> FinishedProcess {
    try await FinishedProcess.run(
      Executables.built("parley"), words, environment: sandbox.environment, limit: limit)
  }

  private func names(in folder: String) async throws -> [String] {
    let found = try await FinishedProcess.run("/usr/bin/find", [folder, "-type", "f"])
    return found.outputText.split(separator: "\n").map(String.init).sorted()
  }

  private static func requests(_ files: [String]) -> Int {
    files.count { $0.contains("/requests/") && !$0.hasSuffix("/folder.yaml") }
  }

  private static func description(of count: Int) -> String {
    let paths = (0..<count).map { "  /f\($0): { get: { operationId: f\($0) } }\n" }.joined()
    return """
      openapi: 3.0.3
      info: { title: Shop, version: "1" }
      servers: [{ url: "https://shop.test" }]
      paths:
      \(paths)
      """
  }
}
