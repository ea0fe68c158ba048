import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("OAuth 2", .timeLimit(.minutes(2)))
struct OAuth2Tests {
  private let now = Lock(Timestamp(microseconds: 1_000_000_000_000_000))

  private func client(of server: AuthorizationServer, tokens: any TokenStorage = InMemoryTokenStorage()) -> Client {
    var configuration = ClientConfiguration(servers: Servers(Server(server.server.url)))
    configuration.tokens = tokens
    return Client(configuration, now: { [now] in now.withLock { $0 } })
  }

  private func oauth(_ grant: OAuth2.Grant = .clientCredentials) -> OAuth2 {
    OAuth2(
      tokenURL: "/token", grant: grant, clientID: "my id:1", clientSecret: "s3cr3t & more", scope: "read write",
      parameters: ["audience": "shop"])
  }

  private func text(_ client: Client, _ oauth: OAuth2) async throws -> String {
    try await client.send(.get("/x").authorized(.oauth2(oauth))).text()
  }

  static let grantBodies: [(grant: OAuth2.Grant, body: String)] = [
    (.clientCredentials, "grant_type=client_credentials&scope=read+write&audience=shop"),
    (
      .password(user: "ada", password: "p&w"),
      "grant_type=password&username=ada&password=p%26w&scope=read+write&audience=shop"
    ),
    (.refreshToken("old one"), "grant_type=refresh_token&refresh_token=old+one&scope=read+write&audience=shop"),
  ]

  @Test("A token is had by client credentials, a password or a refresh token", arguments: grantBodies)
  func grants(_ row: (grant: OAuth2.Grant, body: String)) async throws {
    let server = try AuthorizationServer()
    #expect(try await text(client(of: server), oauth(row.grant)) == "token-1")
    let request = try #require(server.tokenRequests.first)
    #expect(request.requestLine == "POST /token HTTP/1.1")
    #expect(request.bodyText == row.body)
    #expect(request.value(of: "Content-Type") == "application/x-www-form-urlencoded")
    // "my+id%3A1:s3cr3t+%26+more" (RFC 6749 §2.3.1)
    #expect(request.value(of: "Authorization") == "Basic bXkraWQlM0ExOnMzY3IzdCslMjYrbW9yZQ==")
  }

