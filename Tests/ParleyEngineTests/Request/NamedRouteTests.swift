import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Named routes", .timeLimit(.minutes(2)))
struct NamedRouteTests {
  private let transport = RecordingTransport()

  private static let routes: Routes = [
    Route("login", endpoint: "/user/login", method: .post),
    Route("thing", endpoint: "stuff/:thingId", method: .put, server: "pay", properties: ["special": true]),
    Route("anything", endpoint: "/any"),
    Route("absolute", endpoint: "https://example.com/something", method: .get),
    Route("hello", endpoint: PathTemplate("/hello/$0", defaults: ["$0": "you"])),
  ]

  private var client: Client {
    let servers = Servers(["api": "http://api", "pay": "http://pay/v2"], default: "api")
    return Client(.init(servers: servers, routes: Self.routes, defaultHeaders: [:]), transport: transport)
  }

  private func sent(_ request: Request) async throws -> String? {
    _ = try await client.send(request)
    return transport.requests.last.map { "\($0.method?.rawValue ?? "-") \($0.url)" }
  }

  static let resolved: [(request: Request, sent: String)] = [
    (.route("login"), "POST http://api/user/login"),
    (.route("thing").path("thingId", 7), "PUT http://pay/v2/stuff/7"),
    (.route("anything"), "GET http://api/any"),
    (.route("absolute"), "GET https://example.com/something"),
    (.route("hello"), "GET http://api/hello/you"),
    (.route("hello").replacing(["$0": "all"]), "GET http://api/hello/all"),
    (.route(Route("own", endpoint: "/x", method: .patch)), "PATCH http://api/x"),
  ]

  @Test("A key stands for server, endpoint and method", arguments: resolved)
  func resolving(_ row: (request: Request, sent: String)) async throws {
    #expect(try await sent(row.request) == row.sent)
  }

  @Test("The request's own values override its route")
  func ownWins() async throws {
    #expect(try await sent(.route("login").method(.delete)) == "DELETE http://api/user/login")
    #expect(try await sent(.route("login").on(server: "pay")) == "POST http://pay/v2/user/login")
  }

  @Test("The route's headers go between the request's and the client's")
  func headers() async throws {
    var route = Route("r", endpoint: "http://h")
    route.headers = [.acceptLanguage: "de", .userAgent: "route"]
    client.setDefaultHeader(.userAgent, "client")
    _ = try await client.send(Request.route(route).header(.acceptLanguage, "fr"))
    let headers = transport.requests.last?.headers
    #expect(headers?[.acceptLanguage] == "fr")
    #expect(headers?[.userAgent] == "route")
  }

  @Test("A route's codec, validators and options count where the request has none")
  func otherDefaults() async throws {
    var route = Route("r", endpoint: "http://h")
    route.codec = JSONCodec()
    route.validators = [.status(in: [201...201])]
    route.options = TransferOptions(timeout: .seconds(1))
    route.compressesBody = true
    route.downloads = true
    let response = try await client.send(Request.route(route).method(.post).body(.text("x")))
    #expect(!response.isAccepted)
    #expect(transport.requests.last?.headers[.contentEncoding] == "gzip")
    #expect(transport.requests.last?.destination == .temporary)
    #expect(transport.requests.last?.headers[.accept] == "application/json")
    #expect(transport.requests.last?.options.timeout == .seconds(1))
    let own = Request.route(route).timeout(.seconds(2)).reading(with: TextCodec())
      .validating(.status(in: [200...200]))
    #expect(try await client.send(own).isAccepted)
    #expect(transport.requests.last?.headers[.accept] == "text/plain")
    #expect(transport.requests.last?.options.timeout == .seconds(2))
  }

  @Test("Standard and extra properties are read by key")
  func properties() throws {
    let thing = try Self.routes.route(named: "thing")
    #expect(thing["method"] == "PUT")
    #expect(thing["endpoint"] == "stuff/:thingId")
    #expect(thing["server"] == "pay")
    #expect(thing["special"] == true)
    #expect(thing["unheard"] == nil)
    #expect(Self.routes["anything"]?["method"] == nil)
  }

  @Test("A copied route can be extended, and the first stays as it was")
  func extending() throws {
    let login = try Self.routes.route(named: "login")
    var copy = login.extended(with: ["extendedProperty": "special"])
    copy.key = "admin"
    copy.endpoint = "/admin/login"
    #expect(copy["extendedProperty"] == "special")
    #expect(copy["method"] == "POST")
    #expect(login["extendedProperty"] == nil)
    #expect(login["endpoint"] == "/user/login")
  }

  @Test("An unknown name is an error with the nearest one, and nothing is sent")
  func unknown() async {
    let error = await #expect(throws: RequestError.self) { try await client.send(.route("lgoin")) }
    #expect(error?.code == "request.unknownRoute")
    #expect(error?.summary == "There is no route “lgoin”.")
    #expect(error?.advice == "Did you mean “login”?")
    #expect(transport.requests.isEmpty)
  }

  @Test("Events and history speak of the route's key")
  func told() async throws {
    let client = client
    let events = client.events.subscribe()
    _ = try await client.send(.route("login"))
    let subjects = events.takeAvailable().compactMap { delivery -> Event.Subject? in
      guard case .event(let event) = delivery else { return nil }
      return event.subject
    }
    #expect(subjects.map(\.route) == ["login", "login"])
    #expect(subjects.map(\.name) == ["login", "login"])
  }

  @Test("A route registered later counts from the next request")
  func registering() async throws {
    let client = client
    client.configuration.routes.register(Route("late", endpoint: "/late"))
    _ = try await client.send(.route("late"))
    #expect(transport.requests.last?.url == "http://api/late")
  }
}
