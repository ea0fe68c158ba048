import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchScreens
@testable import WorkbenchState

@Suite("One time for all screens: previews and the cache at a moment of a run", .timeLimit(.minutes(2)))
struct ShownMomentTests {
  private static let file = """
    serial:
      - request: item/list
      - { local: keep, set: { cart: '42' } }
      - { request: item/list, as: again }
      - { local: change, set: { cart: '43' } }
      - { local: end, jq: '1' }

    """

  private static func reply(_ number: Int) -> RawReply {
    .text(
      "{\"edition\":\(number)}",
      headers: ["Content-Type: application/json", "Cache-Control: max-age=0", "ETag: \"\(number)\""])
  }

  /// A run that is over, with the steps in focus. Each response to the list differs from the one before.
  func ran(
    _ list: String = "url: /items\n", prepare: (Session) async throws -> Void = { _ in }
  ) async throws -> (GroupScreen, RawServer) {
    let server = try RawServer.answering(inTurn: [Self.reply(1), Self.reply(2)])
    let screen = try await GroupScreen(
      file: Self.file, server: server.url,
      files: [
        "parley.yaml": """
        parley: 1
        id: groups5
        servers: { api: "\(server.url)" }
        ciphers: { vault: { passphrase: prompt } }
        shared: { token: { cipher: vault } }

        """,
        "requests/item/list.yaml": list, "requests/show.yaml": "url: /carts\nquery: { id: '{{shared.cart}}' }\n",
      ]
    ) { session in
      try await session.shared.set("cart", "41")
      try await prepare(session)
    }
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("Tab")
    await screen.bench.idle()
    return (screen, server)
  }

  func go(_ screen: GroupScreen, to moment: String) async throws {
    try await screen.bench.press("2", "@", "Ctrl-U")
    await screen.bench.type(moment)
    try await screen.bench.press("Enter")
    await screen.bench.idle()
  }

  func shown(_ screen: GroupScreen, after keys: String...) async throws -> String {
    for key in keys { try await screen.bench.press(key) }
    return await screen.bench.idle()
  }

  @Test("The values beside templates, and what would have been sent, are those of the moment; F5 sends those of now")
  func previews() async throws {
    let (screen, server) = try await ran()
    try await go(screen, to: "keep")
    try await screen.bench.press("1", "/")
    await screen.bench.type("show")
    try await screen.bench.press("Enter", "G", "Enter")
    let then = await screen.bench.idle()
    #expect(then.contains(/show +at \d\d:\d\d:\d\d\.\d{3}/), "\(then)")
    #expect(then.contains(/\{\{shared\.cart\}\} +41/), "\(then)")
    #expect(then.contains("with today's values"))
    let explained = try await shown(screen, after: "x")
    #expect(explained.contains("as it would have been sent at "))
    #expect(explained.contains("/carts?id=41") && !explained.contains("id=43"), "\(explained)")
    #expect(server.requests.count == 2)
    _ = try await shown(screen, after: "Esc", "F5")
    #expect(server.requests.last?.target == "/carts?id=43")
    try await go(screen, to: "change")
    #expect(try await shown(screen, after: "1").contains(/\{\{shared\.cart\}\} +42/))
    let now = try await shown(screen, after: "2", "Esc", "1")
    #expect(now.contains(/\{\{shared\.cart\}\} +43/) && !now.contains("with today's values"), "\(now)")
  }

  @Test("A key that was not there yet has no value, and one that is gone by now has the one it had")
  func keys() async throws {
    let (screen, _) = try await ran()
    try await screen.session.shared.set("later", "1")
    try await screen.session.shared.remove("cart")
    try await screen.session.flushEvents()
    let recording = try await screen.newest()
    let time = try #require(recording.node(named: "change")?.startedAt)
    let then = try await screen.session.sharedKeys.then(
      asOf: time, in: recording.summary.environment, knowing: recording.sharedValues(asOf: time))
    #expect(then.keys.map(\.name) == ["cart"])
    #expect(then["cart"]?.change?.value?.text == "42")
  }

  @Test("The cache shows what had been stored by then, how fresh it was, and what became of it; nothing is changed")
  func cache() async throws {
    let (screen, server) = try await ran("url: /items\ncache: { ttl: 60s }\n")
    try await go(screen, to: "#1")
    #expect(try await shown(screen, after: "4").contains("Nothing had been stored by then"))
    try await go(screen, to: "change")
    let then = try await shown(screen, after: "4")
    #expect(then.contains(/Cache .*  at \d\d:\d\d:\d\d\.\d{3}/) && then.contains("1 entry"), "\(then)")
    #expect(then.contains(/\/items .*fresh for .*the same/), "\(then)")
    #expect(try await shown(screen, after: "D").contains("This is how the cache was at "))
    #expect(try await shown(screen, after: "Enter").contains("Fresh for another"))
    #expect(server.requests.count == 1)
  }

  @Test("An entry that was replaced since is shown as it was, from the history, and one that was removed too")
  func replaced() async throws {
    let (screen, _) = try await ran()
    try await go(screen, to: "keep")
    #expect(try await shown(screen, after: "4").contains(/\/items .*stale for .*replaced/))
    #expect(try await shown(screen, after: "Enter").contains("\"edition\": 1"))
    try await go(screen, to: "end")
    #expect(try await shown(screen, after: "4").contains(/\/items .*the same/))
    #expect(try await shown(screen, after: "Enter").contains("\"edition\": 2"))
    _ = try await screen.session.client.cache.clear()
    try await screen.session.flushEvents()
    try await go(screen, to: "keep")
    #expect(try await shown(screen, after: "4").contains(/\/items .*removed/))
    let now = try await shown(screen, after: "2", "Esc", "4")
    #expect(now.contains("Empty.") && !now.contains("  at "))
  }

  @Test("Without the response in the history, an entry of then says only what became of it")
  func unrecorded() async throws {
    let (screen, _) = try await ran()
    let recording = try await screen.newest()
    let time = try #require(recording.node(named: "keep")?.startedAt)
    let exchange = try #require(recording.node(named: "list")?.exchange)
    try await screen.session.store.history.delete([exchange])
    let entry = try #require(try await screen.session.cache.entries(asOf: time).first)
    #expect(entry.later == .replaced && !entry.isRecorded)
    try await go(screen, to: "keep")
    #expect(try await shown(screen, after: "4").contains("replaced since"))
    #expect(try await shown(screen, after: "Enter").contains("Its response of that moment is not recorded."))
  }

  @Test("At a moment no key of the cache sends or changes anything")
  func nothingIsSent() async throws {
    let (screen, server) = try await ran()
    let before = try await screen.session.client.cache.list().listings
    try await go(screen, to: "end")
    try await screen.bench.press("4")
    for key in Sample.of(CacheScreen.commands.flatMap(\.command.keys).filter { !$0.contains(" ") }, 12) {
      try await screen.bench.press("4", key, "Esc", "Esc")
    }
    await screen.bench.idle()
    #expect(server.requests.count == 2)
    #expect(try await screen.session.client.cache.list().listings == before)
  }
}
