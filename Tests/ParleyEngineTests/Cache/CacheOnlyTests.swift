import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Asking only the cache", .timeLimit(.minutes(2)))
struct CacheOnlyTests {
  private let request = Request.items.caching(for: .seconds(60))

  @Test("Nothing is no error, and nothing is sent")
  func nothing() async throws {
    let test = try CacheUnderTest.counting()
    #expect(try await test.client.cache.freshResponse(to: request) == nil)
    #expect(try await test.client.cache.decision(for: request, onlyCache: true).code == "entry.none")
    #expect(test.sent == 0 && test.told().isEmpty)
  }

  @Test("What is there is the response, with its status, headers and model")
  func answer() async throws {
    let test = try CacheUnderTest.counting()
    _ = try await test.client.send(request)
    let answer = try #require(try await test.client.cache.freshResponse(to: request.expecting(JSONValue.self)))
    #expect(answer.status == .ok && answer.contentType == "application/json")
    #expect(try answer.model(as: JSONValue.self) == ["n": 1])
    #expect(answer.cached?.code == "fresh.wish" && test.sent == 1)
  }

  @Test("What has expired is nothing, and stays for those who take it")
  func expired() async throws {
    let test = try CacheUnderTest.counting()
    _ = try await test.client.send(request)
    test.pass(.seconds(75))
    #expect(try await test.client.cache.freshResponse(to: request) == nil)
    let decision = try await test.client.cache.decision(for: request, onlyCache: true)
    #expect(decision.action == .nothing)
    #expect(decision.summary == "Stale: kept 60 s by the request's ttl, 75 s old.")
    #expect(try await test.client.cache.model(of: request, as: JSONValue.self) == ["n": 1])
    #expect(test.sent == 1)
  }

  @Test("The time to live that an entry was kept by counts for a request that has none")
  func ownTime() async throws {
    let test = try CacheUnderTest.counting()
    _ = try await test.client.send(request)
    #expect(try await test.client.cache.freshResponse(to: .items)?.text() == #"{"n":1}"#)
    test.pass(.seconds(60))
    #expect(try await test.client.cache.freshResponse(to: .items) == nil)
  }

  @Test("What was kept without any time does not expire")
  func unlimited() async throws {
    let test = try CacheUnderTest.counting()
    _ = try await test.client.send(.items.updatingCache())
    test.pass(.seconds(86_400))
    #expect(try await test.client.cache.freshResponse(to: .items)?.cached?.code == "entry.unlimited")
  }

  @Test("What is stale by its headers has expired")
  func headers() async throws {
    let test = try CacheUnderTest.counting("Cache-Control: max-age=60")
    _ = try await test.client.send(.items)
    #expect(try await test.client.cache.freshResponse(to: .items) != nil)
    test.pass(.seconds(60))
    #expect(try await test.client.cache.freshResponse(to: .items) == nil)
  }

  @Test("A request that wants no cache gets nothing")
  func off() async throws {
    let test = try CacheUnderTest.counting()
    _ = try await test.client.send(request)
    #expect(try await test.client.cache.freshResponse(to: request.withoutCache()) == nil)
    #expect(try await test.text(request.withoutCache()) == #"{"n":2}"#)
    #expect(try await test.text(request) == #"{"n":1}"#)
  }

  @Test("It is examined as a response of the server is")
  func examined() async throws {
    let test = try CacheUnderTest.counting()
    _ = try await test.client.send(request)
    var strict = request
    strict.asyncValidator = { response in
      ValidationFailure(expectation: "another n", reason: "it is \((try? response.text()) ?? "")")
    }
    let answer = try #require(try await test.client.cache.freshResponse(to: strict))
    #expect(!answer.isAccepted && answer.validationFailure?.expectation == "another n" && test.sent == 1)
  }
}
