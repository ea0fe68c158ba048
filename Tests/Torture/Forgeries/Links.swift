import TestSupport

/// Workspaces in which folders and files are links that lead elsewhere.
struct Links: TorturePart {
  static let name = "links"
  static let summary =
    "folders and files of a workspace that are links out of it, under every command that writes into it"
  static let promise = "nothing outside of the workspace is written or made; the command says so"
  static let shortCount = 8

  private static let places = [
    "openapi", "requests", "requests/shop", "requests/shop/f1.yaml", "environments", "environments/local.yaml", "mocks",
    "mocks/recorded.yaml", "groups", "out", "out/file", "parley.yaml",
  ]

  func attempt(_ trial: Trial) async throws {
    let sandbox = try Sandbox()
    try sandbox.write("url: /{{shared.token}}\n", to: "requests/one.yaml")
    try sandbox.write("- match: GET /one\n  reply: { text: a }\n", to: "mocks/one.yaml")
    let file = try sandbox.home.write(Self.description, to: "api.yaml")
    trial.judge(try await sandbox.parley(["shared", "set", "token"], input: "v"), ["shared", "set"], allowing: [0])
    let outside = try TemporaryDirectory()
    try outside.write("url: /mine\n", to: "file.yaml")
    for _ in 0...trial.int(0..<3) { try await link(trial.pick(Self.places), outside, in: sandbox, trial) }
    let before = try await listing(of: outside.path)
    for words in [
      ["import", file], ["import", file, "--update"], ["shared", "rename", "token", "session"],
      ["export", "postman", "-o", sandbox.workspace + "/out/file", "--force"],
      ["shared", "export", sandbox.workspace + "/out/keys.json", "token", "--reveal"],
    ] {
      let ended = try await sandbox.parley(words)
      trial.judge(ended, words)
      let after = try await listing(of: outside.path)
      trial.expect(after == before, "'\(words.joined(separator: " "))' wrote outside: \(after)")
    }
  }

  private func link(_ place: String, _ outside: TemporaryDirectory, in sandbox: Sandbox, _ trial: Trial) async throws {
    let path = "\(sandbox.workspace)/\(place)"
    let target = place.hasSuffix(".yaml") || place == "out/file" ? outside.path("file.yaml") : outside.path
    trial.step("\(place) leads to \(target)")
    let line = "mkdir -p \"$(dirname \"$1\")\" && rm -rf \"$1\" && ln -s \"$0\" \"$1\""
    _ = try await FinishedProcess.run("/bin/sh", ["-c", line, target, path])
  }

  private func listing(of folder: String) async throws -> String {
    try await FinishedProcess.run("/bin/sh", ["-c", "cd \"$0\" && find . -type f -exec cksum {} + | sort", folder])
      .outputText
  }

  private static let description = """
    openapi: 3.0.3
    info: { title: Shop, version: "1" }
    servers: [{ url: "https://shop.test" }]
    paths:
      /f1: { get: { operationId: f1 } }
      /f2: { get: { operationId: f2 } }
    """
}
