import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchScreens
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Many entries of the cache", .timeLimit(.minutes(2)))
struct CacheManyTests {
  private func bench(_ paths: String...) async throws -> (BenchUnderTest, FakeServices) {
    let services = FakeServices()
    for path in paths { _ = try await services.client.send(.get(path).caching(for: .seconds(60))) }
    let bench = try BenchUnderTest(120, 30, services: services)
    try await bench.press("4")
    return (bench, services)
  }

  private func paths(_ services: FakeServices) async throws -> [String] {
    try await services.client.cache.list().listings.map(\.label.endpoint).sorted()
  }

  @Test(
    "what removes stale and expired entries is found by these words, and says how", arguments: ["stale", "expired"])
  func stale(word: String) async throws {
    let (bench, _) = try await bench("/items/1")
    await bench.idle()
    try await bench.press("Ctrl-P")
    await bench.type(word)
    let found = await bench.idle()
    #expect(found.contains("Clear"), "\(found)")
    try await bench.press("Esc")
    await bench.idle()
    try await bench.press("C")
    let asked = await bench.idle()
    #expect(
      asked.contains("Clear the cache?") && asked.contains("is:stale") && asked.contains("is:expired"), "\(asked)")
  }

  @Test("queries that differ in their middle are told apart, too")
  func queriesInTheMiddle() {
    let urls = ["20", "50"].map { "http://h/items?sort=-price&per=\($0)&note=ab&tags[]=sale" }
    let queries = CacheQueries(urls + ["http://h/other?per=20"])
    #expect(urls.map(queries.distinct) == ["http://h/items?…&per=20", "http://h/items?…&per=50"])
    for same in ["http://h/other?per=20", "http://h/plain"] { #expect(queries.distinct(same) == same) }
    #expect(CacheQueries([urls[0], urls[0]]).distinct(urls[0]) == urls[0])
  }

  @Test("long queries that differ at their end are told apart")
  func likeQueries() async throws {
    let services = FakeServices()
    let long = String(repeating: "supplier", count: 12)
    for tag in ["red", "blue"] {
      let request = Request.get("/items").query("sort", "price").query("fields", long).query("tag", tag)
      _ = try await services.client.send(request.caching(for: .seconds(60)))
    }
    let bench = try BenchUnderTest(120, 30, services: services)
    try await bench.press("4")
    let picture = await bench.idle()
    #expect(picture.contains("tag=red") && picture.contains("tag=blue"), "\(picture)")
    #expect(picture.contains("/items?…&tag=red") && picture.contains("/items?…&tag=blue"), "\(picture)")
  }

  @Test("a column that says nothing in any line gives its room to the others")
  func emptyColumns() async throws {
    let row = Rect(x: 0, y: 0, width: 160, height: 1)
    var filled = CacheColumns.Filled()
    let narrow = CacheColumns(row, filled)
    (filled.models, filled.groups) = (true, true)
    let full = CacheColumns(row, filled)
    #expect(narrow.model.isEmpty && narrow.group.isEmpty && !full.model.isEmpty && !full.group.isEmpty)
    #expect(narrow.address.width >= full.address.width + full.model.width + full.group.width)
    let (bench, _) = try await bench("/items?fields=\(String(repeating: "n", count: 40))")
    let picture = await bench.idle()
    let head = try #require(picture.split(separator: "\n").first { $0.contains("freshness") }, "\(picture)")
    #expect(!head.contains("model") && !head.contains("group") && head.contains("hit rate"), "\(head)")
  }

  @Test("t shows them by origin and path with counts, sizes and hit rates; parts unfold, and the cursor stays")
  func tree() async throws {
    let (bench, services) = try await bench("/items/1", "/items/2", "/users")
    _ = try await services.client.send(.get("/users").caching(for: .seconds(60)))
    try await bench.press("t")
    var picture = await bench.idle()
    #expect(picture.contains("▾ http://127.0.0.1:8080  3") && picture.contains("tree · 3 entries"))
    #expect(picture.contains("▸ /items  2") && picture.contains("25% of 4"))
    try await bench.press("Home", "Down", "Right")
    picture = await bench.idle()
    #expect(picture.contains("▾ /items") && picture.contains("GET   /1") && picture.contains("GET   /2"))
    try await bench.press("Down", "Left")
    try await bench.press("Left")
    #expect(await bench.idle().contains("▸ /items"))
    try await bench.press("t")
    #expect(await bench.idle().contains("http://127.0.0.1:8080/items/1"))
  }

  @Test("a comma sorts them by name, size, age, hits, expiry, and by use again; the cursor stays with its entry")
  func sorts() async throws {
    let (bench, services) = try await bench("/b", "/a", "/c")
    _ = try await services.client.send(.get("/a").caching(for: .seconds(60)))
    services.clock.withLock { $0 = $0.advanced(by: .seconds(5)) }
    _ = try await services.client.send(.get("/new").caching(for: .seconds(5)))
    func order() async -> [String] {
      let rows = await bench.idle().split(separator: "\n").filter { $0.hasPrefix("│") }
      let names: [Character] = rows.compactMap { $0.split(separator: "8080/").last?.first }
      return names.filter("abcn".contains).map { String($0) }
    }
    try await bench.press("Home", ",")
    #expect(await bench.idle().contains("by name · 4 entries") && bench.terminal.text.contains("origin and path ▲"))
    #expect(await order() == ["a", "b", "c", "n"])
    try await bench.press(",")
    #expect(await bench.idle().contains("size ▼"))
    try await bench.press(",")
    #expect(await bench.idle().contains("age ▲"))
    #expect(await order().first == "n")
    try await bench.press(",")
    #expect(await bench.idle().contains("hit rate ▼"))
    #expect(await order().first == "a")
    try await bench.press(",")
    #expect(await bench.idle().contains("freshness ▲") && bench.terminal.text.contains("by expiry"))
    #expect(await order().first == "n")
    #expect(services.snapshot.paneSizes.lists?["cache"]?.sort == "expiry")
    let again = try BenchUnderTest(120, 30, services: services)
    try await again.press("4")
    #expect(await again.idle().contains("by expiry · 4 entries"))
    try await bench.press(",")
    #expect(await !bench.idle().contains("▲"))
  }

  @Test("the tree is sorted as the list is: parts by what they come to, entries within them")
  func sortedTree() async throws {
    let (bench, services) = try await bench("/few/1", "/many/1", "/many/2", "/many/3")
    _ = try await services.client.send(.get("/many/3").caching(for: .seconds(60)))
    _ = try await services.client.send(.get("/many/3").caching(for: .seconds(60)))
    try await bench.press("t", ",", ",")
    var picture = await bench.idle()
    #expect(picture.contains("tree · by size · 4 entries"))
    #expect(picture.firstRange(of: "/many").map(\.lowerBound) ?? picture.endIndex < picture.lastPlace(of: "/few"))
    try await bench.press(",", ",", "Home", "Down", "Right")
    picture = await bench.idle()
    let third = picture.firstRange(of: "GET   /3").map(\.lowerBound)
    #expect(third ?? picture.endIndex < picture.lastPlace(of: "GET   /1"), "\(picture)")
  }

  @Test("an empty cache says how this session uses it")
  func emptyHints() async throws {
    let (bench, _) = try await bench()
    let hints = try #require(await bench.idle().split(separator: "\n").last)
    #expect(hints.contains("b bypass") && hints.contains("c only cache") && hints.contains("O offline"))
  }

  @Test("marked entries are removed together, after asking; a part of the tree is all entries in it")
  func removing() async throws {
    let (bench, services) = try await bench("/items/1", "/items/2", "/users")
    try await bench.press("m", "m")
    #expect(await bench.idle().contains("2 marked"))
    try await bench.press("D")
    #expect(await bench.idle().contains("Remove 2 entries?"))
    try await bench.press("Esc", "Esc", "t", "Home", "Down", "D")
    #expect(await bench.idle().contains("Remove 2 entries?"))
    try await bench.confirm()
    #expect(await bench.idle().contains("Removed 2 entries."))
    #expect(try await paths(services) == ["/users"])
  }

  @Test("many are removed a piece at a time, and all of them are gone")
  func manyPieces() async throws {
    let services = FakeServices()
    for index in 1...410 { _ = try await services.client.send(.get("/items/\(index)").caching(for: .seconds(60))) }
    let bench = try BenchUnderTest(120, 30, services: services)
    try await bench.press("4", "*")
    await bench.shows("410 marked")
    try await bench.press("D")
    try await bench.confirm()
    #expect(await bench.shows("Removed 410 entries.").contains("0 entries"))
    #expect(try await paths(services).isEmpty)
  }

  @Test(
    "the title counts what is done; Esc stops behind the piece, and says how far it came", arguments: [false, true])
  func stopping(stops: Bool) {
    let context = ViewContext(now: BenchUnderTest.start, workspace: .shop)
    var screen = CacheScreen()
    let ids = (1...450).map { CacheEntryID(rawValue: Int64($0)) }
    func pieces(_ effects: [Effect]) -> [CacheIntent] {
      effects.compactMap { effect in
        if case .perform(let work) = effect, case .intent(let intent)? = work as? CacheEffect { intent } else { nil }
      }
    }
    var piece = pieces(screen.update(.perform(CacheIntent(.expire, ids)), in: context)).first
    var sizes: [Int] = []
    var said = ""
    while let now = piece {
      sizes.append(now.entries.count)
      #expect(screen.list.title(in: context).right.plain.contains("expiring \(sizes.dropLast().reduce(0, +)) of 450"))
      if stops, sizes.count == 2 {
        for case .then(let action) in screen.goBack(from: .cache)?.effects ?? [] {
          if let action = action.aimed(at: CacheScreen.self) { _ = screen.update(action, in: context) }
        }
        #expect(screen.list.title(in: context).right.plain.contains("stopping"))
      }
      let effects = screen.update(.answered(now, CacheOutcome(done: now.entries.count)), in: context)
      for case .then(.notice(let notice)) in effects { said = notice.text }
      piece = pieces(effects).first
    }
    #expect(sizes == (stops ? [200, 200] : [200, 200, 50]))
    #expect(said.contains(stops ? "Stopped after 400 of 450 entries." : "Expired 450 entries"), "\(said)")
    #expect(screen.list.work == nil && screen.losses.isEmpty)
  }

  @Test("all that the filter shows are marked, and B offers what can be done with them")
  func menu() async throws {
    let (bench, services) = try await bench("/items/1", "/items/2", "/users")
    try await bench.press("/")
    await bench.type("url:items age<1h ")
    try await bench.press("Enter", "*")
    #expect(await bench.idle().contains("2 marked"))
    try await bench.press("B")
    #expect(await bench.idle().contains("Make mocks of them"))
    await bench.type("expire")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Expired 2 entries"))
    let expired = try await services.client.cache.list().listings.filter(\.isExpired)
    #expect(expired.count == 2)
  }

  @Test("one entry is removed without asking only by D on it, which says that its response is kept")
  func removingOne() async throws {
    let (bench, services) = try await bench("/items/1", "/items/2")
    try await bench.press("B")
    await bench.type("remove")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Remove 1 entry?"))
    try await bench.press("Esc", "m", "D")
    #expect(await bench.idle().contains("Remove 1 entry?"))
    try await bench.press("Esc", "Esc", "D")
    #expect(await bench.idle().contains("Removed 1 entry. The history keeps its response."))
    #expect(try await services.client.cache.list().count == 1)
  }

  @Test("fields complete while one types; a filter lists what it finds; the tree is kept on this machine")
  func completing() async throws {
    let (bench, _) = try await bench("/items/1", "/users")
    try await bench.press("t", "/")
    await bench.type("is:ed")
    #expect(await bench.idle().contains("edited"))
    try await bench.press("Tab")
    #expect(await bench.idle().contains("No entry matches."))
    try await bench.press("Enter", "Esc")
    #expect(await bench.idle().contains("tree · 2 entries"))
    #expect(bench.services.snapshot.paneSizes.lists?["cache"]?.isTree == true)
  }

  @Test("a field that is not understood is said while one types, and nothing is cleared by it")
  func mistakes() async throws {
    let (bench, services) = try await bench("/items/1", "/users")
    try await bench.press("/")
    await bench.type("status:abc")
    #expect(await bench.idle().contains("“status” wants a number"))
    try await bench.press("Enter", "C")
    #expect(!(await bench.idle().contains("Clear the cache?")))
    #expect(try await paths(services).count == 2)
  }
}

extension String {
  fileprivate func lastPlace(of part: String) -> Index { ranges(of: part).last?.lowerBound ?? startIndex }
}
