import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Values are kept by ciphers", .timeLimit(.minutes(2)))
struct SharedDataCipherTests {
  let folder = TemporaryFolder()
  let page = String(repeating: "the same words again and again ", count: 200)

  @Test("Gzip is ready: what is kept is its output, what is read is the original", arguments: SharedPlace.allCases)
  func gzip(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    try await test.shared.bind("page", to: "gzip")
    try await test.shared.set("page", .text(page))
    let kept = try #require(try await test.kept("page")).kept.get().bytes
    #expect(kept.starts(with: [0x1F, 0x8B]) && kept.count < page.utf8.count / 10)
    #expect(try Gzip.decompress(kept, limit: 1 << 20) == Array(page.utf8))
    #expect(try await test.shared.get("page")?.text == page)
    #expect(try await test.shared.entry("page")?.cipher == "gzip")
    #expect(try await test.shared.entry("page")?.isSecret == false)
    await test.close()
  }

  @Test(
    "A cipher of your own is registered by name and bound to keys by a pattern", arguments: SharedPlace.allCases)
  func pattern(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    test.shared.register(FlippingCipher(), as: "flip")
    try await test.shared.bind("user.*", to: "flip")
    for name in ["user.token", "user.", "users"] { try await test.shared.set(name, "abc") }
    #expect(try await test.kept("user.token")?.kept.get().bytes == Array("abc".utf8).map { ~$0 })
    #expect(try await test.kept("user.")?.cipher == "flip")
    #expect(try await test.kept("users")?.cipher == nil)
    #expect(try await test.shared.get("user.token") == "abc")
    await test.close()
  }

  @Test("A name nobody registered is refused, and nothing changes", arguments: SharedPlace.allCases)
  func unknown(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    try await test.shared.set("a", "1")
    #expect(await refusal { try await test.shared.bind("a", to: "valut") } == .unknownCipher)
    #expect(try await test.shared.get("a") == "1")
    test.shared.rules = SharedRules([SharedRule("a", cipher: "valut")])
    #expect(await refusal { try await test.shared.set("a", "2") } == .unknownCipher)
    #expect(try await test.shared.get("a") == "1")
    await test.close()
  }

  @Test("Rebinding rewrites the value and its history, and tells nobody", arguments: SharedPlace.allCases)
  func rebinding(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    test.shared.register(FlippingCipher(), as: "flip")
    try await test.shared.set("a", "old")
    try await test.shared.set("a", "new")
    let changes = test.shared.changes()
    try await test.shared.bind("a", to: "flip")
    let history = try await test.storage.history(of: test.shared.key("a"), before: nil, limit: 9)
    #expect(history.map { $0.content?.cipher } == ["flip", "flip"])
    #expect(try history.map { try $0.content?.kept.get().bytes.map { ~$0 } } == [Array("new".utf8), Array("old".utf8)])
    #expect(try await test.shared.get("a") == "new")
    try await test.shared.bind("a", to: nil)
    #expect(try await test.kept("a")?.cipher == nil)
    #expect(try await test.shared.history(of: "a").map { $0.value } == ["new", "old"])
    try await test.shared.set("b", "next")
    #expect(await changes.next(1) == ["b = next"])
    await test.close()
  }

  @Test("A rewrite that fails half-way has changed nothing", arguments: SharedPlace.allCases)
  func failingRewrite(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    test.shared.register(GzipCipher(limit: 4), as: "small")
    for value in ["a", "bb", "longer", "ccc"] { try await test.shared.set("a", .text(value)) }
    #expect(await refusal { try await test.shared.bind("a", to: "small") } == .cipher)
    let history = try await test.storage.history(of: test.shared.key("a"), before: nil, limit: 9)
    #expect(history.allSatisfy { $0.content?.cipher == nil })
    #expect(test.shared.rules.rules == [])
    try await test.shared.set("a", "much longer")
    await test.close()
  }

  @Test("A rule adds a protection by itself, but takes none away", arguments: SharedPlace.allCases)
  func protect(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    test.shared.register(FlippingCipher(), as: "flip")
    for name in ["hidden", "open"] { try await test.shared.set(name, "1") }
    try await test.shared.bind("open", to: "flip")
    test.shared.rules = SharedRules([SharedRule("hidden", cipher: "flip")])
    try await test.shared.protect()
    #expect(try await test.kept("hidden")?.cipher == "flip")
    #expect(try await test.kept("open")?.cipher == "flip")
    #expect(try await test.shared.entry("open")?.isSecret == true)
    await test.close()
  }

  @Test("Lists hide secrets, and a damaged value spoils no other", arguments: SharedPlace.allCases)
  func lists(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    test.shared.register(FlippingCipher(), as: "flip")
    try await test.shared.bind("secret", to: "flip")
    for name in ["a", "secret"] { try await test.shared.set(name, "1") }
    test.shared.rules.set(SharedRule("z", cipher: "gone"))
    #expect(try await test.shared.list().entries.map(\.content) == [.value("1"), .hidden])
    test.shared.unregister(cipher: "flip")
    #expect(try await test.shared.list().entries.map(\.content) == [.value("1"), .hidden])
    #expect(await refusal { _ = try await test.shared.get("secret") } == .unknownCipher)
    await test.close()
  }
}

@Suite("The most specific pattern holds", .timeLimit(.minutes(2)))
struct KeyPatternTests {
  @Test(
    "A star stands for any run of characters",
    arguments: [
      ("user.*", "user.", true), ("user.*", "user.a.b", true), ("user.*", "user", false), ("*", "", true),
      ("a*b*c", "aXbYc", true), ("a*b*c", "abc", true), ("a*b*c", "acb", false), ("a*a", "a", false),
      ("**x", "x", true), ("a*bc*bc", "abcbc", true), ("a*bc*bc", "abc", false), ("A", "a", false),
    ])
  func star(pattern: String, name: String, matches: Bool) {
    #expect(KeyPattern(pattern).matches(name) == matches)
  }

  @Test("A name goes before a family, a long pattern before a short one, in whatever order they were given")
  func precedence() {
    let rules = SharedRules(
      [("*", "a"), ("user.*", "b"), ("user.name", "c"), ("user.n*", "d")].map {
        SharedRule(KeyPattern($0.0), cipher: $0.1)
      }.shuffled())
    #expect(["x", "user.x", "user.name", "user.nick"].map { rules.rule(for: $0)?.cipher } == ["a", "b", "c", "d"])
  }
}
