import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive

@Suite("Many exchanges of the history", .timeLimit(.minutes(2)))
struct HistoryManyTests {
  @Test("* marks all that the search finds, not only those in view; D deletes them, and * again unmarks")
  func all() async throws {
    let test = try await HistoryUnderTest()
    for minute in 1...450 { try await test.keep("item/page", #"{"kettle": \#(minute)}"#, minutesAgo: minute) }
    try await test.keep("user/login", "{}", minutesAgo: 3, method: "POST", url: "http://shop.test/login")
    let bench = try test.bench()
    await bench.idle()
    try await bench.press("6", "/")
    await bench.type("kettle")
    try await bench.press("Enter", "*")
    #expect(await bench.shows("450 marked").contains("Marked 450 exchanges"))
    try await bench.press("*")
    #expect(await !bench.shows("found").contains("450 marked"))
    try await bench.press("*")
    await bench.shows("450 marked")
    try await bench.press("D")
    #expect(await bench.shows("Delete 450 exchanges?").contains("keep"))
    try await bench.confirm()
    await bench.shows("Deleted 450 exchanges.")
    try await bench.press("Esc")
    #expect(await bench.shows("1 exchange").contains("/login"))
    await test.services.close()
  }

  @Test("words in quotes are a phrase")
  func phrases() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("item/page", #"{"note": "out of stock"}"#, minutesAgo: 4)
    try await test.keep("item/page", #"{"note": "stock is out of reach"}"#, minutesAgo: 3)
    let bench = try test.bench()
    await bench.idle()
    try await bench.press("6", "/")
    await bench.type("out stock")
    #expect(await bench.shows("2 found").contains("shop.test"))
    try await bench.press("Ctrl-U")
    await bench.type("\"out of stock\"")
    #expect(await bench.shows("1 found").contains("shop.test"))
    await test.services.close()
  }

  @Test("how long it is kept is said above the list, and parley.yaml sets it")
  func retention() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("item/page", "{}", minutesAgo: 4)
    let bench = try test.bench(100, 30)
    await bench.idle()
    try await bench.press("6")
    await bench.shows("kept 30 days, up to 2")
    try test.folder.write(
      "parley: 1\nid: history6\nservers: { api: '\(test.server.url)' }\nhistory: { days: 7, megabytes: 500 }\n",
      to: "shop/parley.yaml")
    try await test.services.session.reload()
    #expect(test.services.session.store.retention.age == .seconds(7 * 86_400))
    #expect(test.services.session.retentionWords == "7 days, up to 500 MB")
    await test.services.close()
  }
}
