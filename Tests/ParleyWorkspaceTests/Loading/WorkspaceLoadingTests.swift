import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Opening a workspace", .timeLimit(.minutes(2)))
struct WorkspaceLoadingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "parley.yaml", "parley: 1\nid: abc\nservers: { api: 'http://127.0.0.1:1', pay: 'http://127.0.0.1:2' }\n")
  }

  @Test("finds requests by their path, environments by their name, and the folders between")
  func everything() throws {
    try folder.write("requests/user/login.yaml", "method: POST\nurl: /login\n")
    try folder.write("requests/cart/items/add.yaml", "url: /add\n")
    try folder.write("requests/health.yaml", "url: /health\n")
    try folder.write("requests/cart/folder.yaml", "server: pay\n")
    try folder.makeFolder("requests/empty")
    try folder.write("environments/local.yaml", "vars: { a: 1 }\n")
    try folder.write("environments/staging.yaml", "")
    let workspace = try Workspace.load(at: folder.path)
    #expect(workspace.diagnostics.isEmpty)
    #expect(workspace.requests.map(\.id) == ["cart/items/add", "health", "user/login"])
    #expect(workspace.request("user/login")?.definition.method == "POST")
    #expect(workspace.request("user/login")?.file == "requests/user/login.yaml")
    #expect(workspace.environments.map(\.name) == ["local", "staging"])
    #expect(workspace.tree.folders.map(\.name) == ["cart", "empty", "user"])
    #expect(workspace.tree.folders.first?.folders.map(\.path) == ["cart/items"])
    #expect(workspace.tree.folders.first?.defaults?.server == "pay")
    #expect(workspace.tree.requests == ["health"])
  }

  @Test("gives a request the defaults of its folders, the nearest first")
  func defaults() throws {
    try folder.write("requests/folder.yaml", "timeout: 1s\n")
    try folder.write("requests/a/b/folder.yaml", "timeout: 2s\n")
    try folder.write("requests/a/b/c.yaml", "url: /\n")
    let defaults = try Workspace.load(at: folder.path).defaults(for: "a/b/c")
    #expect(defaults.map(\.origin) == [.folder("a/b"), .folder(""), .workspace])
    #expect(defaults.map { $0.defaults.timeout?.value } == [.seconds(2), .seconds(1), nil])
  }

  @Test("is found from any folder below")
  func upwards() throws {
    try folder.write("requests/a/b.yaml", "url: /\n")
    #expect(try Workspace.folder(above: folder.at("requests/a")) == folder.path)
    #expect(throws: WorkspaceError.self) { try Workspace.folder(above: "/") }
  }

  @Test("without parley.yaml is refused with what to do")
  func missing() throws {
    let empty = try TemporaryFolder()
    let error = #expect(throws: WorkspaceError.self) { try Workspace.load(at: empty.path) }
    #expect(error?.code == "workspace.none")
    #expect(error?.summary == "There is no parley.yaml in \(empty.path) or above it.")
    #expect(error?.advice?.contains("Without -w, `parley` and `parley send URL` need none.") == true)
  }

  @Test("stays usable around files with mistakes")
  func mistakes() throws {
    try folder.write("requests/bad.yaml", "url: [\n")
    try folder.write("requests/good.yaml", "url: /\n")
    try folder.write("environments/bad.yaml", "vars: @\n")
    let workspace = try Workspace.load(at: folder.path)
    #expect(workspace.diagnostics.map(\.place.file) == ["environments/bad.yaml", "requests/bad.yaml"])
    #expect(workspace.requests.map(\.hasErrors) == [true, false])
    #expect(workspace.environments.map(\.name) == ["bad"])
  }

  @Test("stays usable when parley.yaml itself is broken")
  func brokenWorkspaceFile() throws {
    try folder.write("parley.yaml", "parley: [\n")
    try folder.write("requests/good.yaml", "url: /\n")
    let workspace = try Workspace.load(at: folder.path)
    #expect(workspace.definition == WorkspaceDefinition())
    #expect(workspace.requests.count == 1)
    #expect(workspace.diagnostics.map(\.code) == [.syntax])
  }

  @Test("tells a server that parley.yaml does not name, with the nearest")
  func unknownServer() throws {
    try folder.write("requests/a.yaml", "url: /\nserver: apii\n")
    try folder.write("requests/b/folder.yaml", "server: billing\n")
    let told = try Workspace.load(at: folder.path).diagnostics
    #expect(told.map(\.sentence) == ["unknown server “apii”; did you mean “api”?", "unknown server “billing”"])
    #expect(told.map(\.hint) == [nil, "known servers: api, pay"])
  }
}
