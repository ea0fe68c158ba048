import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("What would be sent, and why", .timeLimit(.minutes(2)))
struct ExplanationTests {
  private let transport = RecordingTransport()

  private func client(_ change: (inout ClientConfiguration) -> Void = { _ in }) -> Client {
    var route = Route(
      "hello", endpoint: PathTemplate("/hello/:id/$0", defaults: ["$0": "you"]), method: .post, server: "api",
      properties: ["special": true])
    route.headers = [.acceptLanguage: "de"]
    route.options = TransferOptions(timeout: .seconds(5))
    var configuration = ClientConfiguration(
      servers: Servers(["api": "http://api/v1"]), routes: [route], defaultHeaders: [.userAgent: "me"],
      codec: JSONCodec())
    change(&configuration)
    return Client(configuration, transport: transport)
  }

  private let request = Request.route("hello").query("v", "1").model(["id": 7, "n": 2])
    .header(.eTag, "x").validating(.status(in: [200...299]))

  private func lines(_ stage: Explanation.Stage, of request: Request, by client: Client) throws -> [String] {
    try client.explain(request)[stage]?.lines.map { "\($0.name): \($0.value) (\($0.origin))" } ?? []
  }

  @Test("every part of the URL has its origin")
  func url() throws {
    #expect(
      try lines(.url, of: request, by: client()) == [
        "method: POST (route)", "server: api: http://api/v1 (route)", "endpoint: /hello/:id/$0 (route)",
        "id: 7 (model)", "$0: you (route)", "v: 1 (request)", "url: http://api/v1/hello/7/you?v=1 (request)",
      ])
    #expect(
      try lines(.url, of: Request.get("http://h/x").model(["a": 1]), by: client()) == [
        "method: GET (request)", "endpoint: http://h/x (request)", "a: 1 (model)", "url: http://h/x?a=1 (request)",
      ])
  }

  @Test("every header has its origin")
  func headers() throws {
    #expect(
      try lines(.headers, of: request, by: client()) == [
        "User-Agent: me (client)", "Accept-Language: de (route)", "ETag: x (request)",
        "Content-Type: application/json (body)", "Accept: application/json (codec)",
      ])
  }

  @Test("body, codec, expectation, route and options speak too")
  func others() throws {
    let client = client { $0.willSend = { _, _ in } }
    #expect(try lines(.body, of: request, by: client) == ["size: 7 bytes (model)", #"content: {"n":2} (model)"#])
    #expect(try lines(.reading, of: request, by: client) == ["codec: json (client)"])
    #expect(try lines(.validation, of: request, by: client) == ["expect: status 200–299 (request)"])
    #expect(try lines(.route, of: request, by: client) == ["key: hello (request)", "special: true (route)"])
    let control = "if the same request is in flight"
    #expect(try lines(.duplicates, of: request, by: client) == ["policy: sendAll, \(control) (client)"])
    var own = request
    own.duplicates = .keepFirst
    own.mapping = Mapping(responseRoot: "data.items")
    #expect(try lines(.duplicates, of: own, by: client) == ["policy: keepFirst, \(control) (request)"])
    #expect(try lines(.reading, of: own, by: client).last == "response root: data.items (request)")
    #expect(try lines(.hooks, of: request, by: client) == ["willSend: may change it (client)"])
    #expect(try lines(.options, of: request, by: client).first == "timeout: 5s (route)")
    #expect(
      try lines(.retry, of: request.retrying(.attempts(3)), by: client) == ["retry: at most 3 more times (request)"])
  }

  static let authorizations: [(authorization: Authorization, lines: [String])] = [
    (.bearer("hunter2"), ["kind: bearer (request)", "Authorization: Bearer \(Secrets.mask) (authorization)"]),
    (
      .apiKey(name: "key", value: "hunter2", in: .query),
      ["kind: apiKey (request)", "?key: \(Secrets.mask) (authorization)"]
    ),
    (.source, ["kind: source (request)", "Authorization: asked when sent (authorization)"]),
    (
      .oauth2(OAuth2(tokenURL: "/token", grant: .clientCredentials, clientID: "me", clientSecret: "hunter2")),
      ["kind: oauth2 (request)", "Authorization: a token from /token, kept or asked for when sent (authorization)"]
    ),
    (.off, ["kind: off (request)"]),
  ]

  @Test("the authorization says its kind, and asks nobody", arguments: authorizations.indices)
  func authorization(_ index: Int) throws {
    let client = client { $0.authorizationSource = { throw RequestError.cancelled } }
    let row = Self.authorizations[index]
    #expect(try lines(.authorization, of: request.authorized(row.authorization), by: client) == row.lines)
  }

  @Test("nothing is sent, and no secret shown")
  func secrets() throws {
    let secret = request.query("see", "hunter2").model(["id": 7, "password": "hunter2"])
      .header(.authorization, "Basic abcdef").keepingSecret("hunter2").authorized(.bearer("t0ken t0ken"))
    let explanation = try client().explain(secret)
    #expect(transport.requests.isEmpty)
    for hidden in ["hunter2", "abcdef", "t0ken"] { #expect(!"\(explanation)".contains(hidden)) }
  }

  @Test("what cannot be sent says why, without a secret")
  func invalid() throws {
    let error = #expect(throws: InvalidRequest.self) {
      try client().explain(.get("http://h/s3cret/:id").keepingSecret("s3cret"))
    }
    #expect(error == .pathVariable("id", endpoint: "http://h/\(Secrets.mask)/:id"))
  }
}
