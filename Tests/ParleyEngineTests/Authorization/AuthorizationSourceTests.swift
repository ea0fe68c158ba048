import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Authorization", .timeLimit(.minutes(2)))
struct AuthorizationSourceTests {
  private let transport = RecordingTransport()

  private func client(source: AuthorizationSource? = nil) -> Client {
    var configuration = ClientConfiguration(defaultHeaders: [:])
    configuration.authorizationSource = source
    return Client(configuration, transport: transport)
  }

  private var sent: [String?] { transport.requests.map { $0.headers[.authorization] } }

  @Test("The source is asked for the whole header, per request, and only when a request wants it")
  func source() async throws {
    let count = Lock(0)
    let client = client {
      await Task.yield()
      return "Bearer t\(count.withLock { number -> Int in (number += 1, number).1 })"
    }
    _ = try await client.send(.get("http://h/open"))
    _ = try await client.send(.get("http://h/a").authorized(.source))
    _ = try await client.send(.get("http://h/b").authorized(.source))
    #expect(sent == [nil, "Bearer t1", "Bearer t2"])
    // Nor is it where something else is done to each request before it goes.
    client.configuration.willSend = { _, _ in }
    _ = try await client.send(.get("http://h/open"))
    #expect(sent.last == .some(nil) && count.withLock(\.self) == 2)
  }

  @Test("A replaced source counts from the next request")
  func replaced() async throws {
    let client = client { "old" }
    _ = try await client.send(.get("http://h").authorized(.source))
    client.configuration.authorizationSource = { "new" }
    _ = try await client.send(.get("http://h").authorized(.source))
    #expect(sent == ["old", "new"])
  }

  static let readyWays: [(authorization: Authorization, header: String)] = [
    (.basic(user: "Aladdin", password: "open sesame"), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
    (.basic(user: "tëst", password: "£"), "Basic dMOrc3Q6wqM="),
    (.bearer("mF_9.B5f-4.1JqM"), "Bearer mF_9.B5f-4.1JqM"),
    (.custom { outgoing, _ in outgoing.headers[.authorization] = "Own \(outgoing.url)" }, "Own http://h/x"),
  ]

  @Test("Basic, bearer and a way of your own", arguments: readyWays.indices)
  func ready(_ index: Int) async throws {
    _ = try await client().send(.get("http://h/x").authorized(Self.readyWays[index].authorization))
    #expect(sent == [Self.readyWays[index].header])
  }

  @Test("An API key stands in a header or in the query")
  func apiKey() async throws {
    let request = Request.get("http://h/x?a=1")
    _ = try await client().send(request.authorized(.apiKey(name: "X-Key", value: "s3 cret", in: .header)))
    _ = try await client().send(request.authorized(.apiKey(name: "key", value: "s3 cret", in: .query)))
    #expect(transport.requests[0].headers[HTTPField.Name("X-Key") ?? .accept] == "s3 cret")
    #expect(transport.requests[1].url == "http://h/x?a=1&key=s3%20cret")
  }

  @Test("Another origin that a redirect leads to gets no API key")
  func redirected() async throws {
    let other = try RawServer.answering(.text("there"))
    let server = try RawServer.answering(
      .text("", status: "302 Found", headers: ["Location: http://localhost:\(other.port)/"]))
    let request = Request.get(server.url).authorized(.apiKey(name: "X-Key", value: "s3cret", in: .header))
    let response = try await Client().send(request)
    #expect(try response.text() == "there")
    #expect(server.requests.first?.value(of: "X-Key") == "s3cret")
    #expect(other.requests.first?.value(of: "X-Key") == nil)
    #expect(response.hops.first?.droppedHeaders == ["X-Key"])
  }

  @Test("A header the request sets itself stays")
  func ownHeader() async throws {
    _ = try await client().send(Request.get("http://h").header(.authorization, "Own 1").authorized(.bearer("t")))
    #expect(sent == ["Own 1"])
  }

  @Test("A route's authorization counts unless the request has its own, or wants none")
  func route() async throws {
    var route = Route("r", endpoint: "http://h")
    route.authorization = .bearer("route")
    _ = try await client().send(.route(route))
    _ = try await client().send(.route(route).authorized(.bearer("own")))
    _ = try await client().send(.route(route).authorized(.off))
    #expect(sent == ["Bearer route", "Bearer own", nil])
  }

  private struct SignedOut: Error, CustomStringConvertible { let description = "nobody is signed in" }

  static let failures: [(source: AuthorizationSource?, code: String)] = [
    (nil, "authorization.noSource"), ({ throw SignedOut() }, "authorization.source"),
    ({ "Bearer a\r\nEvil: 1" }, "authorization.value"),
  ]

  @Test("What cannot be authorized is not sent, and says why", arguments: failures.indices)
  func failing(_ index: Int) async {
    let client = client(source: Self.failures[index].source)
    let events = client.events.subscribe()
    let error = await #expect(throws: RequestError.self) { try await client.send(.get("http://h").authorized(.source)) }
    #expect(error?.code == Self.failures[index].code)
    #expect(transport.requests.isEmpty)
    guard case .event(let event)? = events.takeAvailable().last, case .failed(_, let failure) = event.kind else {
      return #expect(Bool(false), "no failure was told")
    }
    #expect(failure.code == Self.failures[index].code)
  }

  @Test("A source that returns nothing sends nothing")
  func nothing() async throws {
    _ = try await client { nil }.send(.get("http://h").authorized(.source))
    #expect(sent == [nil])
  }

  @Test("Cancelling while the source takes its time ends the request at once")
  func cancelling() async throws {
    let (asked, waiting) = AsyncStream.makeStream(of: Void.self)
    let call = client {
      waiting.finish()
      try await Task.sleep(for: .seconds(1000))
      return "never"
    }.prepare(.get("http://h").authorized(.source))
    call.start()
    for await _ in asked {}
    call.cancel()
    await #expect(throws: RequestError.self) { try await call.response() }
    #expect(transport.requests.isEmpty)
  }

  static let secret: [Authorization] = [
    .basic(user: "ada", password: "hunter2hunter2"), .bearer("hunter2hunter2"),
    .apiKey(name: "key", value: "hunter2hunter2", in: .query), .source,
  ]

  @Test("Its secrets are masked in what is told, and are for the transport to seal", arguments: secret.indices)
  func masked(_ index: Int) async throws {
    let client = client { "Bearer hunter2hunter2" }
    let events = client.events.subscribe()
    _ = try await client.send(.get("http://h/x?see=hunter2hunter2").authorized(Self.secret[index]))
    #expect(transport.requests.last?.isSecret == true)
    let urls = events.takeAvailable().compactMap { delivery -> String? in
      guard case .event(let event) = delivery else { return nil }
      return event.subject?.url
    }
    #expect(!urls.isEmpty && urls.allSatisfy { !$0.contains("hunter2") })
  }

  @Test("Digest and AWS signatures are handed to the transport")
  func transportCredentials() async throws {
    _ = try await client().send(.get("http://h").authorized(.digest(user: "ada", password: "pw")))
    #expect(transport.requests.last?.credentials == .digest(user: "ada", password: "pw"))
    #expect(transport.requests.last?.isSecret == true)
  }
}
