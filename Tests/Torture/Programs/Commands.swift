import TestSupport

/// Commands of curl that are imported and sent, beside curl itself.
struct Commands: TorturePart {
  static let name = "commands"
  static let summary = "curl commands with one to five options of all that imports read, run by curl, imported and sent"
  static let promise = "the server gets the same as from curl, or the import lists the difference"
  static let shortCount = 4

  private let curl: String

  init() async throws { curl = try Executables.installed("curl", package: "curl") }

  func attempt(_ trial: Trial) async throws {
    let server = try Self.server()
    let sandbox = try Sandbox()
    for (name, text) in CurlCommands.files { try sandbox.home.write(text, to: "source/\(name)") }
    let command = CurlCommands.generated(trial.number) { trial.int(0..<$0) }
      .replacing("HOST", with: "127.0.0.1:\(server.port)")
    trial.step(command)
    let lines = ["cd '\(sandbox.home.path("source"))'", "curl() { '\(curl)' -s --max-time 20 \"$@\"; }", command]
    let ran = try await FinishedProcess.run(
      "/bin/bash", ["-c", lines.joined(separator: "\n")], environment: sandbox.environment, limit: .seconds(30))
    let expected = server.requests.map(\.meaning)
    // A command that curl refuses says nothing.
    guard ran.status == 0, !expected.isEmpty else { return }
    let path = try sandbox.home.write("\(command)\n", to: "source/c.sh")
    let imported = try await Self.parley(["import", path], sandbox)
    trial.judge(imported, ["import"], allowing: [0])
    trial.judge(try await Self.parley(["trust", "--yes"], sandbox), ["trust"], allowing: [0])
    let files = imported.outputText.split(separator: "\n").filter { $0.hasPrefix("new  requests/") }
    for file in files {
      let id = String(file.dropFirst("new  requests/".count).dropLast(".yaml".count))
      trial.judge(try await Self.parley(["send", id], sandbox), ["send", id], allowing: [0])
    }
    let sent = server.requests.dropFirst(expected.count).map(\.meaning)
    let isListed = files.contains { "\n\(imported.errorText)".contains("\n\($0.dropFirst(14).dropLast(5)): ") }
    trial.expect(sent == expected || isListed, "curl sent\n\(expected)\nand Parley\n\(sent)\n\(imported.outputText)")
  }

  private static func parley(_ words: [String], _ sandbox: Sandbox) async throws -> FinishedProcess {
    try await FinishedProcess.run(
      Executables.built("parley"), words + ["-w", sandbox.home.path("imported")], environment: sandbox.environment,
      limit: .seconds(60))
  }

  private static func server() throws -> RawServer {
    let head = RawReply(headers: ["Content-Type: application/json", "Content-Length: 2"])
    return try RawServer.start { connection in
      while let request = try connection.readRequest() {
        try connection.send(request.method == "HEAD" ? head : .text("{}", headers: ["Content-Type: application/json"]))
      }
    }
  }
}
