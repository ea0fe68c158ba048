import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("ETag, If-None-Match and max-age", .timeLimit(.minutes(2)))
struct CacheValidationTests {
  private static let tagged = ["ETag: \"v1\"", "Content-Type: application/json"]

  @Test("While max-age lasts nothing is sent, by nobody's wish")
  func fresh() async throws {
    let test = try CacheUnderTest.counting("Cache-Control: max-age=60")
    _ = try await test.client.send(.items)
    test.pass(.seconds(19))
    let response = try await test.client.send(.items)
    #expect(try response.text() == #"{"n":1}"# && test.sent == 1)
    #expect(response.cached?.summary == "Fresh for another 41 s: kept 60 s by max-age=60, 19 s old.")
    #expect(test.told() == ["update cache /items", "load remote /items", "load skip /items"])
    test.pass(.seconds(41))
    #expect(try await test.text(.items) == #"{"n":2}"#)
  }

  @Test("With an ETag the server is asked, and 304 is a load skip with the cached model")
  func notModified() async throws {
    let test = try CacheUnderTest(
      .text(#"{"n":1}"#, headers: Self.tagged), RawReply("304 Not Modified", headers: ["ETag: \"v1\"", "Server: now"]))
    _ = try await test.client.send(.items)
    let response = try await test.client.send(.items.expecting(JSONValue.self))
    #expect(test.server.requests.last?.value(of: "If-None-Match") == "\"v1\"")
    #expect(try response.model(as: JSONValue.self) == ["n": 1])
    #expect(response.status == .ok && response.headers[.server] == "now")
    #expect(response.cached?.source == .notModified)
    #expect(test.told() == ["update cache /items", "load remote /items", "load skip /items"])
  }

  @Test("A 304 makes it fresh again by what it says")
  func refreshed() async throws {
    let test = try CacheUnderTest(
      .text("1", headers: ["ETag: \"v1\"", "Cache-Control: max-age=10"]),
      RawReply("304 Not Modified", headers: ["ETag: \"v1\"", "Cache-Control: max-age=100"]))
    _ = try await test.client.send(.items)
    test.pass(.seconds(11))
    #expect(try await test.text(.items) == "1")
    test.pass(.seconds(99))
    #expect(try await test.text(.items) == "1")
    #expect(test.sent == 2)
  }

  @Test("The same ETag in a whole response is a load skip as well")
  func sameTag() async throws {
    let test = try CacheUnderTest(.text(#"{"n":1}"#, headers: Self.tagged))
    _ = try await test.client.send(.items)
    let response = try await test.client.send(.items)
    #expect(response.cached?.source == .sameTag && test.sent == 2)
    #expect(test.told() == ["update cache /items", "load remote /items", "load skip /items"])
  }

  @Test("A whole response with the same ETag and another body replaces what was kept, and the event says so")
  func sameTagAnotherBody() async throws {
    let test = try CacheUnderTest(.text("first", headers: Self.tagged), .text("second", headers: Self.tagged))
    _ = try await test.client.send(.items)
    let response = try await test.client.send(.items)
    #expect(try response.text() == "second" && response.cached == nil)
    #expect(try await test.client.cache.response(to: .items)?.text() == "second")
    let remarks = test.kinds().compactMap {
      if case .updateCache(let change) = $0 { change.remark?.rawValue ?? "none" } else { nil }
    }
    #expect(remarks == ["none", "body changed under the same ETag"])
  }

  @Test(
    "Bodies of one length are told apart wherever they differ, however large they are",
    arguments: [1, 300_000, 5_000_000])
  func sameTagByContent(size: Int) async throws {
    let first = String(repeating: "a", count: size)
    let second = String(repeating: "a", count: size - 1) + "b"
    let test = try CacheUnderTest(
      .text(first, headers: Self.tagged), .text(first, headers: Self.tagged), .text(second, headers: Self.tagged))
    _ = try await test.client.send(.items)
    #expect(try await test.client.send(.items).cached?.source == .sameTag)
    #expect(try await test.text(.items) == second)
  }

  @Test("The same body again takes over all that its headers say now, and nothing of what they said")
  func sameTagHeaders() async throws {
    let test = try CacheUnderTest(
      .text("1", headers: Self.tagged + ["Cache-Control: max-age=0", "X-Old: 1"]), .text("1", headers: Self.tagged))
    _ = try await test.client.send(.items)
    let response = try await test.client.send(.items)
    #expect(response.cached?.source == .sameTag)
    #expect(!response.headers.contains { ["cache-control", "x-old"].contains($0.name.canonicalName) })
  }

  @Test("A 304 is as old as it says itself, not as what it confirms was")
  func refreshedAge() async throws {
    let test = try CacheUnderTest(
      .text("1", headers: ["ETag: \"v1\"", "Cache-Control: max-age=60", "Age: 60", "Content-Type: text/plain"]),
      RawReply("304 Not Modified", headers: ["ETag: \"v1\"", "Content-Type: text/html"]))
    _ = try await test.client.send(.items)
    let response = try await test.client.send(.items)
    #expect(response.contentType == "text/plain" && response.cached?.freshFor == .seconds(60))
    test.pass(.seconds(59))
    #expect(try await test.text(.items) == "1")
    #expect(test.sent == 2)
  }

  @Test("A 304 with another tag confirms nothing: the whole is asked for")
  func foreignNotModified() async throws {
    let test = try CacheUnderTest(
      .text("1", headers: Self.tagged), RawReply("304 Not Modified", headers: ["ETag: \"v2\""]),
      .text("2", headers: ["ETag: \"v2\""]))
    _ = try await test.client.send(.items)
    #expect(try await test.text(.items) == "2")
    #expect(test.server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"v1\"", nil])
  }

  @Test("A 304 with the tag as a weak one confirms the entry")
  func weakNotModified() async throws {
    let test = try CacheUnderTest(
      .text("1", headers: Self.tagged), RawReply("304 Not Modified", headers: ["ETag: W/\"v1\""]))
    _ = try await test.client.send(.items)
    #expect(try await test.text(.items) == "1")
    #expect(test.sent == 2)
  }

  @Test("A request that stores nothing leaves what a 304 confirms")
  func noStoreRequest() async throws {
    let test = try CacheUnderTest(
      .text("1", headers: Self.tagged), RawReply("304 Not Modified", headers: ["ETag: \"v1\""]))
    _ = try await test.client.send(.items)
    #expect(try await test.text(.items.header(.cacheControl, "no-store")) == "1")
    #expect(try await test.client.cache.list().count == 1)
  }

  @Test("Another ETag is another response, and takes the place of the old")
  func otherTag() async throws {
    let test = try CacheUnderTest(.text("1", headers: ["ETag: \"v1\""]), .text("2", headers: ["ETag: \"v2\""]))
    _ = try await test.client.send(.items)
    #expect(try await test.text(.items) == "2")
    #expect(try await test.client.cache.model(of: .items.reading(with: TextCodec()), as: String.self) == "2")
  }

  @Test("Last-Modified asks too")
  func lastModified() async throws {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let test = try CacheUnderTest(.text("1", headers: ["Last-Modified: \(date)"]), RawReply("304 Not Modified"))
    _ = try await test.client.send(.items)
    #expect(try await test.text(.items) == "1")
    #expect(test.server.requests.last?.value(of: "If-Modified-Since") == date)
  }

  @Test("The switch turns all of it off")
  func switchedOff() async throws {
    let test = try CacheUnderTest(.text("1", headers: ["ETag: \"v1\"", "Cache-Control: max-age=60"]))
    test.client.configuration.followsCacheHeaders = false
    _ = try await test.client.send(.items)
    _ = try await test.client.send(.items)
    #expect(test.sent == 2 && test.server.requests.last?.value(of: "If-None-Match") == nil)
    #expect(try await test.client.cache.list().count == 0)
  }

  @Test(
    "Conditions of the request's own are sent as they are, and their 304 comes back as it is, with the cached model")
  func ownConditions() async throws {
    let test = try CacheUnderTest(
      .text(#"{"n":1}"#, headers: Self.tagged), RawReply("304 Not Modified", headers: ["ETag: \"v1\""]))
    _ = try await test.client.send(.items)
    _ = test.told()
    let own = Request.items.header(.ifNoneMatch, "\"v1\"").expecting(JSONValue.self)
    let response = try await test.client.send(own)
    #expect(test.server.requests.last?.values(of: "If-None-Match") == ["\"v1\""])
    #expect(response.status == .notModified && response.model as? JSONValue == ["n": 1])
    #expect(test.told() == ["load skip /items"])
  }

  @Test("Only GET and HEAD are answered by headers")
  func methods() async throws {
    let test = try CacheUnderTest.counting("Cache-Control: max-age=60", "ETag: \"v1\"")
    _ = try await test.client.send(.post("/items"))
    _ = try await test.client.send(.post("/items"))
    #expect(test.sent == 2)
    #expect(try await test.client.cache.list().count == 0)
  }

  @Test("A time to live that ran out is asked about too")
  func wishAndTag() async throws {
    let test = try CacheUnderTest(
      .text("1", headers: Self.tagged), RawReply("304 Not Modified", headers: ["ETag: \"v1\""]))
    let request = Request.items.caching(for: .seconds(60))
    _ = try await test.client.send(request)
    test.pass(.seconds(60))
    #expect(try await test.client.cache.decision(for: request).action == .revalidate)
    #expect(try await test.text(request) == "1")
    test.pass(.seconds(59))
    #expect(try await test.text(request) == "1")
    #expect(test.sent == 2)
  }
}
