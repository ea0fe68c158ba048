import Cryptography
import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Signing in with a browser", .timeLimit(.minutes(2)))
struct SignInTests {
  private func client(
    _ server: SignInServer, _ person: (any SignInGuide)?, tokens: any TokenStorage = InMemoryTokenStorage()
  ) -> Client {
    var configuration = ClientConfiguration(servers: Servers(Server(server.server.url)))
    configuration.signIn = person
    configuration.tokens = tokens
    return Client(configuration)
  }

  private func oauth(redirect: String? = nil) -> OAuth2 {
    OAuth2(
      tokenURL: "/token", grant: .authorizationCode(authorizationURL: "/authorize?tenant=1", redirectURL: redirect),
      clientID: "my app", scope: "read write")
  }

  private func send(_ client: Client, _ oauth: OAuth2) async throws -> String {
    try await client.send(.get("/x").authorized(.oauth2(oauth))).text()
  }

  /// The values of the query of an invitation, or of a body.
  private func values(_ text: String) -> [String: String] {
    let query = text.split(separator: "?").last ?? ""
    let pairs = query.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
  }

  /// What a browser gets that is sent to an address of this machine.
  private func browse(_ url: String, host: String? = nil, method: String = "GET") async throws -> Response {
    var request = Request(.init(method), url)
    if let host, let name = HTTPField.Name("Host") { request = request.header(name, host) }
    return try await Client().send(request)
  }

  private func redirectURL(_ invitation: SignInInvitation, _ query: String) -> String {
    "\(invitation.redirectURL ?? "")?\(query)"
  }

  private func state(_ invitation: SignInInvitation) -> String { values(invitation.address)["state"] ?? "" }

