import ParleyEngine
import TestSupport

/// `parley shared import` and `parley shared snapshot restore`: all keys have what they had before, or what they should have
/// then.
struct KilledImports: KillKind {
  private static let count = 400

  func attempt(_ trial: Trial) async throws {
    let sandbox = try Sandbox()
    let folder = try TemporaryDirectory()
    for number in 0...3 {
      let keys = (0..<Self.count).map { "\"k\($0)\": \"\(number)\"" }
      try folder.write("{\(keys.joined(separator: ", "))}", to: "\(number).json")
    }
    trial.judge(
      try await sandbox.parley(["shared", "import", folder.path("0.json")]), ["shared", "import"], allowing: [0])
    trial.judge(
      try await sandbox.parley(["shared", "snapshot", "take", "zero"]), ["shared", "snapshot", "take"], allowing: [0])
    for number in 1...3 {
      try await kill(["shared", "import", folder.path("\(number).json")], for: "\(number)", sandbox, trial)
      try await kill(["shared", "snapshot", "restore", "zero"], for: "0", sandbox, trial)
    }
  }

  private func kill(_ words: [String], for value: String, _ sandbox: Sandbox, _ trial: Trial) async throws {
    let before = try await values(sandbox, trial)
    let time = trial.milliseconds(20..<500)
    trial.step("\(words.prefix(3).joined(separator: " ")), killed after \(time)")
    let result = try await sandbox.parley(words, limit: time)
    if !result.isKilled { trial.judge(result, words, allowing: [0]) }
    let after = try await values(sandbox, trial)
    let allowed = result.status == 0 && !result.isKilled ? [[value]] : [before, [value]]
    trial.expect(allowed.contains(after), "The keys hold \(after.sorted()), after they held \(before.sorted())")
  }

  private func values(_ sandbox: Sandbox, _ trial: Trial) async throws -> Set<String> {
    let list = try await sandbox.parley(["shared", "list", "k", "--json"])
    trial.judge(list, ["shared", "list"], allowing: [0])
    let rows = try JSONValue(parsing: list.outputText).array ?? []
    trial.expect(rows.count == Self.count, "There are \(rows.count) keys of \(Self.count)")
    return Set(rows.compactMap { $0["value"]?.string })
  }
}
