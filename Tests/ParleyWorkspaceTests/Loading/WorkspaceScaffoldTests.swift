import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A new workspace", .timeLimit(.minutes(2)))
struct WorkspaceScaffoldTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("opens without a mistake, and has a request that can be sent")
  func opens() async throws {
    let written = try WorkspaceScaffold(folder: folder.at("a/b")).make()
    #expect(written == ["parley.yaml", "environments/local.yaml", "requests/hello.yaml"])
    let workspace = try Workspace.load(at: folder.at("a/b"))
    #expect(workspace.diagnostics.isEmpty)
    let renderer = RequestRenderer(
      workspace: workspace, environment: workspace.environment("local"), providers: .fixed())
    let request = try await renderer.render(try #require(workspace.request("hello")))
    #expect(request.url.text == "http://127.0.0.1:8080/")
  }

  @Test("has an id of its own")
  func id() throws {
    let ids = try ["a", "b"].map { name in
      _ = try WorkspaceScaffold(folder: folder.at(name)).make()
      return try Workspace.load(at: folder.at(name)).definition.id?.value
    }
    #expect(ids[0]?.count == 8)
    #expect(ids[0] != ids[1])
  }

  @Test("is not made over one that is there")
  func there() throws {
    try folder.write("parley.yaml", "mine")
    let error = #expect(throws: WorkspaceError.self) { try WorkspaceScaffold(folder: folder.path).make() }
    #expect(error?.code == "workspace.alreadyThere")
    #expect(try folder.text("parley.yaml") == "mine")
  }

  @Test("leaves other files as they are")
  func otherFiles() throws {
    try folder.write("environments/local.yaml", "vars: { baseUrl: http://mine }\n")
    let written = try WorkspaceScaffold(folder: folder.path).make()
    #expect(written == ["parley.yaml", "requests/hello.yaml"])
    #expect(try folder.text("environments/local.yaml") == "vars: { baseUrl: http://mine }\n")
  }
}
