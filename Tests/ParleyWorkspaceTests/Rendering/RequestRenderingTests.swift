import HTTPTypes
import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("From a request's file to what is sent", .timeLimit(.minutes(2)))
struct RequestRenderingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "parley.yaml",
      """
      parley: 1
      id: abc
      servers: { api: "{{baseUrl}}/v1/", pay: { url: "pay.example.com" } }
      vars: { locale: en }
      defaults:
        headers: { Accept-Language: "{{locale}}", X-Team: shop, X-Level: workspace }
        timeout: 7s
      """)
    try folder.write(
      "environments/local.yaml",
      "vars: { baseUrl: 'http://127.0.0.1:8080', email: ada@example.com, password: { secret: prompt } }\n")
    try folder.write("requests/user/folder.yaml", "headers: { x-level: folder }\nredirects: 2\n")
    try folder.write(
      "requests/user/login.yaml",
      """
      method: POST
      url: /login
      query: { tag: [a, b], ~off: 1, who: "{{email}}" }
      headers: { X-Own: "1", ~X-Team: none }
      body: { json: '{ "password": "{{password}}" }' }
      expect: { status: [200, 4xx] }
      options: { timeout: 1s }
      """)
    try folder.write("requests/pay.yaml", "server: pay\nurl: charge\n")
    try folder.write(
      "requests/whole.yaml", "method: none\nurl: https://example.com/{{email}}\nexpect: { status: any }\n")
    try folder.write("requests/form.yaml", "method: PUT\nurl: /f\nbody: { form: { a: 1, ~b: 2, c: '{{email}}' } }\n")
  }

  private func render(_ id: String, password: String = "pass word") async throws -> RenderedRequest {
    let workspace = try Workspace.load(at: folder.path)
    let providers = ValueProviders.fixed(prompter: RecordingPrompter(["password": password]))
    let renderer = RequestRenderer(
      workspace: workspace, environment: workspace.environment("local"), providers: providers)
    return try await renderer.render(try #require(workspace.request(id)))
  }

  @Test("a request goes to its server with all it says")
  func everything() async throws {
    let rendered = try await render("user/login")
    let request = rendered.request
    #expect(request.method == .post)
    #expect(request.endpoint == "http://127.0.0.1:8080/v1/login")
    #expect(request.name == "user/login")
    #expect(request.server == "api")
    #expect(request.query.items == [.init("tag", "a"), .init("tag", "b"), .init("who", "ada@example.com")])
    #expect(request.options.timeout == .seconds(1))
    #expect(request.options.redirects == 2)
    #expect(request.validators.map(\.expectation) == ["status 200 or 400–499"])
    #expect(
      rendered.body
        == .json(
          RenderedText(
            #"{ "password": "pass word" }"#,
            fills: [
              .init(range: 15..<24, template: "password", source: .asked, isSecret: true)
            ])))
  }

  @Test("what nobody says is as the engine has it, and 2xx or 304 is expected")
  func standard() async throws {
    let rendered = try await render("pay")
    #expect(rendered.request.method == .get)
    #expect(rendered.request.options.redirects == TransferOptions().redirects)
    #expect(rendered.request.options.timeout == .seconds(7))
    #expect(rendered.effective.options.timeout.origin == .workspace)
    #expect(rendered.effective.options.redirects.origin == .standard)
    #expect(rendered.request.validators.map(\.expectation) == ["status 200–299 or 304, the default"])
  }

  @Test("a value's place in the URL is known, on whatever base it stands")
  func urlFills() async throws {
    try folder.write("requests/a.yaml", "url: '{{email}}/x'\n")
    let url = try await render("a").url
    #expect(url.text == "http://127.0.0.1:8080/v1/ada@example.com/x")
    #expect(
      url.fills.map { String(decoding: Array(url.text.utf8)[$0.range], as: UTF8.self) } == [
        "http://127.0.0.1:8080", "ada@example.com",
      ])
    #expect(url.fills.map(\.source.description) == ["environments/local.yaml:1", "environments/local.yaml:1"])
  }

  @Test("a secret is masked wherever it is told, and handed to the engine to be kept")
  func secrets() async throws {
    let rendered = try await render("user/login", password: "hunter2!")
    #expect(rendered.isSecret)
    #expect(rendered.parts.map(\.value).joined(separator: " ").contains("hunter2!") == false)
    #expect(rendered.parts.last?.value == #"{ "password": "••••••••" }"#)
    #expect(rendered.request.secrets.masking("x hunter2!") == "x ••••••••")
    #expect(try await !render("form").isSecret)
  }

  @Test("every part tells where it comes from")
  func parts() async throws {
    let parts = try await render("user/login").parts
    #expect(
      parts.map(\.name) == [
        "url", "query tag", "query tag", "query who", "header Accept-Language", "header x-level", "header X-Own",
        "body",
      ])
    #expect(parts[4].origin == .workspace)
    #expect(parts[4].fills.map(\.source.description) == ["parley.yaml:4"])
  }
}
