import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Variants of a response", .timeLimit(.minutes(2)))
struct CacheVariantTests {
  private func languages(_ headers: String...) throws -> CacheUnderTest {
    CacheUnderTest(
      try .start { connection in
        while let request = try connection.readRequest() {
          let language = request.value(of: "Accept-Language") ?? "none"
          try connection.send(
            .text(language, headers: headers + ["Vary: Accept-Language", "Cache-Control: max-age=60"]))
        }
      })
  }

  private func ask(_ test: CacheUnderTest, _ language: String) async throws -> String {
    try await test.text(.items.header(.acceptLanguage, language))
  }

  @Test("Each is kept: de, en, de, en sends twice")
  func kept() async throws {
    let test = try languages()
    for language in ["de", "en", "de", "en"] { #expect(try await ask(test, language) == language) }
    #expect(test.sent == 2)
    #expect(try await test.client.cache.list().count == 2)
    #expect(try await test.client.cache.decision(for: .items.header(.acceptLanguage, "fr")).code == "entry.varies")
  }

  @Test("What vouches for one is not asked about for another, since servers give one tag to several")
  func tags() async throws {
    let test = try languages("ETag: \"v1\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT")
    for language in ["de", "en"] { #expect(try await ask(test, language) == language) }
    #expect(
      test.server.requests.allSatisfy {
        $0.value(of: "If-None-Match") == nil && $0.value(of: "If-Modified-Since") == nil
      })
  }

  @Test("A response that varies takes the place of one that did not")
  func laterVary() async throws {
    let test = try CacheUnderTest(
      .text("1", headers: ["Cache-Control: max-age=1"]),
      .text("2", headers: ["Cache-Control: max-age=60", "Vary: Accept-Language"]), .text("3"))
    _ = try await ask(test, "de")
    test.pass(.seconds(1))
    #expect(try await ask(test, "de") == "2")
    #expect(try await test.client.cache.list().count == 1)
    #expect(try await ask(test, "en") == "3")
  }

  @Test("Removed by hand, by its request or by a change of its address, all go")
  func removed() async throws {
    let test = try languages()
    func fill() async throws { for language in ["de", "en"] { _ = try await ask(test, language) } }
    try await fill()
    #expect(try await test.client.cache.remove(.items))
    #expect(try await test.client.cache.list().count == 0)
    try await fill()
    _ = try await test.client.send(.put("/items"))
    #expect(try await test.client.cache.list().count == 0)
  }

  @Test("Of many only the newest stay, and those that are pinned")
  func bounded() async throws {
    let test = try languages()
    _ = try await ask(test, "l0")
    try await test.client.cache.setPinned(true, CacheFilter())
    for number in 1...40 { _ = try await ask(test, "l\(number)") }
    let count = try await test.client.cache.list(limit: 100).count
    #expect(count == 17)
    let sent = test.sent
    for language in ["l0", "l40", "l25"] { #expect(try await ask(test, language) == language) }
    #expect(test.sent == sent)
  }

  @Test("With a bearer token, Vary: Authorization is settled by whose entry it is")
  func authorization() async throws {
    let test = try CacheUnderTest.counting("Cache-Control: max-age=60", "Vary: Authorization, X-Key")
    for _ in 0..<2 {
      for (index, token) in ["a-token", "b-token"].enumerated() {
        #expect(try await test.text(.items.authorized(.bearer(token))) == #"{"n":\#(index + 1)}"#)
      }
      #expect(try await test.text(.items.authorized(.apiKey(name: "X-Key", value: "k", in: .header))) == #"{"n":3}"#)
    }
    #expect(test.sent == 3)
  }
}

@Suite("only-if-cached", .timeLimit(.minutes(2)))
struct OnlyIfCachedTests {
  private let only = Request.items.header(.cacheControl, "only-if-cached")

  @Test("With nothing stored it is 504, and nothing is sent", arguments: [true, false])
  func nothing(isEmpty: Bool) async throws {
    let test = try CacheUnderTest.counting("Cache-Control: max-age=60")
    if !isEmpty { _ = try await test.client.send(.get("/other")) }
    let sent = test.sent
    let response = try await test.client.send(only)
    #expect(response.status.code == 504 && response.body.count == 0 && test.sent == sent)
    #expect(
      response.cached?.summary
        == "The cache has no entry for it; the request says only-if-cached, so it gets 504 and nothing is sent.")
    #expect(try await test.client.cache.decision(for: only).action == .refuse)
    #expect(test.told().last == "load skip /items")
  }

  @Test("What is fresh is the response, and what is stale is 504")
  func stored() async throws {
    let test = try CacheUnderTest.counting("Cache-Control: max-age=60", "ETag: \"v1\"")
    _ = try await test.client.send(.items)
    #expect(try await test.client.send(only).status == .ok)
    test.pass(.seconds(60))
    #expect(try await test.client.send(only).status.code == 504)
    #expect(try await test.client.send(.items.header(.cacheControl, "max-stale, only-if-cached")).status == .ok)
    #expect(test.sent == 1)
  }

  @Test("A method that is not read from the cache is 504; without a cache, or turned off, it is sent")
  func others() async throws {
    let test = try CacheUnderTest.counting()
    #expect(try await test.client.send(.post("/items").header(.cacheControl, "only-if-cached")).status.code == 504)
    #expect(test.sent == 0)
    #expect(try await test.client.send(only.withoutCache()).status == .ok)
    let without = try CacheUnderTest(.text("1"), cache: nil)
    #expect(try await without.client.send(only).status == .ok)
  }
}

@Suite("HEAD beside GET", .timeLimit(.minutes(2)))
struct CacheHeadTests {
  @Test("A HEAD that says another tag makes the entry of GET stale, and one that says the same leaves it")
  func head() async throws {
    let test = try CacheUnderTest(
      .text("1", headers: ["ETag: \"v1\"", "Cache-Control: max-age=60"]),
      RawReply("200 OK", headers: ["ETag: \"v1\""]), RawReply("200 OK", headers: ["ETag: \"v2\""]),
      .text("2", headers: ["ETag: \"v2\""]))
    _ = try await test.client.send(.items)
    _ = try await test.client.send(.head("/items"))
    #expect(try await test.text(.items) == "1")
    _ = try await test.client.send(.head("/items").header(.cacheControl, "no-cache"))
    #expect(try await test.text(.items) == "2")
  }
}
