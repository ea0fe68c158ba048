import ParleyEngine
import TestSupport
import Testing

@Suite("Query parameters that are left out of the key", .timeLimit(.minutes(2)))
struct IgnoredQueryTests {
  private func request(_ query: Query, ignoring ignored: IgnoredQuery?) -> Request {
    Request.items.query(query).cache(CachePolicy(timeToLive: .seconds(60), ignoredQuery: ignored))
  }

  private func isSame(_ first: Query, _ second: Query, ignoring ignored: IgnoredQuery?) async throws -> Bool {
    let test = try CacheUnderTest.counting()
    let one = try await test.text(request(first, ignoring: ignored))
    return try await test.text(request(second, ignoring: ignored)) == one
  }

  @Test("By default they count")
  func standard() async throws {
    #expect(try await !isSame(["ts": 1], ["ts": 2], ignoring: nil))
    #expect(try await !isSame(["ts": 1], [:], ignoring: .names([])))
  }

  @Test("Those that are named do not, and the others still do")
  func named() async throws {
    let ignored = IgnoredQuery.names(["ts", "sign here"])
    #expect(try await isSame(["ts": 1, "page": 1], ["page": 1, "ts": 2, "sign here": "x"], ignoring: ignored))
    #expect(try await isSame(["ts": [1, 2], "page": 1], ["page": 1], ignoring: ignored))
    #expect(try await !isSame(["ts": 1, "page": 1], ["ts": 1, "page": 2], ignoring: ignored))
    #expect(try await !isSame(["tsx": 1], ["tsx": 2], ignoring: ignored))
  }

  @Test("A route may leave out all of them, and they are sent all the same")
  func all() async throws {
    let test = try CacheUnderTest.counting()
    var route = Route("signed", endpoint: "/file?fixed=1")
    route.cache = CachePolicy(timeToLive: .seconds(60), ignoredQuery: .all)
    test.client.configuration.routes = [route]
    _ = try await test.client.send(.route("signed").query("signature", "abc"))
    #expect(try await test.text(.route("signed").query("signature", "def")) == #"{"n":1}"#)
    #expect(test.server.requests.first?.target == "/file?fixed=1&signature=abc")
  }

  @Test("A model that becomes the query is left out as well")
  func models() async throws {
    let test = try CacheUnderTest.counting()
    let request = Request.items.caching(for: .seconds(60)).ignoringInCache(query: "ts")
    _ = try await test.client.send(request.model(["ts": 1, "page": 2]))
    #expect(try await test.text(request.model(["page": 2, "ts": 2])) == #"{"n":1}"#)
  }

  @Test("A file of routes says it, as it says how long responses are kept and whose they invalidate")
  func file() throws {
    let routes = try Routes(json: [
      "info": ["endpoint": "/info", "cache": ["ttl": 3600, "ignoreQuery": true]],
      "list": ["endpoint": "/items", "cache": ["ttl": 1.5, "ignoreQuery": ["ts", "sig"], "group": "ada"]],
      "add": ["endpoint": "/items", "method": "PUT", "cache": ["invalidates": ["list"], "update": false]],
    ])
    #expect(routes["info"]?.cache == CachePolicy(timeToLive: .seconds(3600), ignoredQuery: .all))
    let list = CachePolicy(timeToLive: .milliseconds(1500), group: "ada", ignoredQuery: .names(["ts", "sig"]))
    #expect(routes["list"]?.cache == list)
    #expect(routes["add"]?.cache == CachePolicy(updatesCache: false, invalidates: ["list"]))
    #expect(routes["list"]?["cache"] == ["ttl": 1.5, "group": "ada", "ignoreQuery": ["sig", "ts"]])
  }

  static let mistakes: [(JSONValue, String)] = [
    (["ttl": "1h"], "“ttl” is not a number of seconds"),
    (["ttl": -1], "“ttl” is not a number of seconds"),
    (["invalidates": "list"], "“invalidates” is a string, not a list"),
    (["tll": 1], "“tll” is none of ttl, update, group, ignoreQuery, invalidates"),
    (60, "it is a number, not an object"),
  ]

  @Test("What a file of routes says wrong of the cache is told with the route", arguments: mistakes)
  func mistake(_ row: (value: JSONValue, reason: String)) throws {
    let error = #expect(throws: InvalidRoute.self) {
      try Routes(json: ["list": .object(["endpoint": "/items", "cache": row.value])])
    }
    #expect(error?.reason == row.reason && error?.place == "list.cache")
  }
}
