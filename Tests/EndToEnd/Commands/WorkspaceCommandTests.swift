import ParleyEngine
import TestSupport
import Testing

@Suite("parley new, check and trust", .timeLimit(.minutes(2)))
struct WorkspaceCommandTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  @Test("a new workspace has no mistakes and sends its first request")
  func new() async throws {
    let folder = parley.home.path("shop")
    #expect(try await parley.run("new", folder).status == 0)
    #expect(try await parley.run("check", "-w", folder).status == 0)
    try await withDemoServer { server in
      let sent = try await parley.run("send", "hello", "-w", folder, "--set", "baseUrl=\(server.url)")
      #expect(sent.status == 0)
    }
    let again = try await parley.run("new", folder)
    #expect(again.status == 2)
    #expect(again.errorText.contains("is already a workspace"))
  }

  @Test("check shows every mistake with its line and the nearest name, and ends with 4")
  func check() async throws {
    try parley.home.write("parley: 1\nid: w\nservers: { api: 'http://h' }\n", to: "w/parley.yaml")
    try parley.home.write("url: /a\nheders: { A: 1 }\nmethod: get\n", to: "w/requests/a.yaml")
    let checked = try await parley.run("check", "-w", parley.home.path("w"))
    #expect(checked.status == 4)
    #expect(
      checked.outputText.contains(
        "requests/a.yaml:2:1: error: unknown key “heders” in a request; did you mean “headers”?"))
    #expect(checked.outputText.contains("requests/a.yaml:3:9"))
    let json = try await parley.run("check", "-w", parley.home.path("w"), "--json")
    #expect(try JSONValue(parsing: json.output)[0]?["line"] == 2)
  }

  @Test("without a workspace every command says how to get one")
  func none() async throws {
    let folder = parley.home.path("empty")
    try parley.home.write("", to: "empty/file")
    let checked = try await parley.run("check", "-w", folder)
    #expect(checked.status == 2)
    #expect(checked.errorText.contains("parley new"))
  }

  @Test("an environment variable is read only once the workspace is trusted")
  func trust() async throws {
    try parley.home.write("parley: 1\nid: w\nservers: { api: '{{base}}' }\n", to: "w/parley.yaml")
    try parley.home.write("vars: { base: x, who: { secret: env USER_TOKEN } }\n", to: "w/environments/local.yaml")
    try parley.home.write("url: /echo\nheaders: { X-Who: '{{who}}' }\n", to: "w/requests/a.yaml")
    let folder = parley.home.path("w")
    try await withDemoServer { server in
      let base = "base=\(server.url)"
      let refused = try await parley.run("send", "a", "-w", folder, "--set", base)
      #expect(refused.status == 4)
      #expect(refused.errorText.contains("parley trust"))
      #expect(try await parley.run("trust", "-w", folder).status == 2)
      #expect(try await parley.run("trust", "-w", folder, "--yes").status == 0)
      let unset = try await parley.run("send", "a", "-w", folder, "--set", base)
      #expect(unset.errorText.contains("USER_TOKEN is not set"))
    }
  }
}

extension WorkspaceCommandTests {
  @Test("check prints the first of many equal mistakes, and says how many more there are")
  func manyMistakes() async throws {
    try parley.home.write("parley: 1\nid: w\nservers: { api: 'http://h' }\n", to: "w/parley.yaml")
    let rows = (0..<5000).map { "  H\($0): \"{{nobody}}\"\n" }.joined()
    try parley.home.write("url: /a\nheders: {}\nheaders:\n\(rows)", to: "w/requests/a.yaml")
    let checked = try await parley.run("check", "-w", parley.home.path("w"))
    #expect(checked.status == 4)
    #expect(checked.outputText.split(separator: "\n").count { $0.contains("unknown name “nobody”") } == 50)
    #expect(checked.outputText.contains("unknown key “heders”"))
    #expect(checked.errorText.contains("4,950 more of code unknown-name"))
    #expect(checked.errorText.contains("5,001 errors"))
    let json = try await parley.run("check", "-w", parley.home.path("w"), "--json")
    #expect(try JSONValue(parsing: json.output).array?.count == 5001)
  }
}
