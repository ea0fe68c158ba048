import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyHTTP

@Suite("Whose entry it is", .timeLimit(.minutes(2)))
struct CacheIdentityTests {
  private static let minute = Duration.seconds(60)

  private static var ways: [(name: String, change: @Sendable (Request) -> Request)] {
    func way(_ name: String, _ change: @escaping @Sendable (Request) -> Request) -> (
      String, @Sendable (Request) -> Request
    ) {
      (name, change)
    }
    var certified = TransferOptions()
    certified.clientCertificate = ClientCertificate(file: "/nowhere/me.pem")
    let options = certified
    return [
      way("none") { $0 }, way("bearer A") { $0.authorized(.bearer("token-a")) },
      way("bearer B") { $0.authorized(.bearer("token-b")) },
      way("basic") { $0.authorized(.basic(user: "ada", password: "right")) },
      way("basic, another user") { $0.authorized(.basic(user: "grace", password: "right")) },
      way("basic, another password") { $0.authorized(.basic(user: "ada", password: "wrong")) },
      way("digest") { $0.authorized(.digest(user: "ada", password: "right")) },
      way("API key") { $0.authorized(.apiKey(name: "X-Key", value: "k1", in: .header)) },
      way("another API key") { $0.authorized(.apiKey(name: "X-Key", value: "k2", in: .header)) },
      way("API key in the query") { $0.authorized(.apiKey(name: "X-Key", value: "k1", in: .query)) },
      way("AWS") {
        $0.authorized(.awsSigV4(AWSSignature(accessKey: "a", secretKey: "s", region: "r", service: "s3")))
      },
      way("login") { $0.authorized(.supplied(Self.login("login", token: "t"))) },
      way("another login") { $0.authorized(.supplied(Self.login("other", token: "t"))) },
      way("typed Authorization") { $0.header(.authorization, "Bearer token-a") },
      way("another typed Authorization") { $0.header(.authorization, "Bearer token-c") },
      way("typed Cookie") { $0.header(.cookie, "session=1") },
      way("another typed Cookie") { $0.header(.cookie, "session=2") },
      way("a header with a secret") { $0.header(.userAgent, "hunter2hunter2").keepingSecret("hunter2hunter2") },
      way("a header with another secret") { $0.header(.userAgent, "hunter3hunter3").keepingSecret("hunter3hunter3") },
      way("certificate") { $0.options(options) },
    ]
  }

  private static func login(_ name: String, token: String) -> TokenSupply {
    TokenSupply(name, known: { token }, gained: { token })
  }

  private func test() -> (client: Client, transport: RecordingTransport) {
    let count = Lock(0)
    let transport = RecordingTransport { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let head = ResponseHead(
        url: request.url, status: .ok, headers: [.cacheControl: "max-age=600", .eTag: "\"\(number)\""])
      return .success(TransportResponse(head: head, body: InMemoryBytes("\(number)")))
    }
    return (Client(.init(servers: Servers("http://h")), transport: transport), transport)
  }

  @Test("No credentials get the entry of others, nor do none, and each finds its own again")
  func apart() async throws {
    let (client, transport) = test()
    for pass in 0..<2 {
      for (index, way) in Self.ways.enumerated() {
        let response = try await client.send(way.change(.get("/me")))
        #expect(try response.text() == "\(index + 1)", "\(way.name), pass \(pass)")
      }
    }
    #expect(transport.requests.count == Self.ways.count)
    #expect(try await client.cache.list().count == Self.ways.count)
  }

  @Test(
    "A header whose name says who asks is among them, whatever word says it",
    arguments: [
      "X-Session", "X-Auth", "X-Pin", "X-Passcode", "X-Access", "X-Key", "Ticket", "X-Credentials", "Auth",
      "Authentication", "X-JWT", "DPoP", "X-Forwarded-User", "X-Remote-User",
      "X-Client-Cert",
      "X-Api-Key", "apikey", "X-Access-Token", "X-Auth-Request-Email", "Session_Id", "X-User-Id", "X-Tenant",
      "Ocp-Apim-Subscription-Key", "Private-Token", "X-Goog-Authenticated-User-Email",
    ])
  func named(_ name: String) async throws {
    let (client, transport) = test()
    let header = try #require(HTTPField.Name(name))
    let requests = ["value-one", "value-two"].map { Request.get("/me").header(header, $0) } + [.get("/me")]
    for _ in 0..<2 {
      for (index, request) in requests.enumerated() {
        #expect(try await client.send(request).text() == "\(index + 1)")
      }
    }
    #expect(transport.requests.count == 3)
  }

