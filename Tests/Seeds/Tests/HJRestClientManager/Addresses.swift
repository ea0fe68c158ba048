import ParleyEngine
import Testing

// "Managing server address, endpoint and path components"
extension HJRestClientManager {
  @Test("A server's address and an endpoint are joined")
  func endpoint() async throws {
    let backend = try Backend()
    let host = backend.host
    // sample: hj-endpoint
    let client = Client(.init(servers: Servers(Server(host))))
    _ = try await client.send(.post("/v1/hello").model(Person(name: "gandalf")))
    // end
    #expect(backend.asked.first?.path == "/v1/hello")
    #expect(backend.asked.first?.json?["name"] == "gandalf")
  }

  @Test("Servers have keys, and a request names one")
  func serverKeys() async throws {
    let (backend, other) = (try Backend(), try Backend())
    let (host, otherHost) = (backend.host, other.host)
    // sample: hj-servers
    let servers = Servers(["apisvr": Server(host), "images": Server(otherHost)], default: "apisvr")
    let client = Client(.init(servers: servers))

    _ = try await client.send(.get("/logo.png").on(server: "images"))
    _ = try await client.send(.get("/v1/hello"))  // goes to the default server
    // end
    #expect(other.asked.map(\.path) == ["/logo.png"])
    #expect(backend.asked.map(\.path) == ["/v1/hello"])
  }

  @Test("The default server is chosen later, too")
  func defaultServer() async throws {
    let backend = try Backend()
    let client = Client(.init(servers: Servers(["apisvr": Server(backend.host)])))
    let error = await #expect(throws: RequestError.self) { try await client.send(.get("/v1/hello")) }
    #expect(error?.code == "request.noServer")
    // sample: hj-default-server
    client.configuration.servers.defaultKey = "apisvr"
    // end
    #expect(try await client.send(.get("/v1/hello")).isAccepted)
  }

  @Test("A server's key and an endpoint have a name together")
  func alias() async throws {
    let backend = try Backend { _ in .json(["name": "frodo"]) }
    let client = Client(.init(servers: Servers(["apisvr": Server(backend.host)])))
    // sample: hj-route
    client.configuration.routes.register(Route("hello", endpoint: "/v1/hello", server: "apisvr"))

    let request = Request.route("hello").method(.post).model(Person(name: "gandalf"))
    let person = try await client.send(request, as: Person.self)
    // end
    #expect(person == Person(name: "frodo"))
    #expect(backend.asked.first?.method == "POST")
    #expect(backend.asked.first?.path == "/v1/hello")
  }

  @Test("Parts of a path are replaced by what the request's model has, or by a default")
  func replacing() async throws {
    let backend = try Backend()
    let client = Client(.init(servers: Servers(Server(backend.host))))
    // sample: hj-replace
    client.configuration.replaceComponents["/api/hello/$0/$1"] = ["$0": "", "$1": ""]

    _ = try await client.send(.post("/api/hello/$0/$1").model(["$0": "gandalf"]))
    // end
    _ = try await client.send(.post("/api/hello/$0/$1").model(["$0": "gandalf", "$1": "run, fools"]))
    #expect(backend.asked.map(\.path) == ["/api/hello/gandalf", "/api/hello/gandalf/run%2C%20fools"])
  }
}
