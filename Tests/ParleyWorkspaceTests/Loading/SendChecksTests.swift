import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("parley check finds what would stop every send", .timeLimit(.minutes(2)))
struct SendChecksTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The errors of the check, each by its place and its code.
  private func found(_ request: String, _ file: String = "parley: 1\nid: sends1\n") throws -> [String] {
    try folder.write("parley.yaml", file)
    try folder.write("requests/r.yaml", request)
    return try Workspace.load(at: folder.path).diagnostics.map {
      "\($0.place.file):\($0.place.line) \($0.severity.rawValue) \($0.code)"
    }
  }

  @Test("a path without a server")
  func noServer() throws {
    #expect(try found("url: /\n") == ["requests/r.yaml:1 error no-server"])
    #expect(try found("url: http://127.0.0.1/\n") == [])
    #expect(try found("url: 127.0.0.1:8080/\n") == [])
    #expect(try found("url: /\n", "parley: 1\nid: sends1\nservers: { api: http://127.0.0.1 }\n") == [])
  }

  @Test("a server of a folder that nobody has; other defaults have none")
  func unknownDefault() throws {
    let servers = "parley: 1\nid: sends1\nservers: { api: http://127.0.0.1 }\n"
    #expect(
      try found("url: /\n", servers + "defaults:\n  server: apy\n") == ["parley.yaml:5 error unknown-key"])
    try folder.write("requests/folder.yaml", "server: apy\n")
    #expect(try found("url: /\n", servers) == ["requests/folder.yaml:1 error unknown-server"])
  }

  @Test("a word of the path without a value, unless a step gives it")
  func noValue() throws {
    let servers = "parley: 1\nid: sends1\nservers: { api: http://127.0.0.1 }\n"
    #expect(try found("url: /items/:id\n", servers) == ["requests/r.yaml:1 error missing-key"])
    #expect(try found("url: /items/:id\npath: { id: 3 }\n", servers) == [])
    try folder.write("groups/g.yaml", "serial:\n  - request: r\n    with: { path: { id: 3 } }\n")
    #expect(try found("url: /items/:id\n", servers) == [])
  }

  @Test("a file that is not there, as a warning: something may make it first")
  func noFile() throws {
    let servers = "parley: 1\nid: sends1\nservers: { api: http://127.0.0.1 }\n"
    let upload = "method: POST\nurl: /\nbody: { file: out/body.bin }\n"
    #expect(try found(upload, servers) == ["requests/r.yaml:3 warning unknown-name"])
    try folder.write("out/body.bin", "x")
    #expect(try found(upload, servers) == [])
  }

  @Test(
    "an address that has no scheme of HTTP, no host or no port",
    arguments: [
      "ftp://x", "http://a b", "http://x:99999", "http://", "http://:80", "file:///etc/passwd", "https://[::1",
      "mailto:a@b", "http://a..b", "https://.a/", "http://\(String(repeating: "a", count: 64)).test",
    ])
  func address(_ address: String) throws {
    #expect(
      try found("url: /x\n", "parley: 1\nid: sends1\nservers:\n  api: \"\(address)\"\n") == [
        "parley.yaml:4 error wrong-value"
      ])
    if address.contains("://"), address != "http://" {
      #expect(try found("url: \"\(address)\"\n") == ["requests/r.yaml:1 error wrong-value"])
    }
  }

  @Test(
    "what no request can be sent with: a header, a token, a body for a WebSocket, a model that is none",
    arguments: [
      "url: /x\nheaders: { X: \"a\\0b\" }\n", "url: /x\nauth: { bearer: \"a\\nb\" }\n",
      "url: /x\nauth: { apiKey: { name: X, value: \"a\\rb\" } }\n",
      "url: ws://127.0.0.1/\nbody: { text: a }\n", "url: ws://127.0.0.1/\nmethod: POST\n",
      "url: /x\nserialization: form\nmethod: POST\nbody: { json: '[1]' }\n",
      "url: /x\nserialization: url\nbody: { json: '\"a\"' }\n",
      "url: /x\nserialization: form\nmethod: POST\nbody: { json: '{' }\n",
      "url: /x\nauth: { oauth2: { grant: clientCredentials, tokenUrl: 'ftp://x', clientId: a, clientSecret: '{{b}}' } }\n",
    ])
  func contents(_ request: String) throws {
    let file = "parley: 1\nid: sends1\nservers: { api: http://127.0.0.1 }\nvars: { b: '1' }\n"
    #expect(try found(request, file).contains { $0.hasSuffix("error wrong-value") })
  }

  @Test("and what one can be sent with")
  func goodContents() throws {
    let file = "parley: 1\nid: sends1\nservers: { api: http://127.0.0.1 }\nvars: { b: '1' }\n"
    for request in [
      "url: /x\nheaders: { X: \"a\\tb\" }\n", "url: ws://127.0.0.1/\nmethod: GET\n",
      "url: /x\nserialization: form\nmethod: POST\nbody: { json: '{ \"a\": 1 }' }\n",
      "url: /x\nserialization: form\nmethod: POST\nroot: a\nbody: { json: '[1]' }\n",
      "url: /x\nauth: { bearer: '{{b}}' }\n", "url: /x\nauth: { command: [echo, a] }\n",
    ] {
      #expect(try found(request, file) == [], "\(request)")
    }
    let missing = "url: /x\nauth: { command: [no-such-program-here] }\n"
    #expect(try found(missing, file) == ["requests/r.yaml:2 warning wrong-value"])
  }

  @Test("an address that is empty in every environment, and not one that is in some")
  func emptyAddress() throws {
    let file = "parley: 1\nid: sends1\nservers: { api: \"{{base}}\" }\n"
    try folder.write("environments/a.yaml", "vars: { base: '' }\n")
    #expect(try found("url: /x\n", file) == ["parley.yaml:3 error wrong-value"])
    try folder.write("environments/b.yaml", "vars: { base: 'http://127.0.0.1' }\n")
    #expect(try found("url: /x\n", file) == [])
  }

  @Test("a proxy, certificates and a body that can be none")
  func files() throws {
    let file = "parley: 1\nid: sends1\nservers: { api: http://127.0.0.1 }\n"
    try folder.write("x.pem", "no PEM\n")
    try folder.write("folder/x", "")
    #expect(try found("url: /x\noptions: { proxy: 'zz://x' }\n", file) == ["requests/r.yaml:2 error wrong-value"])
    #expect(try found("url: /x\noptions: { ca: x.pem }\n", file) == ["requests/r.yaml:2 error wrong-value"])
    #expect(
      try found("method: POST\nurl: /x\nbody: { file: folder }\n", file) == ["requests/r.yaml:3 error wrong-value"])
  }

  @Test("of every request of the shipped workspaces, with and without servers", arguments: ["demo", "httpbin"])
  func shipped(name: String) async throws {
    let copy = folder.at(name)
    let made = try await FinishedProcess.run("/bin/cp", ["-r", "\(Repository.root)/workspaces/\(name)", copy])
    try #require(made.status == 0)
    try compare(try Workspace.load(at: copy))
    let text = try folder.text("\(name)/parley.yaml").split(separator: "\n", omittingEmptySubsequences: false)
    let servers = try #require(text.firstIndex(of: "servers:"))
    let end = text[(servers + 1)...].firstIndex { !$0.hasPrefix(" ") } ?? text.endIndex
    try folder.write("\(name)/parley.yaml", (text[..<servers] + text[end...]).joined(separator: "\n"))
    try compare(try Workspace.load(at: copy))
  }

  /// What keeps a request from being sent with every environment is an error of the check, and nothing else is one.
  private func compare(_ workspace: Workspace) throws {
    let environments = workspace.environments.map(Optional.some)
    for request in workspace.requests {
      let stopped = (environments.isEmpty ? [nil] : environments).allSatisfy {
        !workspace.mistakes(in: request.definition, id: request.id, environment: $0).isEmpty
      }
      let found = workspace.diagnostics.contains { $0.place.file == request.file && $0.severity == .error }
      #expect(stopped == found, "\(request.id)")
    }
  }
}