  @Test("the page is asked for a code with a proof key, the code is redeemed with its verifier, and the token is sent")
  func flow() async throws {
    let server = try SignInServer()
    let person = Person { invitation in
      _ = try await browse(redirectURL(invitation, "code=c0de&state=\(state(invitation))"))
    }
    #expect(try await send(client(server, person), oauth()) == "Bearer fresh")
    let invitation = try #require(person.invitations.first)
    let asked = values(invitation.address)
    #expect(
      invitation.address.hasPrefix("\(server.server.url)/authorize?tenant=1&response_type=code&client_id=my%20app"))
    #expect(asked["code_challenge_method"] == "S256" && asked["scope"] == "read%20write")
    #expect(invitation.redirectURL?.hasPrefix("http://127.0.0.1:") == true)
    let redeemed = values("?" + (server.tokenBodies.first ?? ""))
    #expect(redeemed["grant_type"] == "authorization_code" && redeemed["code"] == "c0de")
    #expect(redeemed["client_id"] == "my+app")
    let verifier = try #require(redeemed["code_verifier"])
    #expect(verifier.utf8.count == 43)
    #expect(asked["code_challenge"] == Base64.encodeForURL(MessageDigest.sha256(verifier.utf8)))
  }

  @Test("a redirect without our state, with another one, or with two is refused, and the sign-in goes on")
  func foreignState() async throws {
    let server = try SignInServer()
    let statuses = Lock([Int]())
    let person = Person { invitation in
      let own = state(invitation)
      for query in ["code=evil", "code=evil&state=other", "code=evil&state=\(own)&state=\(own)", "error=access_denied"]
      {
        let status = try await browse(redirectURL(invitation, query)).status.code
        statuses.withLock { $0.append(status) }
      }
      _ = try await browse(redirectURL(invitation, "code=c0de&state=\(own)"))
    }
    let client = client(server, person)
    let events = client.events.subscribe()
    #expect(try await send(client, oauth()) == "Bearer fresh")
    #expect(statuses.withLock { $0 } == [400, 400, 400, 400])
    #expect(server.tokenBodies.count == 1 && server.tokenBodies[0].contains("code=c0de"))
    let warnings = events.takeAvailable().compactMap { delivery -> String? in
      guard case .event(let event) = delivery, case .custom(let custom) = event.kind else { return nil }
      return custom.warning?.sentence
    }
    #expect(warnings == ["A redirect that does not belong to this sign-in was refused: it has no state."])
  }

  @Test("another path, another host and another method are refused")
  func strangers() async throws {
    let server = try SignInServer()
    let statuses = Lock([Int]())
    let person = Person { invitation in
      let query = "code=evil&state=\(state(invitation))"
      let url = redirectURL(invitation, query)
      let found = [
        try await browse(url.replacing("/callback", with: "/favicon.ico")).status.code,
        try await browse(url, host: "evil.example.com").status.code,
        try await browse(url, method: "POST").status.code,
      ]
      statuses.withLock { $0 = found }
      _ = try await browse(redirectURL(invitation, "code=c0de&state=\(state(invitation))"))
    }
    #expect(try await send(client(server, person), oauth()) == "Bearer fresh")
    #expect(statuses.withLock { $0 } == [404, 400, 400])
  }

  @Test("what the server says in the redirect is the error")
  func denied() async throws {
    let server = try SignInServer()
    let person = Person { invitation in
      let query = "error=access_denied&error_description=You+said+no&state=\(state(invitation))"
      _ = try await browse(redirectURL(invitation, query))
    }
    let error = await #expect(throws: RequestError.self) { try await send(client(server, person), oauth()) }
    #expect(error?.code == "authorization.access_denied")
    #expect(error?.detail == "It says “You said no”.")
    #expect(server.server.requests.isEmpty)
  }

  @Test("without a person, or when the person gives up, the request fails and says what to do")
  func nobody() async throws {
    let server = try SignInServer()
    let alone = await #expect(throws: RequestError.self) { try await send(client(server, nil), oauth()) }
    #expect(alone?.code == "authorization.signIn")
    #expect(alone?.detail?.contains("\(server.server.url)/authorize") == true)
    let person = Person { _ in throw AuthorizationError.signInCancelled }
    let given = await #expect(throws: RequestError.self) { try await send(client(server, person), oauth()) }
    #expect(given?.summary == "The sign-in was cancelled.")
  }

  @Test("all who wait get the token of one sign-in, which ends with the last who waits")
  func shared() async throws {
    let server = try SignInServer()
    let person = Person { invitation in
      _ = try await browse(redirectURL(invitation, "code=c0de&state=\(state(invitation))"))
    }
    let shared = client(server, person)
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await send(shared, oauth()) } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(texts == ["Bearer fresh"] && person.invitations.count == 1)

    let (begun, begin) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (ended, end) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let waiting = Person { _ in
      begin.yield()
      let (never, _) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      for await _ in never {}
      end.yield()
    }
    let call = client(server, waiting).prepare(.get("/x").authorized(.oauth2(oauth())))
    call.start()
    for await _ in begun { break }
    call.cancel()
    for await _ in ended { break }
    await #expect(throws: RequestError.self) { try await call.response() }
  }

  @Test("a token is refreshed without the person, and the person signs in again when that is refused")
  func refresh() async throws {
    let tokens = InMemoryTokenStorage()
    let server = try SignInServer([SignInServer.refusal("invalid_grant"), SignInServer.token])
    let person = Person { invitation in
      _ = try await browse(redirectURL(invitation, "code=c0de&state=\(state(invitation))"))
    }
    var oauth = oauth()
    oauth.key = "k"
    tokens.keep(
      OAuthToken(accessToken: "stale", refreshToken: "old", receivedAt: .now()), for: "k \(server.server.url)")
    #expect(try await send(client(server, person, tokens: tokens), oauth) == "Bearer fresh")
    #expect(server.tokenBodies.first?.contains("grant_type=refresh_token&refresh_token=old") == true)
    #expect(person.invitations.count == 1)
    #expect(tokens.token(for: "k \(server.server.url)")?.accessToken == "fresh")
  }

  static let badRedirects = [
    "https://127.0.0.1/callback", "http://example.com/callback", "http://127.0.0.1.example.com/", "http://127.0.0.1:x/",
    "http://127.0.0.1@example.com/", "http://127.0.0.1:80/callback?x=1",
  ]

  @Test("a browser comes back to this machine alone", arguments: badRedirects)
  func badRedirect(_ url: String) async throws {
    let server = try SignInServer()
    let error = await #expect(throws: RequestError.self) {
      try await send(client(server, Person()), oauth(redirect: url))
    }
    #expect(error?.summary == "The redirect URL is not one of this machine.")
  }

  @Test("neither events nor errors show code, verifier, state or token")
  func secrets() async throws {
    let server = try SignInServer()
    let person = Person { invitation in
      _ = try await browse(redirectURL(invitation, "code=s3cretc0de&state=\(state(invitation))"))
    }
    let client = client(server, person)
    let events = client.events.subscribe()
    _ = try await send(client, oauth())
    let told = events.takeAvailable().compactMap { delivery -> Event? in
      if case .event(let event) = delivery { event } else { nil }
    }
    let text = try JSONValue(encoding: told).description
    let verifier = try #require(values("?" + server.tokenBodies[0])["code_verifier"])
    for secret in ["s3cretc0de", verifier, "fresh", state(person.invitations[0])] {
      #expect(!text.contains(secret), "\(secret)")
    }
  }
}
