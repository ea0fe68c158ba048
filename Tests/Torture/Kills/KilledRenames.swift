import ParleyEngine
import TestSupport

/// `parley shared rename`: the store and all files that name the key call it by one name, as soon as another command has looked.
struct KilledRenames: KillKind {
  private static let count = 40

  func attempt(_ trial: Trial) async throws {
    let sandbox = try Sandbox()
    for number in 0..<Self.count {
      try sandbox.write("url: /{{shared.token}}/\(number)\n", to: "requests/r\(number).yaml")
    }
    trial.judge(try await sandbox.parley(["shared", "set", "token"], input: "v"), ["shared", "set"], allowing: [0])
    var name = "token"
    for next in ["session", "token", "session"] {
      let time = trial.milliseconds(50..<700)
      trial.step("rename \(name) to \(next), killed after \(time)")
      let renamed = try await sandbox.parley(["shared", "rename", name, next], limit: time)
      if !renamed.isKilled { trial.judge(renamed, ["shared", "rename"], allowing: [0]) }
      let list = try await sandbox.parley(["shared", "list", "--json"])
      trial.judge(list, ["shared", "list"], allowing: [0])
      let keys = (try JSONValue(parsing: list.outputText).array ?? []).compactMap {
        $0["name"]?.string ?? $0["key"]?.string
      }
      let files = try (0..<Self.count).map {
        String(decoding: try sandbox.home.read("workspace/requests/r\($0).yaml"), as: UTF8.self)
      }
      let named = Set(files.map { $0.contains("shared.session") ? "session" : "token" })
      trial.expect(named.count == 1, "Files name the key by \(named.sorted())")
      guard let now = named.first, named.count == 1 else { return }
      trial.expect(keys == [now], "The files say \(now), and the store has \(keys)")
      if !renamed.isKilled { trial.expect(now == next, "It was renamed to \(next), and is \(now)") }
      name = now
      if name == next { continue } else { return }
    }
  }
}
