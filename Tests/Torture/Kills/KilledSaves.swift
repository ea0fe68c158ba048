import TestSupport

/// A program that saves a request file again and again: the file is one of those that were meant, whole.
struct KilledSaves: KillKind {
  func attempt(_ trial: Trial) async throws {
    let sandbox = try Sandbox()
    let padding = (0..<trial.int(1..<2000)).map { "# line \($0)\n" }.joined()
    func text(_ number: Int) -> String { "# above\n\(padding)url: /\(number) # beside\n# below\n" }
    try sandbox.write(text(0), to: "requests/one.yaml")
    let lines = try await Killed.lines(
      "parley-torture", ["save-worker", sandbox.workspace], in: trial, after: 50..<600)
    let file = String(decoding: try sandbox.home.read("workspace/requests/one.yaml"), as: UTF8.self)
    let told = lines.compactMap { Int($0) }.last ?? 0
    trial.expect(file == text(told) || file == text(told + 1), "After save \(told) the file is: \(file.suffix(200))")
    trial.judge(try await sandbox.parley(["check"]), ["check"], allowing: [0])
  }
}
