import ParleyEngine
import ParleyStore
import ParleyText
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchScreens
@testable import WorkbenchServices
@testable import WorkbenchState

// Shared data and events.
extension ShownMomentTests {
  /// The moment at which a step began, as all screens show it.
  private func moment(_ screen: GroupScreen, of step: String) async throws -> ShownMoment {
    let recording = try await screen.newest()
    let time = try #require(recording.node(named: step)?.startedAt)
    return ShownMoment(
      run: recording.summary.id, environment: recording.summary.environment, time: time,
      known: recording.sharedValues(asOf: time))
  }

  @Test("Shared data lists what each key held: keys made since are absent, those removed since are there as they were")
  func sharedKeys() async throws {
    let (screen, _) = try await ran { try await $0.shared.set("basket", "apple") }
    try await screen.session.shared.set("later", "pear")
    try await screen.session.shared.remove("basket")
    try await go(screen, to: "keep")
    let then = try await shown(screen, after: "5")
    #expect(then.contains(/Shared data .*  at \d\d:\d\d:\d\d\.\d{3}/) && then.contains("2 keys"), "\(then)")
    #expect(then.contains(/basket +apple/) && then.contains(/cart +41/) && !then.contains(/later +pear/), "\(then)")
    try await go(screen, to: "change")
    #expect(try await shown(screen, after: "5").contains(/cart +42/))
    let now = try await shown(screen, after: "2", "Esc", "5")
    #expect(now.contains(/cart +43/) && now.contains(/later +pear/) && !now.contains("apple"), "\(now)")
    #expect(!now.contains("  at "))
  }

  @Test("The value and the history of a key are those of then; of a secret neither is shown")
  func sharedValue() async throws {
    let (screen, _) = try await ran {
      try await $0.ciphers.unlock("vault", by: Passphrase(words: "open"))
      try await $0.shared.set("token", "sesame")
    }
    let services = screen.bench.services.shared
    let then = try await moment(screen, of: "change")
    let token = try #require(try await services.sharedKey("token", at: then))
    #expect(token.row.isSecret && token.value == nil && token.history.count == 1)
    try await go(screen, to: "change")
    #expect(try await shown(screen, after: "5", "G", "v").contains("This is how shared data was at "))
    #expect(!screen.bench.terminal.text.contains("sesame") && screen.bench.terminal.text.contains("token"))
    let cart = try #require(try await services.sharedKey("cart", at: then))
    #expect(cart.value?.text == "42" && cart.history.compactMap(\.preview) == ["42", "41"])
    let before = try await moment(screen, of: "keep")
    let first = try #require(try await services.sharedKey("cart", at: before))
    #expect(first.value?.text == "41" && first.history.compactMap(\.preview) == ["41"] && first.row.sequence > 0)
    try await screen.session.shared.set("cart", "44")
    #expect(try await services.sharedKey("cart", at: then) == cart)
    #expect(try await services.sharedKey("nothing", at: then) == nil)
    let facts = try await services.sharedFacts(below: "c", matching: "", at: before)
    #expect(facts.count == 1)
  }

  @Test("Filters and the tree work on the keys of then")
  func sharedFilters() async throws {
    let (screen, _) = try await ran { session in
      for (name, value) in [("user.ada", "apple"), ("user.bob.age", "7"), ("zoo", "bear")] {
        try await session.shared.set(name, .text(value))
      }
    }
    let then = try await moment(screen, of: "keep")
    for name in ["user.ada", "zoo"] { try await screen.session.shared.set(name, "other") }
    try await screen.session.shared.set("user.eve", "apple")
    let services = screen.bench.services.shared
    func names(_ filter: String, _ tree: Set<ExactString>? = nil) async throws -> [String] {
      var query = SharedKeysQuery(filter: filter, tree: tree, count: 20)
      query.moment = then
      return try await services.sharedKeys(query).lines.map { $0.row?.key.name ?? $0.prefix ?? "" }
    }
    #expect(try await names("") == ["cart", "user.ada", "user.bob.age", "zoo"])
    #expect(try await names("user -bob") == ["user.ada"])
    #expect(try await names("", []) == ["user.", "cart", "zoo"])
    #expect(try await names("", ["user."]) == ["user.", "user.bob.", "user.ada", "cart", "zoo"])
    for sort in [SharedSort(.time, isDescending: true), SharedSort(.size, isDescending: true)] {
      var query = SharedKeysQuery(sort: sort, around: "zoo", count: 2)
      query.moment = then
      let window = try await services.sharedKeys(query)
      #expect(window.total == 4 && window.rows.contains { $0.key.name == "zoo" && $0.preview == "bear" })
    }
    var values = SharedValuesQuery(filter: "value:apple", count: 1)
    values.moment = then
    #expect(try await services.findShared(values).rows.map(\.key.name) == ["user.ada"])
    try await go(screen, to: "keep")
    try await screen.bench.press("5", "/")
    await screen.bench.type("value:bear")
    try await screen.bench.press("Enter")
    #expect(await screen.bench.idle().contains(/zoo +bear/))
  }

