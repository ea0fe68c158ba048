import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("What a request inherits", .timeLimit(.minutes(2)))
struct EffectiveRequestTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["server.pem", "workspace.pem"] { try folder.write(name, "-----BEGIN CERTIFICATE-----\n") }
    try folder.write(
      "parley.yaml",
      """
      parley: 1
      id: abc
      servers:
        api: { url: 'http://h', tls: { ca: server.pem, verify: true } }
      defaults:
        auth: { bearer: workspace }
        timeout: 9s
        codec: json
        retry: { retries: 1 }
        expect: { headers: { ETag: '', Vary: Accept } }
        options: { ca: workspace.pem, proxy: 'http://workspace', gzip: true }
      """)
    try folder.write(
      "environments/local.yaml", "defaults: { auth: { bearer: local }, options: { proxy: none, verify: false } }\n")
    try folder.write("environments/plain.yaml", "vars: {}\n")
    try folder.write("requests/a/folder.yaml", "auth: none\nresponse: { root: folder }\noptions: { timeout: 3s }\n")
    try folder.write("requests/a/r.yaml", "url: /\n")
    try folder.write("requests/r.yaml", "url: /\n")
  }

  private func effective(_ id: String, _ text: String = "url: /\n", in name: String = "plain") throws
    -> EffectiveRequest
  {
    let workspace = try Workspace.load(at: folder.path)
    #expect(workspace.diagnostics == [])
    let definition = try #require(RequestDefinition.read(text).value)
    return workspace.effective(definition, id: id, environment: workspace.environment(name))
  }

  @Test("comes from what is nearest: the request, its folders, the environment, the server, the workspace")
  func order() throws {
    #expect(try effective("r").auth == Inherited(.bearer("workspace"), from: .workspace))
    #expect(try effective("r", in: "local").auth == Inherited(.bearer("local"), from: .environment("local")))
    #expect(try effective("a/r", in: "local").auth == Inherited(.anonymous, from: .folder("a")))
    let own = try effective("a/r", "url: /\nauth: { bearer: own }\n", in: "local")
    #expect(own.auth == Inherited(.bearer("own"), from: .request))
  }

  @Test("is said to be inherited as if nothing were said")
  func inherit() throws {
    #expect(try effective("r", "url: /\nauth: inherit\n").auth.origin == .workspace)
  }

  @Test("is decided for each option by itself")
  func options() throws {
    let options = try effective("a/r", "url: /\noptions: { gzip: false }\n", in: "local").options
    #expect(options.gzip == Inherited(false, from: .request))
    #expect(options.timeout == Inherited(.seconds(3), from: .folder("a")))
    #expect(options.proxy == Inherited("none", from: .environment("local")))
    #expect(options.verify == Inherited(false, from: .environment("local")))
    #expect(options.ca == Inherited("server.pem", from: .server("api")))
    #expect(options.httpVersion == Inherited(nil, from: .standard))
    #expect(try effective("r").options.verify == Inherited(true, from: .server("api")))
    #expect(try effective("r").options.timeout == Inherited(.seconds(9), from: .workspace))
  }

  @Test("is taken whole where its parts belong together, and by name for headers")
  func wholes() throws {
    let request = try effective("r", "url: /\nretry: { retries: 5 }\nexpect: { headers: { ~vary: x } }\n")
    #expect(request.retry == Inherited(RetryDefinition(retries: Located(5)), from: .request))
    #expect(request.expect.headers.map(\.value.writtenName) == ["ETag", "~vary"])
    #expect(request.expect.status == Inherited(.standard, from: .standard))
  }

  @Test("says how responses are read")
  func response() throws {
    let response = try effective("a/r", "url: /\nresponse: { envelope: none }\n").response
    #expect(response.root == Inherited("folder", from: .folder("a")))
    #expect(response.codec == Inherited(.json, from: .workspace))
    #expect(response.envelope == Inherited(.unopened, from: .request))
  }
}
