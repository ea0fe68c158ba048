import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A request that cannot be sent", .timeLimit(.minutes(2)))
struct RequestCannotBeSentTests {
  private let folder: TemporaryFolder
  private let prompter = RecordingPrompter(["password": "a\r\nX-Evil: 1"])

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("parley.yaml", "parley: 1\nid: abc\nservers: { api: 'http://h' }\n")
    try folder.write("environments/local.yaml", "vars: { password: { secret: prompt } }\n")
  }

  private func error(of text: String) async throws -> RenderError? {
    try folder.write("requests/r.yaml", text)
    let workspace = try Workspace.load(at: folder.path)
    let renderer = RequestRenderer(
      workspace: workspace, environment: workspace.environment("local"), providers: .fixed(prompter: prompter))
    let request = try #require(workspace.request("r"))
    return await #expect(throws: RenderError.self) { try await renderer.render(request) }
  }

  @Test("says every mistake with its place, before anything is asked")
  func mistakes() async throws {
    let error = try await error(of: "url: '/{{a}}/{{password}}'\nheaders: { X: '{{b}}' }\n")
    #expect(error?.summary == "Unknown name “a”.")
    #expect(error?.place == "requests/r.yaml:1:8")
    #expect(error?.detail == "requests/r.yaml:2:16: error: unknown name “b” [unknown-name]")
    #expect(prompter.questions.isEmpty)
  }

  @Test("says what is wrong with its file")
  func file() async throws {
    #expect(try await error(of: "url: /\nmethod: post\n")?.place == "requests/r.yaml:2:9")
  }

  @Test("can be sent with a value that only this send has")
  func given() async throws {
    try folder.write("requests/r.yaml", "url: '/{{only}}'\n")
    let workspace = try Workspace.load(at: folder.path)
    #expect(workspace.diagnostics.map(\.code) == [.unknownName])
    let renderer = RequestRenderer(workspace: workspace, environment: nil, given: ["only": "here"], providers: .fixed())
    #expect(try await renderer.render(try #require(workspace.request("r"))).url.text == "http://h/here")
  }

  @Test("does not let a value begin another header, and does not tell the value")
  func headerInjection() async throws {
    let error = try await error(of: "url: /\nheaders: { X-Key: '{{password}}' }\n")
    #expect(error == .unfit(field: "The header X-Key", reason: "it has characters that headers cannot contain"))
  }

  @Test(
    "is told while it is edited, too",
    arguments: [
      (RequestDefinition(url: ""), "the request has no URL"), (RequestDefinition(url: "/{{x}}"), "unknown name “x”"),
      (RequestDefinition(url: "/", server: "apj"), "unknown server “apj”"),
    ])
  func drafts(definition: RequestDefinition, told: String) async throws {
    let renderer = RequestRenderer(
      workspace: try Workspace.load(at: folder.path), environment: nil, providers: .fixed())
    let error = await #expect(throws: RenderError.self) { try await renderer.render(definition, id: "new") }
    guard case .mistakes(let diagnostics) = error else {
      return #expect(Bool(false), "\(error?.summary ?? "no error")")
    }
    #expect(diagnostics.map(\.message) == [told])
    #expect(diagnostics.first?.place.file == "requests/new.yaml")
  }

  @Test("on no server says where servers are named")
  func noServer() async throws {
    try folder.write("parley.yaml", "parley: 1\nid: abc\n")
    let error = try await error(of: "url: /a\n")
    #expect(error?.summary == "The path has no server.")
    #expect(error?.advice == "Write a whole URL, or name a server under servers in parley.yaml.")
  }
}
