import ParleyEngine
import Testing

/// What the README of GBKSoft RestManager shows.
@Suite("RestManager", .timeLimit(.minutes(2)))
struct RestManager {
  struct LoginData: Encodable, Sendable {
    var email: String
    var password: String
  }
  struct AuthModel: Decodable, Sendable {
    var token: String
  }
  struct UserModel: Decodable, Hashable, Sendable {
    var name: String
  }
  struct AvatarModel: Decodable, Sendable {
    var url: String
  }

  /// What the API's responses look like.
  static func success(_ result: JSONValue) -> Reply {
    .json(["code": 200, "status": "success", "result": result])
  }

  /// - Parameter authorization: what the source says to requests that ask for it.
  static func client(of backend: Backend, authorization: String? = nil) -> Client {
    var configuration = ClientConfiguration(servers: Servers(Server(backend.address + "/api/v1")))
    configuration.authorizationSource = { authorization }
    return Client(configuration)
  }
}

// "Глобальная настройка": what holds for all requests.
extension RestManager {
  @Test("The base address may have a path of its own")
  func baseURL() async throws {
    let backend = try Backend()
    let api = backend.address
    // sample: gbk-base
    let client = Client(.init(servers: Servers(Server("\(api)/api/v1"))))
    // end
    _ = try await client.send(.get("user/profile"))
    #expect(backend.asked.first?.path == "/api/v1/user/profile")
  }

  @Test("The source of the authorization is asked for every request that wants it, and can be replaced")
  func authorizationSource() async throws {
    let backend = try Backend()
    let (client, tokens) = (Self.client(of: backend), InMemoryTokenStorage())
    tokens.keep(OAuthToken(accessToken: "t1", receivedAt: .now()), for: "me")
    // sample: gbk-authorization
    client.configuration.authorizationSource = {
      tokens.token(for: "me").map { "Bearer \($0.accessToken)" }
    }
    _ = try await client.send(.get("/user/profile").authorized(.source))
    // end
    _ = try await client.send(.get("/news"))
    client.configuration.authorizationSource = { "Bearer t2" }
    _ = try await client.send(.get("/user/profile").authorized(.source))
    #expect(backend.asked.map { $0["Authorization"] } == ["Bearer t1", nil, "Bearer t2"])
  }

  @Test("Every 401 is told to one handler")
  func unauthorized() async throws {
    let backend = try Backend { _ in .json(["code": 401, "status": "error", "message": "who?"], status: 401) }
    let (client, screen) = (Self.client(of: backend), Screen())
    // sample: gbk-unauthorized
    client.configuration.onUnauthorized = { error in
      screen.show(error.summary)
    }
    // end
    _ = try await client.send(.get("/user/profile"))
    #expect(screen.lines == ["The server requires authentication (401)."])
  }

  @Test("Default headers go with every request; one is set alone")
  func defaultHeaders() async throws {
    let backend = try Backend()
    let client = Self.client(of: backend)
    // sample: gbk-headers
    client.configuration.defaultHeaders = [.acceptLanguage: "en"]
    client.setDefaultHeader(.acceptLanguage, "de")
    // end
    _ = try await client.send(.get("/news"))
    _ = try await client.send(.get("/news").header(.acceptLanguage, "fr"))
    client.setDefaultHeader(.acceptLanguage, nil)
    _ = try await client.send(.get("/news"))
    #expect(backend.asked.map { $0["Accept-Language"] } == ["de", "fr", nil])
  }

  @Test("Headers of responses can be refused, such as those of another version of the API")
  func headerValidation() async throws {
    let backend = try Backend { _ in Self.success(["name": "ada"]).with("Server", "API/2") }
    let client = Self.client(of: backend)
    let family = StandardFamily(through: client)
    #expect(try await family.prepare(.get("/me"), as: UserModel.self).response().payload?.name == "ada")
    // sample: gbk-header-validation
    client.configuration.acceptsHeaders = { headers in
      headers[.server] == "API/1"
    }
    // end
    let error = await #expect(throws: APIError<StandardFailure>.self) {
      try await family.prepare(.get("/me"), as: UserModel.self).response()
    }
    #expect(error?.code == "api.headers")
  }
}
