import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Shared data is kept by key", .timeLimit(.minutes(2)))
struct SharedDataStorageTests {
  let folder = TemporaryFolder()

  @Test("Text, JSON and exact bytes come back as they went in", arguments: SharedPlace.allCases)
  func kinds(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    let values: [SharedValue] = [
      "", "plain \u{0} text é é", .json(["n": 9007199254740993, "list": [nil, 1.10]]), .json(.string("a")),
      .bytes([]), .bytes(Array(0...255)),
    ]
    for (index, value) in values.enumerated() { try await test.shared.set("key\(index)", value) }
    for (index, value) in values.enumerated() {
      let read = try await test.shared.get("key\(index)")
      #expect(read?.kind == value.kind)
      #expect(read?.contentBytes == value.contentBytes)
    }
    await test.close()
  }

  @Test("What is absent is nothing; removing says whether there was something", arguments: SharedPlace.allCases)
  func absence(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    #expect(try await test.shared.get("none") == nil)
    #expect(try await test.shared.entry("none") == nil)
    #expect(try await !test.shared.remove("none"))
    try await test.shared.set("a", "1")
    #expect(try await test.shared.remove("a"))
    #expect(try await test.shared.get("a") == nil)
    #expect(try await !test.shared.remove("a"))
    await test.close()
  }

  @Test("Keys live in the active environment unless declared for the workspace", arguments: SharedPlace.allCases)
  func environments(place: SharedPlace) async throws {
    let rules = SharedRules([SharedRule("user.*", scope: .workspace), SharedRule("user.tmp")])
    let test = try await place.shared(in: folder, rules: rules)
    try await test.shared.set("token", "local's")
    try await test.shared.set("user.name", "Ada")
    try await test.shared.set("user.tmp", "x")
    test.shared.environment = "staging"
    #expect(try await test.shared.get("token") == nil)
    #expect(try await test.shared.get("user.name") == "Ada")
    #expect(try await test.shared.get("user.tmp") == nil)
    #expect(try await test.shared.list().entries.map(\.key.name) == ["user.name"])
    try await test.shared.set("token", "staging's")
    test.shared.environment = "local"
    #expect(try await test.shared.get("token") == "local's")
    await test.close()
  }

  @Test("All keys that are seen are removed, those of other environments stay", arguments: SharedPlace.allCases)
  func removeAll(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder, rules: SharedRules([SharedRule("all", scope: .workspace)]))
    test.shared.environment = "staging"
    try await test.shared.set("a", "kept")
    test.shared.environment = "local"
    for name in ["a", "b", "all"] { try await test.shared.set(name, "1") }
    #expect(try await test.shared.removeAll() == 3)
    #expect(try await test.shared.list().total == 0)
    test.shared.environment = "staging"
    #expect(try await test.shared.get("a") == "kept")
    await test.close()
  }

  @Test("The last writer and the time stand with the value", arguments: SharedPlace.allCases)
  func writer(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    let before = Timestamp.now()
    try await test.shared.set("a", "1", writer: "user/login")
    try await test.shared.set("a", "2", writer: "by hand")
    let entry = try #require(try await test.shared.entry("a"))
    #expect(entry.writer == "by hand")
    #expect(entry.at >= before && entry.at <= .now())
    let history = try await test.shared.history(of: "a")
    #expect(history.map { $0.value } == ["2", "1"])
    #expect(history.map { $0.writer } == ["by hand", "user/login"])
    await test.close()
  }

  @Test(
    "Keys are listed in order, by windows, by prefix and by a part of their name", arguments: SharedPlace.allCases)
  func windows(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    for number in (10..<30).shuffled() { try await test.shared.set("key\(number)", "v") }
    try await test.shared.set("Other_[%*]", "v")
    let page = try await test.shared.list(offset: 5, limit: 3)
    #expect(page.total == 21)
    #expect(page.entries.map(\.key.name) == ["key14", "key15", "key16"])
    #expect(
      try await test.shared.list(prefix: "key2", offset: 8, limit: 5).entries.map(\.key.name) == ["key28", "key29"])
    #expect(try await test.shared.list(filter: "Y1").total == 10)
    for odd in ["r_", "[", "%", "*"] { #expect(try await test.shared.list(filter: odd).total == 1) }
    #expect(try await test.shared.list(prefix: "Other_[").total == 1)
    #expect(try await test.shared.list(prefix: "key_").total == 0)
    await test.close()
  }

  @Test("What was set survives reopening, with its writer, its history and its ciphers")
  func reopening() async throws {
    var test = try await SharedPlace.disk.shared(in: folder)
    try await test.shared.bind("page", to: "gzip")
    for value in ["1", "2"] { try await test.shared.set("page", .text(value), writer: "user/login") }
    await test.close()
    test = try await SharedPlace.disk.shared(in: folder)
    #expect(try await test.shared.get("page") == "2")
    #expect(try await test.shared.history(of: "page").map { $0.writer } == ["user/login", "user/login"])
    #expect(try await test.shared.undo("page").value == "1")
    await test.close()
  }

  @Test("A name that cannot be one is refused", arguments: ["", "a\u{1b}b", String(repeating: "n", count: 513)])
  func names(name: String) async throws {
    let shared = SharedData()
    #expect(await refusal { try await shared.set(name, "1") } == .invalidKey)
  }
}