  @Test("At a moment no key changes shared data, and each says why")
  func sharedIsKept() async throws {
    let (screen, server) = try await ran()
    let before = try await screen.session.shared.lastChange()
    try await go(screen, to: "change")
    try await screen.bench.press("5")
    for key in ["a", "Enter", "e", "C", "u", "Ctrl-R", "D", "X", "R", "r", "m", "*", "B", "S", "="] {
      let refused = try await shown(screen, after: key)
      #expect(refused.contains("This is how shared data was at "), "\(key): \(refused)")
      #expect(try await shown(screen, after: "j").contains("This is how") == false)
    }
    #expect(try await screen.session.shared.lastChange() == before)
    #expect(server.requests.count == 2)
    try await screen.bench.press(":")
    await screen.bench.type("Back to now")
    try await screen.bench.press("Enter")
    #expect(await screen.bench.idle().contains(/cart +43/))
  }

  @Test("Below the keys of a moment stand the events up to then, of the keys and of everything; at now those of now")
  func strip() async throws {
    let (screen, _) = try await ran()
    try await go(screen, to: "keep")
    try await screen.session.shared.set("cart", "99")
    screen.bench.services.bus.post(custom: "after.the.run", parameters: .null)
    let then = try await shown(screen, after: "5")
    #expect(then.contains("until then"), "\(then)")
    func strip(_ text: String) -> String { text.split(separator: "\n").suffix(7).joined(separator: "\n") }
    #expect(!strip(then).contains("by hand") && !strip(then).contains("after.the.run"), "\(then)")
    let all = try await shown(screen, after: "Alt-l")
    #expect(all.contains("all, until then") && !strip(all).contains("after.the.run"), "\(all)")
    let now = try await shown(screen, after: "2", "Esc", "5")
    #expect(now.contains("after.the.run"), "\(now)")
  }

  @Test("Events are listed up to the moment, and not followed; back at now they are")
  func events() async throws {
    let (screen, _) = try await ran()
    screen.bench.services.bus.post(custom: "after.the.run", parameters: .null)
    try await go(screen, to: "again")
    let then = try await shown(screen, after: "3")
    #expect(then.contains(/Events  at \d\d:\d\d:\d\d\.\d{3}/) && !then.contains("follow"), "\(then)")
    #expect(then.contains("cart") && !then.contains("after.the.run"), "\(then)")
    #expect(try await shown(screen, after: "Space").contains("This is how the log was at "))
    screen.bench.services.bus.post(custom: "meanwhile", parameters: .null)
    #expect(try await shown(screen, after: "g", "G").contains("meanwhile") == false)
    let now = try await shown(screen, after: "2", "Esc", "3")
    #expect(now.contains("after.the.run") && now.contains("meanwhile") && now.contains("▶ follow"), "\(now)")
  }

  @Test("With a filter too, the events are those up to the moment, whatever comes later", arguments: ["", "change."])
  func logWindows(_ text: String) async throws {
    let (screen, _) = try await ran()
    let (log, services) = (screen.session.store.events, screen.bench.services.history)
    try await screen.session.flushEvents()
    let start = Timestamp.now()
    func tell(_ range: Range<Int>) async throws {
      try await log.append(
        range.map {
          let custom = Event.Custom(identifier: "change.\($0)")
          let time = start.advanced(by: .seconds($0))
          return Event(sequence: UInt64($0), time: time, kind: .custom(custom))
        })
      try await log.flush()
    }
    try await tell(0..<5000)
    func window(_ place: LogQuery.Place, until second: Int, front: Int = 0) async throws -> LogWindow {
      var query = LogQuery(LogFilter(text), place, count: 3, front: front)
      query.end = start.advanced(by: .seconds(second))
      return try await services.log(query)
    }
    func names(_ window: LogWindow) -> [String] {
      window.entries.map { entry in
        guard case .event(let event) = entry.content, case .custom(let custom) = event.kind else { return "" }
        return custom.identifier
      }
    }
    var whole = try await window(.newest, until: 100)
    while whole.isSearching { whole = try await window(.newest, until: 100) }
    #expect(names(whole) == ["change.98", "change.99", "change.100"])
    try await tell(5000..<5010)
    let again = try await window(.from(whole.total - 2), until: 100, front: whole.front)
    #expect(names(again) == ["change.99", "change.100"] && again.total == whole.total)
    #expect(names(try await window(.newest, until: 5009)) == ["change.5007", "change.5008", "change.5009"])
    #expect(try await window(.newest, until: 5009).total == whole.total + 4909)
    #expect(try await window(.newest, until: -1_000_000).total == 0)
  }
}
