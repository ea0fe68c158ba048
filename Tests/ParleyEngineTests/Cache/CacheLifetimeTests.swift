import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("The time to live of a route", .timeLimit(.minutes(2)))
struct CacheLifetimeTests {
  private func routed(_ test: CacheUnderTest, for time: Duration?) -> Request {
    var route = Route("items", endpoint: "/items")
    route.cache = CachePolicy(timeToLive: time)
    test.client.configuration.routes = [route]
    return .route("items")
  }

  @Test("Within it the same is answered without the network, as a load skip")
  func within() async throws {
    let test = try CacheUnderTest.counting()
    let request = routed(test, for: .seconds(60))
    #expect(try await test.text(request) == #"{"n":1}"#)
    test.pass(.seconds(19))
    let response = try await test.client.send(request)
    #expect(try response.text() == #"{"n":1}"# && response.status == .ok)
    #expect(response.cached?.code == "fresh.wish" && response.cached?.freshFor == .seconds(41))
    #expect(response.cached?.summary == "Fresh for another 41 s: kept 60 s by the request's ttl, 19 s old.")
    #expect(test.sent == 1)
    #expect(test.told() == ["update cache /items", "load remote /items", "load skip /items"])
  }

  @Test("After it the request is sent again")
  func after() async throws {
    let test = try CacheUnderTest.counting()
    let request = routed(test, for: .seconds(60))
    _ = try await test.client.send(request)
    test.pass(.seconds(60))
    let decision = try await test.client.cache.decision(for: request)
    #expect(decision.summary == "Stale: kept 60 s by the request's ttl, 60 s old; it is fetched again.")
    #expect(try await test.text(request) == #"{"n":2}"#)
  }

  @Test("A file of routes says it in seconds")
  func file() async throws {
    let test = try CacheUnderTest.counting()
    test.client.configuration.routes = try Routes(json: ["items": ["endpoint": "/items", "cache": ["ttl": 60]]])
    for _ in 0..<2 { #expect(try await test.text(.route("items")) == #"{"n":1}"#) }
    test.pass(.seconds(60))
    #expect(try await test.text(.route("items")) == #"{"n":2}"#)
  }

  @Test("None and zero are not at all", arguments: [nil, Duration.zero])
  func none(time: Duration?) async throws {
    let test = try CacheUnderTest.counting()
    let request = routed(test, for: time)
    _ = try await test.client.send(request)
    #expect(try await test.text(request) == #"{"n":2}"#)
    #expect(try await test.client.cache.list().count == 0)
  }

  @Test("Only 2xx is kept", arguments: [("500 Oh", 2), ("404 No", 2), ("201 Made", 1), ("206 Part", 2)])
  func statuses(status: String, sent: Int) async throws {
    let test = try CacheUnderTest(.text("x", status: status))
    let request = routed(test, for: .seconds(60))
    _ = try await test.client.send(request)
    _ = try await test.client.send(request)
    #expect(test.sent == sent)
  }

  @Test("It goes before what the headers of the response say", arguments: ["max-age=3600", "no-store", "no-cache"])
  func beforeHeaders(control: String) async throws {
    let test = try CacheUnderTest.counting("Cache-Control: \(control)")
    let request = routed(test, for: .seconds(60))
    _ = try await test.client.send(request)
    #expect(try await test.text(request) == #"{"n":1}"#)
    test.pass(.seconds(61))
    #expect(try await test.text(request) == #"{"n":2}"#)
  }

  @Test("Any method may have one")
  func methods() async throws {
    let test = try CacheUnderTest.counting()
    let request = Request.post("/items").body(.json(["q": "pen"])).caching(for: .seconds(60))
    _ = try await test.client.send(request)
    #expect(try await test.text(request) == #"{"n":1}"#)
  }

  @Test("A hit asks for no authorization, is read, validated and captured like any response")
  func wholeWay() async throws {
    let test = try CacheUnderTest.counting()
    let asked = Lock(0)
    test.client.configuration.authorizationSource = {
      asked.withLock { $0 += 1 }
      return "Bearer secret"
    }
    var request = Request.items.caching(for: .seconds(60)).authorized(.source)
    let captured = Lock(0)
    request.capture = { _ in
      captured.withLock { $0 += 1 }
      return Captured()
    }
    for _ in 1...3 {
      let model = try await test.client.send(request, as: JSONValue.self)
      #expect(model == ["n": 1])
    }
    #expect(asked.withLock { $0 } == 1 && captured.withLock { $0 } == 3)
    let refused = try await test.client.send(request.validating(.status(in: 201..<202)))
    #expect(refused.validationFailure != nil && test.sent == 1)
  }

  @Test("A download to a file neither reads the cache nor is kept")
  func downloads() async throws {
    let test = try CacheUnderTest.counting()
    let folder = try TemporaryDirectory()
    let request = Request.items.caching(for: .seconds(60))
    _ = try await test.client.send(request.downloading(to: folder.path + "/a"))
    #expect(try await test.client.cache.list().count == 0)
    _ = try await test.client.send(request)
    _ = try await test.client.send(request.downloading(to: folder.path + "/b"))
    #expect(test.sent == 3)
  }
}
