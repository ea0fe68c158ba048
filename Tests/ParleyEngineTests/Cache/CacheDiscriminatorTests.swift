import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("The discriminator", .timeLimit(.minutes(2)))
struct CacheDiscriminatorTests {
  private let request = Request.items.caching(for: .seconds(60))

  @Test("Each group has entries of its own, and switching back finds the old ones")
  func switching() async throws {
    let test = try CacheUnderTest.counting()
    test.client.cacheGroup = "ada"
    #expect(try await test.text(request) == #"{"n":1}"#)
    test.client.cacheGroup = "grace"
    #expect(try await test.text(request) == #"{"n":2}"#)
    test.client.cacheGroup = "ada"
    #expect(try await test.text(request) == #"{"n":1}"#)
    #expect(test.sent == 2)
  }

  @Test("None is the shared group")
  func shared() async throws {
    let test = try CacheUnderTest.counting()
    #expect(test.client.cacheGroup == nil)
    _ = try await test.client.send(request)
    test.client.cacheGroup = "ada"
    #expect(try await test.client.cache.model(of: request, as: JSONValue.self) == nil)
    test.client.cacheGroup = nil
    #expect(try await test.text(request) == #"{"n":1}"#)
  }

  @Test("A request that is in flight keeps its response in the group it began in")
  func onTheWay() async throws {
    let transport = RecordingTransport(answering: nil)
    let client = Client(.init(servers: Servers("http://h")), transport: transport)
    client.cacheGroup = "ada"
    let call = client.prepare(request)
    call.start()
    while transport.requests.isEmpty { await Task.yield() }
    client.cacheGroup = "grace"
    transport.finish(
      .success(TransportResponse(head: .init(url: "http://h/items", status: .ok), body: InMemoryBytes("{}"))))
    _ = try await call.response()
    #expect(try await client.cache.list().listings.map(\.group) == ["ada"])
  }

  @Test("One group is cleared, and the others stay")
  func clearing() async throws {
    let test = try CacheUnderTest.counting()
    for group in [nil, "ada", "grace"] {
      test.client.cacheGroup = group
      _ = try await test.client.send(request)
    }
    #expect(try await test.client.cache.clear(CacheFilter(group: .named(nil))) == 1)
    #expect(try await test.client.cache.clear(CacheFilter(group: .named("ada"))) == 1)
    #expect(try await test.client.cache.list().listings.map(\.group) == ["grace"])
  }
}
