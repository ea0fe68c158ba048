import TestSupport
import Testing

@Suite("parley cache", .timeLimit(.minutes(2)))
struct CacheTests {
  private let parley: ParleyProgram
  private let server: RawServer

  init() throws {
    server = try RawServer.answering(inTurn: (1...5).map { .text("{\"n\":\($0)}") })
    parley = try ParleyProgram()
    try parley.home.write("parley: 1\nid: cachetest\nservers: { api: '\(server.url)' }\n", to: "shop/parley.yaml")
    try parley.home.write("url: /items\ncache: { ttl: 60s }\n", to: "shop/requests/list.yaml")
    try parley.home.write(
      "method: POST\nurl: /items\ncache: { invalidates: [list] }\n", to: "shop/requests/add.yaml")
  }

  private func run(_ arguments: String...) async throws -> FinishedProcess {
    try await parley.run(arguments + ["-w", parley.home.path("shop")])
  }

  @Test("A response is kept from one run to the next, listed, explained, shown and removed")
  func wholeLife() async throws {
    let empty = try await run("send", "list", "--cached")
    #expect(empty.status == 0 && empty.output.isEmpty && empty.errorText.contains("The cache has no entry for it."))
    #expect(try await run("send", "list").outputText == "{\"n\":1}")
    let again = try await run("send", "list")
    #expect(again.outputText == "{\"n\":1}" && again.errorText.contains("served from cache: Fresh for "))
    #expect(try await run("send", "list", "--cached").outputText == "{\"n\":1}")
    #expect(server.requests.count == 1)

    let list = try await run("cache", "list").outputText
    #expect(list.contains("GET") && list.contains("/items") && list.contains("2 hits") && list.contains("fresh for"))
    #expect(list.contains("67% from cache"))
    let tree = try await run("cache", "list", "--tree").outputText
    #expect(tree.contains("/items  1 entry, 7 B, 2 hits, 67% from cache"))
    #expect(try await run("cache", "list", "status:2xx", "hits>1").outputText.contains("/items"))
    #expect(try await run("cache", "list", "is:edited").outputText.isEmpty)
    let sorted = try await run("cache", "list", "--sort", "hits", "--reverse").outputText
    #expect(sorted.contains("/items"))
    let past = try await run("history", "list").outputText
    #expect(past.split(separator: "\n").count { $0.hasSuffix("from the cache") } == 1)
    #expect(try await run("cache", "why", "list").outputText.hasPrefix("Fresh for "))
    #expect(try await run("cache", "show", "1").outputText == "{\"n\":1}")
    #expect(try await run("cache", "remove", "1").status == 0)
    #expect(try await run("cache", "remove", "1").status == 2)
    #expect(try await run("cache", "why", "list", "--json").outputText.contains("\"entry.none\""))
  }

  @Test("An entry that was sent by its URL is explained and refreshed by its number")
  func sentByURL() async throws {
    let typed = try RawServer.answering(
      inTurn: (1...3).map { .text("\($0)", headers: ["Cache-Control: max-age=60", "Vary: X-Kind"]) })
    _ = try await run("send", "\(typed.url)/typed", "X-Kind:tea")
    #expect(try await run("send", "\(typed.url)/typed", "X-Kind:tea").outputText == "1")
    let why = try await run("cache", "why", "1")
    #expect(why.status == 0 && why.outputText.hasPrefix("Fresh for "), "\(why.errorText)")
    #expect(try await run("cache", "list").outputText.contains("x-kind: tea"))
    let refreshed = try await run("cache", "refresh", "1")
    #expect(refreshed.status == 0 && refreshed.errorText.contains("Refreshed 1 entry."), "\(refreshed.errorText)")
    #expect(typed.requests.map { $0.value(of: "X-Kind") } == ["tea", "tea"])
    #expect(try await run("send", "\(typed.url)/typed", "X-Kind:tea").outputText == "2")
    let unknown = try await run("cache", "refresh", "99")
    #expect(unknown.status == 2 && unknown.errorText.contains("parley cache list"), "\(unknown.errorText)")
  }

  @Test("A request that names another removes its entries, and clear removes all")
  func clearing() async throws {
    _ = try await run("send", "list")
    _ = try await run("send", "add")
    #expect(try await run("cache", "list", "--json").outputText == "[]\n")
    _ = try await run("send", "list")
    let mistaken = try await run("cache", "clear", "status:abc")
    #expect(mistaken.status == 2 && mistaken.errorText.contains("“status” wants a number"))
    #expect(try await run("cache", "clear", "nothing").errorText.contains("Removed 0 entries."))
    #expect(try await run("cache", "clear", "items").errorText.contains("Removed 1 entry."))
  }
}