  @Test(
    "Credentials do not follow a redirect of the token endpoint to another origin, and the error says where it leads",
    arguments: ["302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"],
    [OAuth2.ClientAuthentication.header, .body])
  func redirectedElsewhere(_ status: String, _ shown: OAuth2.ClientAuthentication) async throws {
    let other = try RawServer.answering(.text(#"{"access_token":"stolen"}"#))
    defer { other.stop() }
    for grant in [OAuth2.Grant.clientCredentials, .password(user: "ada", password: "pass word"), .refreshToken("old")] {
      let redirect = RawReply.text("", status: status, headers: ["Location: \(other.url)/token"])
      let server = try AuthorizationServer(answers: [redirect])
      var oauth = oauth(grant)
      oauth.authentication = shown
      let error = await #expect(throws: RequestError.self) { try await text(client(of: server), oauth) }
      #expect(error?.description.contains("\(other.url)/token") == true, "\(String(describing: error))")
      #expect(other.requests.isEmpty)
    }
  }

  @Test("A redirect of the token endpoint within its origin is followed")
  func redirectedWithin() async throws {
    let redirect = RawReply.text("", status: "307 Temporary Redirect", headers: ["Location: /token/new"])
    let server = try AuthorizationServer(answers: [redirect])
    #expect(try await text(client(of: server), oauth()) == "token-1")
    #expect(server.tokenRequests.map(\.target) == ["/token", "/token/new"])
    #expect(Set(server.tokenRequests.map(\.bodyText)).count == 1)
  }

  @Test(
    "What a token server repeats of the credentials is masked in its error, whatever its length",
    arguments: ["zq7", "s3", "s3cr3t-and-more", "a/b c"])
  func repeated(_ secret: String) async throws {
    let longer = String(repeating: "x", count: 295) + secret
    for said in [
      #"{"error":"invalid_client","error_description":"\#(secret) is wrong"}"#,
      #"{"error":"invalid_client","error_description":"\#(longer)"}"#, #"{"error":"\#(secret)"}"#,
    ] {
      let server = try AuthorizationServer(answers: [.text(said, status: "401 Unauthorized")])
      var oauth = oauth()
      oauth.clientSecret = secret
      let error = await #expect(throws: RequestError.self) { try await text(client(of: server), oauth) }
      let words = (error?.description ?? "").split { !$0.isLetter && !$0.isNumber && !"/-".contains($0) }
      #expect(error != nil && !words.contains(Substring(secret)), "\(String(describing: error))")
      if secret.count > 4 { #expect(error?.description.contains(secret.prefix(5)) == false) }
    }
  }

  @Test("A response that is too large for any token is refused", arguments: ["access_token", "device_code"])
  func tooLarge(_ member: String) async throws {
    let huge = #"{"\#(member)":"\#(String(repeating: "t", count: 5_000_000))"}"#
    let server = try AuthorizationServer(answers: [.text(huge)])
    let error = await #expect(throws: RequestError.self) { try await text(client(of: server), oauth()) }
    #expect(error?.description.contains("ttt") == false)
    #expect(server.apiRequests.isEmpty)
  }

  @Test("A client may show itself in the body, or have no secret")
  func clientInBody() async throws {
    let server = try AuthorizationServer()
    var oauth = OAuth2(tokenURL: "/token", grant: .clientCredentials, clientID: "me", clientSecret: "s3cr3t")
    oauth.authentication = .body
    _ = try await text(client(of: server), oauth)
    oauth.clientSecret = nil
    _ = try await text(client(of: server), oauth)
    #expect(
      server.tokenRequests.map(\.bodyText) == [
        "grant_type=client_credentials&client_id=me&client_secret=s3cr3t",
        "grant_type=client_credentials&client_id=me",
      ])
    #expect(server.tokenRequests.allSatisfy { $0.value(of: "Authorization") == nil })
  }

  @Test("A token is used until shortly before it expires, then refreshed")
  func expiry() async throws {
    let server = try AuthorizationServer(lifetime: 60)
    let client = client(of: server)
    #expect(try await text(client, oauth()) == "token-1")
    now.withLock { $0 = $0.advanced(by: .seconds(53)) }
    #expect(try await text(client, oauth()) == "token-1")
    now.withLock { $0 = $0.advanced(by: .seconds(2)) }
    #expect(try await text(client, oauth()) == "token-2")
    #expect(server.tokenRequests.last?.bodyText.contains("refresh_token=again-1") == true)
  }

  @Test("A token that is answered 401 is refreshed once, and the request sent again")
  func refused() async throws {
    let server = try AuthorizationServer()
    let client = client(of: server)
    _ = try await text(client, oauth())
    server.refuse("token-1")
    #expect(try await text(client, oauth()) == "token-2")
    server.refuse("token-2")
    server.refuse("token-3")
    let response = try await client.send(.get("/x").authorized(.oauth2(oauth())))
    #expect(response.status == .unauthorized)
    #expect(server.apiRequests.count == 5)
    #expect(server.tokenRequests.count == 3)
  }

  @Test("50 requests at once fetch one token")
  func singleFlight() async throws {
    let server = try AuthorizationServer()
    let client = client(of: server)
    let oauth = oauth()
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<50 { group.addTask { try await self.text(client, oauth) } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(texts == ["token-1"])
    #expect(server.tokenRequests.count == 1)
  }

  @Test("50 requests that are refused at once fetch one token more")
  func singleFlightRenewal() async throws {
    let server = try AuthorizationServer()
    let client = client(of: server)
    let oauth = oauth()
    _ = try await text(client, oauth)
    server.refuse("token-1")
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<50 { group.addTask { try await self.text(client, oauth) } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(texts == ["token-2"])
    #expect(server.tokenRequests.count == 2)
  }

  @Test("A refresh token that has expired is no reason to fail where there is another way")
  func expiredRefreshToken() async throws {
    let storage = InMemoryTokenStorage()
    let oauth = OAuth2(tokenURL: "http://unused", grant: .clientCredentials, clientID: "me", key: "k")
    storage.keep(
      OAuthToken(accessToken: "x", refreshToken: "old", receivedAt: .init(microseconds: 0), lifetime: 1), for: "k")
    let refusal = RawReply.text(#"{"error":"invalid_grant"}"#, status: "400 Bad Request")
    let server = try AuthorizationServer(answers: [refusal])
    var here = oauth
    here.tokenURL = "\(server.server.url)/token"
    #expect(try await text(client(of: server, tokens: storage), here) == "token-1")
    #expect(storage.token(for: "k")?.accessToken == "token-1")
  }

  static let refusals: [(answer: RawReply, code: String, detail: String?)] = [
    (
      .text(#"{"error":"invalid_client","error_description":"unknown client"}"#, status: "401 Unauthorized"),
      "authorization.invalid_client", "It says “unknown client”."
    ),
    (.text(#"{"error":"invalid_scope"}"#, status: "400 Bad Request"), "authorization.invalid_scope", nil),
    (.text(#"{"error":"evil \n code"}"#, status: "400 Bad Request"), "authorization.unusableAnswer", nil),
    (.text("<html>", status: "500 Broken"), "authorization.unusableAnswer", nil),
    (.text(#"{"access_token":""}"#), "authorization.unusableAnswer", nil),
  ]

  @Test("What the authorization server refuses is a typed error with its own code", arguments: refusals.indices)
  func refusal(_ index: Int) async throws {
    let (answer, code, detail) = Self.refusals[index]
    let server = try AuthorizationServer(answers: [answer])
    let error = await #expect(throws: RequestError.self) { try await text(client(of: server), oauth()) }
    #expect(error?.code == code)
    if let detail { #expect(error?.detail == detail) }
    #expect(server.apiRequests.isEmpty)
  }

  @Test("An authorization server that cannot be reached is an error that says so")
  func unreachable() async throws {
    let port = try RefusingPort()
    let oauth = OAuth2(tokenURL: "\(port.url)/token", grant: .clientCredentials, clientID: "me")
    let error = await #expect(throws: RequestError.self) {
      try await Client().send(.get("http://h").authorized(.oauth2(oauth)))
    }
    #expect(error?.code == "authorization.tokenRequest")
  }

  @Test("The token request is told as events of its own, without a secret")
  func told() async throws {
    let server = try AuthorizationServer()
    let client = client(of: server)
    let events = client.events.subscribe()
    _ = try await text(client, oauth(.password(user: "ada", password: "hunter2hunter2")))
    let told = events.takeAvailable().compactMap { delivery -> Event? in
      guard case .event(let event) = delivery else { return nil }
      return event
    }
    #expect(told.compactMap(\.subject?.method) == ["POST", "POST", "GET", "GET"])
    let text = try JSONValue(encoding: told).description
    #expect(!text.contains("hunter2") && !text.contains("token-1") && !text.contains("s3cr3t"))
  }

  @Test("Tokens live in shared data, where they outlive the client")
  func sharedData() async throws {
    let server = try AuthorizationServer()
    let shared = SharedData()
    #expect(try await text(client(of: server, tokens: SharedTokens(in: shared)), oauth()) == "token-1")
    #expect(try await text(client(of: server, tokens: SharedTokens(in: shared)), oauth()) == "token-1")
    let key = try #require(try await shared.list().entries.first?.key.name)
    try await shared.set(key, "no token")
    #expect(try await text(client(of: server, tokens: SharedTokens(in: shared)), oauth()) == "token-2")
    try await SharedTokens(in: shared).removeToken(for: key)
    #expect(try await shared.get(key) == nil)
  }

  @Test("Neither grants nor tokens show their secrets when they are printed")
  func printing() {
    let oauth = oauth(.password(user: "ada", password: "hunter2"))
    let token = OAuthToken(accessToken: "hunter2", receivedAt: .init(microseconds: 0))
    var dumped = ""
    dump((oauth, token, Authorization.oauth2(oauth), Authorization.bearer("hunter2")), to: &dumped)
    #expect(!"\(oauth) \(token) \(dumped)".contains("hunter2"))
    #expect(!"\(dumped)".contains("s3cr3t"))
  }
}
