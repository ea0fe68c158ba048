import ParleyEngine
import Testing

extension Tutorial {
  @Test("Showing who one is")
  func authorization() async throws {
    let backend = try Backend()
    let (client, token) = (Client(.init(servers: Servers(Server(backend.address)))), "t")
    // sample: authorization
    let me = Request.get("/me")
    let ways: [Request] = [
      me.authorized(.basic(user: "ada", password: "secret words")),
      me.authorized(.bearer(token)),
      me.authorized(.apiKey(name: "key", value: "k-123456", in: .query)),
      me.authorized(.digest(user: "ada", password: "secret words")),
      me.authorized(.custom { outgoing, _ in outgoing.headers[.authorization] = "Signed by ada" }),
    ]
    // end
    for request in ways { _ = try await client.send(request) }
    let sent = backend.asked.map { $0["Authorization"] }
    #expect(sent[0] == "Basic YWRhOnNlY3JldCB3b3Jkcw==" && sent[1] == "Bearer t" && sent[4] == "Signed by ada")
    #expect(backend.asked[2].query == "key=k-123456")
  }

  @Test("OAuth 2 tokens are fetched, kept, and refreshed")
  func oauth2() async throws {
    let given = Lock(0)
    let backend = try Backend { asked in
      guard asked.path == "/token" else { return .text(asked["Authorization"] ?? "") }
      let number = given.withLock { given in
        given += 1
        return given
      }
      return .json(["access_token": "token-\(number)", "expires_in": 3600])
    }
    let (api, id, secret) = (backend.address, "parley", "secret of the client")
    // sample: oauth2
    let shop = OAuth2(tokenURL: "/token", grant: .clientCredentials, clientID: id, clientSecret: secret)
    var profile = Route("profile", endpoint: "/me")
    profile.authorization = .oauth2(shop)

    let client = Client(.init(servers: Servers(Server(api)), routes: [profile]))
    let text = try await client.send(.route("profile")).text()
    // end
    #expect(text == "Bearer token-1")
    #expect(try await client.send(.route("profile")).text() == "Bearer token-1")
    #expect(backend.asked.filter { $0.path == "/token" }.count == 1)
  }

  @Test("Secrets are masked in all that is told")
  func secrets() async throws {
    let backend = try Backend()
    let client = Client(.init(servers: Servers(Server(backend.address))))
    let (events, password) = (client.events.subscribe(), "correct horse battery")
    // sample: secrets
    let request = Request.get("/login").query("password", password).keepingSecret(password)
    _ = try await client.send(request)
    // end
    let urls = events.told().compactMap { $0.subject?.url }
    #expect(!urls.isEmpty && urls.allSatisfy { !$0.contains("horse") && $0.contains(Secrets.mask) })
    #expect(backend.asked.first?.query == "password=correct%20horse%20battery")
  }
}
