import ParleyEngine
import TestSupport
import Testing

@Suite("C7 query parameters that are left out of the key")
struct C7 {
  private func request(_ query: Query, ignoring ignored: IgnoredQuery?) -> Request {
    Request.items.query(query).cache(CachePolicy(timeToLive: .seconds(60), ignoredQuery: ignored))
  }

  private func isSame(_ first: Query, _ second: Query, ignoring ignored: IgnoredQuery?) async throws -> Bool {
    let test = try CacheUnderTest.counting()
    let one = try await test.text(request(first, ignoring: ignored))
    return try await test.text(request(second, ignoring: ignored)) == one
  }

  @Test("C7 by default they count")
  func standard() async throws {
    #expect(try await !isSame(["ts": 1], ["ts": 2], ignoring: nil))
    #expect(try await !isSame(["ts": 1], [:], ignoring: .names([])))
  }

  @Test("C7 those that are named do not, and the others still do")
  func named() async throws {
    let ignored = IgnoredQuery.names(["ts", "sign here"])
    #expect(try await isSame(["ts": 1, "page": 1], ["page": 1, "ts": 2, "sign here": "x"], ignoring: ignored))
    #expect(try await isSame(["ts": [1, 2], "page": 1], ["page": 1], ignoring: ignored))
    #expect(try await !isSame(["ts": 1, "page": 1], ["ts": 1, "page": 2], ignoring: ignored))
    #expect(try await !isSame(["tsx": 1], ["tsx": 2], ignoring: ignored))
  }

  @Test("C7 a route may leave out all of them, and they are sent all the same")
  func all() async throws {
    let test = try CacheUnderTest.counting()
    var route = Route("signed", endpoint: "/file?fixed=1")
    route.cache = CachePolicy(timeToLive: .seconds(60), ignoredQuery: .all)
    test.client.configuration.routes = [route]
    _ = try await test.client.send(.route("signed").query("signature", "abc"))
    #expect(try await test.text(.route("signed").query("signature", "def")) == #"{"n":1}"#)
    #expect(test.server.requests.first?.target == "/file?fixed=1&signature=abc")
  }

  @Test("C7 a model that becomes the query is left out as well")
  func models() async throws {
    let test = try CacheUnderTest.counting()
    let request = Request.items.caching(for: .seconds(60)).ignoringInCache(query: "ts")
    _ = try await test.client.send(request.model(["ts": 1, "page": 2]))
    #expect(try await test.text(request.model(["page": 2, "ts": 2])) == #"{"n":1}"#)
  }
}
