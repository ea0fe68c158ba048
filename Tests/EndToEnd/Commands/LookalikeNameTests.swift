import ParleyEngine
import TestSupport
import Testing

/// `é` in one scalar and in two: what looks alike, and what Swift takes for equal, is two files, two folders and two keys.
@Suite("Names that look alike", .timeLimit(.minutes(2)))
struct LookalikeNameTests {
  private static let composed = "caf\u{E9}"
  private static let decomposed = "cafe\u{301}"
  private static let names = [composed, decomposed]

  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  private var workspace: String { parley.home.path("w") }

  /// A server that says what was asked of it.
  private func server() throws -> RawServer {
    try RawServer.start { connection in
      while let request = try connection.readRequest() {
        let said = "\(request.target) \(request.value(of: "X-From") ?? "-")"
        try connection.send(.text("{\"is\": \"\(said)\"}", headers: ["Content-Type: application/json"]))
      }
    }
  }

  private func write(_ text: String, _ path: String) throws {
    try parley.home.write(text, to: "w/\(path).yaml")
  }

  /// Of everything that has a name two whose names look alike, each with a number of its own.
  private func write(for server: RawServer) throws {
    try write("parley: 1\nid: twins\nservers: { api: \"\(server.url)\" }\n", "parley")
    for (number, name) in Self.names.enumerated() {
      try write("vars: { which: environment\(number) }\n", "environments/\(name)")
      try write("url: /top\(number)\nheaders: { X-From: \"{{which}}\" }\n", "requests/\(name)")
      try write("headers: { X-From: folder\(number) }\n", "requests/\(name)/folder")
      try write(
        "url: /inside\(number)\nquery:\n  \(Self.composed): 1\n  \(Self.decomposed): 2\n", "requests/\(name)/\(name)")
      try write("serial:\n  - request: \(name)/\(name)\n    as: step\n", "groups/\(name)")
      try write("url: /reads\nquery:\n  of: '{{response(\"\(name)\").is}}'\n", "requests/reads\(number)")
    }
  }

  @Test("check takes each for itself, and finds no mistake")
  func check() async throws {
    try write(for: try server())
    let checked = try await parley.run("check", "-w", workspace)
    #expect(checked.status == 0, "\(checked.outputText)\(checked.errorText)")
    #expect(checked.errorText.contains("6 requests, 2 groups, 0 mocks, 2 environments, 0 errors"))
  }

  @Test("send takes the request, the folder's defaults and the environment that have exactly the name")
  func send() async throws {
    let server = try server()
    try write(for: server)
    let query = "caf%C3%A9=1&cafe%CC%81=2"
    for (number, name) in Self.names.enumerated() {
      let top = try await parley.run("send", name, "-w", workspace, "-e", name)
      #expect(top.outputText.contains("\"/top\(number) environment\(number)\""), "\(top.errorText)")
      let inside = try await parley.run("send", "\(name)/\(name)", "-w", workspace, "-e", name)
      #expect(inside.outputText.contains("\"/inside\(number)?\(query) folder\(number)\""), "\(inside.errorText)")
    }
    for (number, name) in Self.names.enumerated() {
      let reads = try await parley.run("send", "reads\(number)", "-w", workspace, "-e", name)
      #expect(reads.outputText.contains("top\(number)"), "\(reads.outputText)\(reads.errorText)")
    }
    #expect(server.requests.count == 6)
  }

  @Test("what one captures, the other does not hold")
  func shared() async throws {
    try write(for: try server())
    for (number, name) in Self.names.enumerated() {
      let sent = try await parley.run(
        "shared", "set", name, "-w", workspace, "-e", Self.composed, input: "value\(number)")
      #expect(sent.status == 0, "\(sent.errorText)")
    }
    for (number, name) in Self.names.enumerated() {
      let held = try await parley.run("shared", "get", name, "-w", workspace, "-e", Self.composed)
      #expect(held.outputText.contains("value\(number)"), "\(held.errorText)")
    }
  }

  @Test("run runs the group that has exactly the name")
  func run() async throws {
    let server = try server()
    try write(for: server)
    for (number, name) in Self.names.enumerated() {
      let run = try await parley.run("run", name, "-w", workspace, "-e", name)
      #expect(run.status == 0, "\(run.errorText)")
      #expect(server.requests.last?.target.hasPrefix("/inside\(number)?") == true)
    }
    let runs = try await parley.run("runs", "list", "-w", workspace)
    #expect(runs.status == 0 && Self.names.allSatisfy { runs.output.contains(Array($0.utf8)) }, "\(runs.outputText)")
  }

  @Test("the workbench opens, lists both, and sends the one under the cursor")
  func workbench() async throws {
    let server = try server()
    try write(for: server)
    let terminal = try await parley.open(["-w", workspace, "-e", Self.composed])
    try await terminal.wait(for: "reads1")
    try await terminal.press("j", "j", "F5")
    try await terminal.wait(for: "200 OK")
    #expect(server.requests.count == 1)
  }
}
