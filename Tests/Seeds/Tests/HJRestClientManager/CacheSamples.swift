import ParleyEngine
import Testing

// "Local cache", and the events of it and of groups
extension HJRestClientManager {
  @Test("The flag keeps what comes, for whoever reads the cache; it never makes a request read")
  func localCache() async throws {
    let backend = try Backend { _ in .json(["name": "frodo"]) }
    let client = Client(.init(servers: Servers(Server(backend.address))))
    // sample: hj-update-cache
    client.configuration.updatesCache = false  // as it is by default

    let request = Request.get("/api/hello").model(["name": "gandalf"]).expecting(Person.self).updatingCache()
    let response = try await client.send(request)
    // end
    #expect(response.isAccepted)
    // sample: hj-cached
    let hour = Duration.seconds(60 * 60)
    let recent = try await client.cache.model(
      method: .get, endpoint: "/api/hello", model: ["name": "gandalf"], as: Person.self, within: hour)
    let ofAnyAge = try await client.cache.model(of: request, as: Person.self)
    // end
    #expect(recent == Person(name: "frodo") && ofAnyAge == recent && backend.asked.count == 1)
    let other = try await client.cache.model(
      endpoint: "/api/hello", model: ["name": "balrog"], as: Person.self, within: hour)
    #expect(other == nil)
    _ = try await client.send(request)
    #expect(backend.asked.count == 2)
    // sample: hj-manage-cache
    try await client.cache.update(request, with: Person(name: "saruman"))
    try await client.cache.remove(request)
    try await client.cache.clear()
    // end
    #expect(try await client.cache.model(of: request, as: Person.self) == nil)
  }

  @Test("Changes of the cache, loads that were skipped, and groups that are done are events")
  func cacheEvents() async throws {
    let backend = try Backend { _ in .json(["name": "frodo"]) }
    let (client, screen) = (Client(.init(servers: Servers(Server(backend.address)))), Screen())
    // sample: hj-cache-events
    let subscription = client.events.subscribe()
    let observer = Task {
      for await case .event(let event) in subscription {
        switch event.kind {
        case .loadSkip(let request, let skip):
          screen.show("skipped \(request.endpoint ?? ""): \(skip.response.status)")
        case .updateCache(let change):
          screen.show("kept \(change.endpoint) \(change.model?.value ?? .null) → \(change.response?.value ?? .null)")
        case .removeCache(let change):
          screen.show("removed \(change.endpoint)")
        case .groupDone(let group):
          screen.show("\(group.callID ?? "") \(group.results.map(\.name)) \(group.stopped ? "stopped" : "done")")
        default:
          break
        }
      }
    }
    // end
    let hello = Request.get("/hello").model(["name": "gandalf"]).named("hello")
    _ = try await client.send(hello.expecting(JSONValue.self).updatingCache())
    _ = try await client.send(hello.caching(for: .seconds(60)))
    try await client.cache.remove(hello)
    _ = await client.run(.serial([.request(hello)]), callID: "menu").result()
    let lines = await screen.wait(for: 4)
    #expect(
      lines == [
        #"kept /hello {"name":"gandalf"} → {"name":"frodo"}"#, "skipped /hello: 200", "removed /hello",
        #"menu ["hello"] done"#,
      ])
    subscription.cancel()
    await observer.value
  }
}
