import ParleyEngine
import Testing

// "Module: Cache"
extension WebApiClient {
  private func client(of backend: Backend) throws -> Client {
    // sample: web-cache
    let routes = try Routes(json: [
      "info": ["endpoint": "infrequentlyupdated/info", "cache": ["ttl": 3600]],
      "list": ["endpoint": "stuff/list", "cache": ["ttl": 3600]],
      "add": ["method": "PUT", "endpoint": "stuff/:thingId", "cache": ["invalidates": ["list"]]],
      "signed": ["endpoint": "info/foo.txt", "cache": ["ttl": 3600, "ignoreQuery": true]],
    ])
    // end
    return Client(.init(servers: Servers(Server(backend.address)), routes: routes))
  }

  @Test("For so long after a response a route is answered without the network")
  func timeToLive() async throws {
    let backend = try Backend { _ in .text("the info") }
    let client = try client(of: backend)
    for _ in 0..<3 { #expect(try await client.send(.route("info")).text() == "the info") }
    #expect(backend.asked.count == 1)
  }

  @Test("A route that is called with success makes the entries of others wrong")
  func invalidation() async throws {
    let backend = try Backend()
    let client = try client(of: backend)
    for page in [1, 2] { _ = try await client.send(.route("list").query("page", "\(page)")) }
    _ = try await client.send(.route("add").path(["thingId": 7]))
    #expect(try await client.cache.list().count == 0)
    _ = try await client.send(.route("list").query("page", "1"))
    #expect(backend.asked.map(\.path) == ["/stuff/list", "/stuff/list", "/stuff/7", "/stuff/list"])
  }

  @Test("What the query says may be left out of the key")
  func ignoredQuery() async throws {
    let backend = try Backend { _ in .text("foo") }
    let client = try client(of: backend)
    for signature in ["a", "b"] {
      #expect(try await client.send(.route("signed").query("signature", signature)).text() == "foo")
    }
    #expect(backend.asked.count == 1)
  }

  @Test("Each user has a group of entries, and finds it again")
  func groups() async throws {
    let count = Lock(0)
    let backend = try Backend { _ in
      .text(
        count.withLock { count in
          count += 1
          return "\(count)"
        })
    }
    let (client, request) = (try client(of: backend), Request.route("info"))
    // sample: web-cache-group
    client.cacheGroup = "ada"
    let hers = try await client.send(request)
    client.cacheGroup = "grace"
    let another = try await client.send(request)
    client.cacheGroup = "ada"
    let hersAgain = try await client.send(request)
    // end
    #expect(try [hers, another, hersAgain].map { try $0.text() } == ["1", "2", "1"])
  }

  @Test("Only the cache is asked, and nothing is no error")
  func checking() async throws {
    let (backend, screen) = (try Backend { _ in .text("the info") }, Screen())
    let client = try client(of: backend)
    #expect(try await client.cache.freshResponse(to: .route("info")) == nil)
    _ = try await client.send(.route("info"))
    // sample: web-cached
    if let response = try await client.cache.freshResponse(to: .route("info")) {
      screen.show(try response.text())
    }
    // end
    #expect(screen.lines == ["the info"] && backend.asked.count == 1)
  }
}
