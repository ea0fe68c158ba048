import HTTPTypes
import ParleyEngine
import ParleyModel
import Testing

@testable import ParleyStore

@Suite("The history is searched newest first, step by step", .timeLimit(.minutes(1)))
struct HistorySearchTests {
  let folder = TemporaryFolder()

  /// All that a search finds, with the number of steps it took.
  private func found(
    _ filter: HistoryFilter, in store: Store, from edge: HistoryEdge = .before(nil), limit: Int = 100
  ) async throws -> (names: [String], steps: Int) {
    var (names, steps, next) = ([String](), 0, HistoryEdge?.some(edge))
    while let edge = next {
      let finds = try await store.history.search(filter, edge, limit: limit)
      names += finds.entries.compactMap(\.name)
      steps += 1
      next = finds.next
    }
    return (names, steps)
  }

  private func texts(_ words: String...) -> HistoryFilter { HistoryFilter(texts: words.map { .init($0) }) }

  @Test(
    "A word is found in the URL, in headers and in both bodies, whatever its case",
    arguments: ["PAGE=2", "application/JSON", "accept", "Kettle", "sprout"], [false, true])
  func places(word: String, isSecret: Bool) async throws {
    let store = try await Store.opened(in: folder)
    let secrets = isSecret ? Secrets(["a-long-secret"]) : Secrets()
    try await store.keep(.answered("other", url: "http://shop.test/", text: "[]", secrets: secrets))
    try await store.keep(
      .answered(
        "wanted", body: InMemoryBytes(#"{"name": "KETTLE"}"#), requestBody: Array("Sprout".utf8), secrets: secrets))
    let names = try await found(texts(word.lowercased()), in: store).names
    #expect(names.contains("wanted"))
    #expect(names.contains("other") == ["accept", "application/JSON"].contains(word))
    await store.close()
  }

  @Test("Bodies that are too large for a search are counted, as far as the rest of its filter lets them through")
  func tooLarge() async throws {
    let store = try await Store.opened(in: folder)
    let large = Array(repeating: UInt8(ascii: "k"), count: BodyLimits.row + 1)
    try await store.keep(.answered("small", text: "kkkk"))
    try await store.keep(.answered("large", body: InMemoryBytes(large), secrets: Secrets(["a-long-secret"])))
    try await store.keep(.answered("both", status: 503, body: InMemoryBytes(large), requestBody: large))
    #expect(try await found(texts("kkkk"), in: store).names == ["small"])
    #expect(try await store.history.unsearched(by: texts("kkkk")) == 2)
    var failed = texts("kkkk")
    failed.statuses = 500...599
    #expect(try await store.history.unsearched(by: failed) == 1)
    failed.accepts = { _ in false }
    #expect(try await store.history.unsearched(by: failed) == 0)
    #expect(try await store.history.unsearched(by: HistoryFilter(statuses: 500...599)) == 0)
    await store.close()
  }

  @Test("What is masked in a sealed exchange is not found, what stands beside it is")
  func masked() async throws {
    let store = try await Store.opened(in: folder)
    let secrets = Secrets(["hunter2-hunter2"])
    try await store.keep(
      .answered("login", text: #"{"token": "hunter2-hunter2", "user": "ada"}"#, secrets: secrets))
    #expect(try await found(texts("hunter2"), in: store).names.isEmpty)
    #expect(try await found(texts("ada"), in: store).names == ["login"])
    await store.close()
  }

  @Test("Without the key sealed exchanges are found by what lists show alone")
  func locked() async throws {
    let store = try await Store.opened(in: folder)
    try await store.keep(.answered("login", text: "kettle", secrets: Secrets(["hunter2-hunter2"])))
    try await store.keep(.answered("list", text: "kettle"))
    await store.close()
    let others = Store(at: folder("store"), machineKey: folder("keys/machine.key"))
    try await others.open()
    let opened = try others.history.access.opened()
    let found = try await opened.log.read { [bodies = opened.bodies] database in
      var search = HistorySearch(
        HistoryFilter(texts: [.init("kettle")]), limit: 9, bodies: bodies,
        sealer: AESSealer(keyName: "another", key: Array(repeating: 1, count: 32)))
      return try search.step(.before(nil), in: database).entries.compactMap(\.name)
    }
    #expect(found == ["list"])
    await others.close()
  }

  @Test("Words and columns must all hold, and a negated word must not")
  func together() async throws {
    let store = try await Store.opened(in: folder)
    let start = Timestamp(microseconds: 1_795_269_787_000_000)
    try await store.keep(.answered("early", status: 503, text: "kettle", startedAt: start))
    try await store.keep(.answered("fine", text: "kettle", startedAt: start.advanced(by: .seconds(60))))
    try await store.keep(.answered("late", status: 503, text: "kettle", startedAt: start.advanced(by: .seconds(60))))
    try await store.keep(.answered("pot", status: 503, text: "kettle pot", startedAt: start.advanced(by: .seconds(60))))
    let filter = HistoryFilter(
      statuses: 500...599, since: start.advanced(by: .seconds(30)),
      texts: [.init("kettle"), .init("pot", isNegated: true)])
    #expect(try await found(filter, in: store).names == ["late"])
    let named = HistoryFilter { $0.name == "early" }
    #expect(try await found(named, in: store).names == ["early"])
    await store.close()
  }

  @Test("Pages follow each other in both directions without a gap, and end where the history ends")
  func pages() async throws {
    let store = try await Store.opened(in: folder)
    for number in 1...7 { try await store.keep(.answered("\(number)")) }
    #expect(try await found(HistoryFilter(), in: store, limit: 3).names == ["7", "6", "5", "4", "3", "2", "1"])
    #expect(
      try await found(HistoryFilter(), in: store, from: .after(nil), limit: 3).names == [
        "1", "2", "3", "4", "5", "6", "7",
      ])
    let first = try await store.history.search(limit: 3)
    #expect(first.entries.map(\.name) == ["7", "6", "5"])
    await store.close()
  }

  @Test("A step looks at a bounded number of bytes, so that a search can be left between two")
  func bounded() async throws {
    let store = try await Store.opened(in: folder)
    let body = Array(repeating: UInt8(ascii: "x"), count: 1_000_000)
    for number in 1...40 { try await store.keep(.answered("\(number)", body: InMemoryBytes(body))) }
    let search = try await found(texts("kettle"), in: store)
    #expect(search.names.isEmpty && search.steps > 1)
    await store.close()
  }
}