  @Test(
    "One that says something else is not",
    arguments: [
      "User-Agent", "Accept", "X-Trace", "X-Request-ID", "X-Client-Version", "Idempotency-Key", "If-None-Match",
    ])
  func others(_ name: String) async throws {
    let (client, transport) = test()
    let header = try #require(HTTPField.Name(name))
    for value in ["\"x\"", "\"x\""] { _ = try await client.send(.get("/me").header(header, value)) }
    #expect(
      try await client.cache.list().listings.allSatisfy { $0.credentials == nil } && transport.requests.count >= 1)
  }

  @Test(
    "Bodies of the same bytes are others where their type says so; JSON has no order, but members that stand twice are others"
  )
  func types() async throws {
    let (client, _) = test()
    let minute = Self.minute
    func post(_ text: String, _ type: String?) -> Request {
      Request.post("/me").body(.bytes(Array(text.utf8), contentType: type)).caching(for: minute)
    }
    let apart = [
      post("a=1", "text/plain; charset=utf-8"), post("a=1", "application/x-www-form-urlencoded"),
      post("a=1", "text/html"),
      post("a=1", "text/csv"), post(#"{"a":2,"b":1}"#, "application/json"),
      post(#"{"a":1,"a":2,"b":1}"#, "application/json"),
      post(#"{"a":2,"b":1}"#, "text/plain"), post(#"{"a":":"}"#, "application/json"),
    ]
    for _ in 0..<2 {
      for (index, request) in apart.enumerated() { #expect(try await client.send(request).text() == "\(index + 1)") }
    }
    #expect(try await client.send(post(#"{ "b": 1, "a": 2 }"#, "application/json")).text() == "5")
  }

  @Test("A time to live keeps them apart as well")
  func wishes() async throws {
    let (client, _) = test()
    let request = Request.get("/me").caching(for: Self.minute)
    _ = try await client.send(request.authorized(.bearer("token-a")))
    #expect(try await client.send(request).text() == "2")
    #expect(try await client.send(request.authorized(.bearer("token-a"))).text() == "1")
  }

  @Test("What came without a check of the server's certificate answers no request that checks it")
  func unchecked() async throws {
    let (client, _) = test()
    var options = TransferOptions()
    options.verifiesCertificate = false
    _ = try await client.send(Request.get("/me").options(options))
    #expect(try await client.send(.get("/me")).text() == "2")
    #expect(try await client.send(Request.get("/me").options(options)).text() == "1")
  }

  @Test("The reason says that there is an entry, but not for these credentials")
  func reason() async throws {
    let (client, _) = test()
    _ = try await client.send(.get("/me").authorized(.bearer("token-a")))
    let decision = try await client.cache.decision(for: .get("/me"))
    #expect(decision.code == "entry.otherCredentials" && decision.action == .go)
    #expect(decision.summary == "The cache has it only as fetched with other credentials; it is fetched again.")
    #expect(try await client.cache.freshResponse(to: .get("/me")) == nil)
    client.configuration.cacheMode = .offline
    await #expect(throws: RequestError.self) { try await client.send(.get("/me")) }
  }

  @Test("A renewed token finds the entries of the one before: its login is the same")
  func renewed() async throws {
    let (client, transport) = test()
    _ = try await client.send(.get("/me").authorized(.supplied(Self.login("login", token: "first"))))
    let again = try await client.send(.get("/me").authorized(.supplied(Self.login("login", token: "second"))))
    #expect(try again.text() == "1" && transport.requests.count == 1)
  }

  @Test("A token of OAuth 2 is its client's and user's, whatever the token is")
  func oauth() throws {
    func identity(_ oauth: OAuth2) throws -> CacheIdentity {
      let prepared = try PreparedRequest(
        Request.get("http://h/me").authorized(.oauth2(oauth)), id: ExchangeID(), in: ClientConfiguration())
      return try CacheCredentials(of: prepared, cookies: [], in: ClientConfiguration()).identity(by: cache)
    }
    let cache = InMemoryCache()
    func client(_ id: String, user: String) -> OAuth2 {
      OAuth2(tokenURL: "http://h/token", grant: .password(user: user, password: "p"), clientID: id)
    }
    #expect(try identity(client("shop", user: "ada")) == identity(client("shop", user: "ada")))
    #expect(try identity(client("shop", user: "ada")) != identity(client("shop", user: "grace")))
    #expect(try identity(client("shop", user: "ada")) != identity(client("till", user: "ada")))
  }

  @Test("A group takes the place of the credentials")
  func groups() async throws {
    let (client, transport) = test()
    client.cacheGroup = "ada"
    for token in ["token-a", "token-b"] { _ = try await client.send(.get("/me").authorized(.bearer(token))) }
    #expect(try await client.send(.get("/me")).text() == "1" && transport.requests.count == 1)
    client.cacheGroup = nil
    #expect(try await client.send(.get("/me")).text() == "2")
  }

  @Test("Another authentication source is somebody else; the same one is asked only when something is sent")
  func sources() async throws {
    let (client, transport) = test()
    client.configuration.authorizationSource = { "Bearer token-a" }
    let request = Request.get("/me").authorized(.source)
    for _ in 0..<2 { #expect(try await client.send(request).text() == "1") }
    client.configuration.authorizationSource = { "Bearer token-b" }
    #expect(try await client.send(request).text() == "2")
    #expect(transport.requests.map { $0.headers[.authorization] } == ["Bearer token-a", "Bearer token-b"])
  }

  @Test("What only code knows at the last moment is neither kept nor answered, unless there is a group")
  func code() async throws {
    let (client, transport) = test()
    let request = Request.get("/me").authorized(.custom { wire, _ in wire.headers[.authorization] = "Signature 1" })
    for _ in 0..<2 { _ = try await client.send(request) }
    #expect(transport.requests.count == 2)
    #expect(try await client.cache.list().count == 0)
    #expect(try await client.cache.decision(for: request).code == "request.untoldCredentials")
    client.cacheGroup = "ada"
    for _ in 0..<2 { #expect(try await client.send(request).text() == "3") }
  }

  @Test("What a hook makes somebody's is not kept; a hook that only traces changes nothing")
  func hooks() async throws {
    let (client, transport) = test()
    client.configuration.willSend = { wire, _ in wire.headers[.authorization] = "Bearer token-a" }
    _ = try await client.send(.get("/me"))
    #expect(try await client.cache.list().count == 0)
    client.configuration.willSend = { wire, _ in wire.headers[.userAgent] = "traced" }
    for _ in 0..<2 { #expect(try await client.send(.get("/me")).text() == "2") }
    #expect(transport.requests.count == 2)
  }

  @Test("A write-only request is found by its credentials too")
  func writing() async throws {
    let (client, _) = test()
    client.configuration.followsCacheHeaders = false
    let request = Request.post("/me").authorized(.apiKey(name: "key", value: "k1", in: .query))
    _ = try await client.send(request.updatingCache())
    #expect(try await client.cache.response(to: request)?.text() == "1")
    #expect(try await client.cache.response(to: .post("/me")) == nil)
  }

  @Test("No key, no row and no event says a credential")
  func secrecy() async throws {
    let (client, _) = test()
    let events = client.events.subscribe()
    let secrets = ["token-a", "token-b", "right", "wrong", "hunter2hunter2", "session=1", "k2"]
    for way in Self.ways { _ = try await client.send(way.change(.get("/me"))) }
    let listings = try await client.cache.list().listings
    for listing in listings {
      let entry = try #require(try await client.cache.entry(listing.id)).entry
      let text = "\(listing) \(entry.key) \(entry.variant) \(entry.label)"
      for secret in secrets { #expect(!text.contains(secret), "\(secret) in \(text)") }
    }
    let told = events.takeAvailable().map { "\($0)" }.filter { $0.contains("updateCache") }
    for secret in secrets { #expect(!told.contains { $0.contains(secret) }) }
    #expect(listings.compactMap(\.credentials).count == Self.ways.count - 1)
    #expect(listings.compactMap(\.credentials).contains { $0.hasPrefix("basic ada ") })
  }

  @Test("A change of an address removes what anybody has read from it, in every group, and however it was asked for")
  func invalidation() async throws {
    let (client, _) = test()
    for way in Self.ways { _ = try await client.send(way.change(.get("/me").query("a", "1").query("b", "2"))) }
    _ = try await client.send(.get("/me").model(["b": 2, "a": 1]))
    client.cacheGroup = "ada"
    _ = try await client.send(.get("/me").query("a", "1").query("b", "2"))
    client.cacheGroup = nil
    _ = try await client.send(.get("/other"))
    _ = try await client.send(Request.put("/me?a=1&b=2").authorized(.bearer("token-b")))
    #expect(try await client.cache.list().listings.map(\.label.endpoint) == ["/other"])
  }

  @Test("What a response names as changed is removed too, on the same server")
  func locations() async throws {
    let transport = RecordingTransport { request in
      var head = ResponseHead(url: request.url, status: .ok, headers: [.cacheControl: "max-age=600"])
      if request.method == .post {
        (head.headers[.location], head.headers[.contentLocation]) = ("items/7", "http://h/items")
      }
      return .success(TransportResponse(head: head, body: InMemoryBytes("{}")))
    }
    let client = Client(.init(servers: Servers("http://h")), transport: transport)
    for path in ["/items", "/items/7", "/items/8", "http://other/items"] { _ = try await client.send(.get(path)) }
    _ = try await client.send(.post("/add"))
    #expect(Set(try await client.cache.list().listings.map(\.label.endpoint)) == ["/items/8", "http://other/items"])
  }

  @Test("Two requests with other credentials share no transfer, and two with the same do")
  func inFlight() async throws {
    let transport = RecordingTransport(answering: nil)
    let client = Client(.init(servers: Servers("http://h")), transport: transport)
    let events = client.events.subscribe()
    let calls = (Self.ways + Self.ways).map { client.prepare($0.change(.get("/me"))) }
    for call in calls { call.start() }
    var joined = 0
    while transport.requests.count + joined < calls.count {
      joined += events.takeAvailable().count {
        if case .event(let event) = $0, case .duplicate = event.kind { true } else { false }
      }
      await Task.yield()
    }
    // What is typed is what bearer A sends, and both logins give the same token.
    #expect(transport.requests.count == Self.ways.count - 2)
    let head = ResponseHead(url: "http://h/me", status: .ok)
    transport.finish(.success(TransportResponse(head: head, body: InMemoryBytes("{}"))))
    for call in calls { _ = try await call.response() }
  }
}
