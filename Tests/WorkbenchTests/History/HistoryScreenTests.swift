import HTTPTypes
import ParleyEngine
import ParleyModel
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The screen of the history, over a real store", .timeLimit(.minutes(1)))
struct HistoryScreenTests {
  @Test(
    "It lists every exchange, newest first, with time, method, request, status and URL",
    arguments: [(80, 24), (120, 36)])
  func list(width: Int, height: Int) async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("item/page", "{}", minutesAgo: 3)
    try await test.keep("user/login", "{}", minutesAgo: 1, status: 401, method: "POST", url: "http://shop.test/login")
    let bench = try test.bench(width, height)
    await bench.idle()
    try await bench.press("6")
    let lines = await bench.idle().split(separator: "\n")
    let login = try #require(lines.firstIndex { $0.contains("http://shop.test/login") })
    let page = try #require(lines.firstIndex { $0.contains("http://shop.test/items") })
    #expect(login < page)
    #expect(lines[login].contains("POST") && lines[login].contains("401"))
    #expect(lines[login].contains(test.clock(minutesAgo: 1)) && lines[page].contains("7.0 ms"))
    #expect(lines.contains { $0.contains("2 exchanges") })
    #expect(lines.last?.contains("= compare") == true)
    await test.services.close()
  }

  @Test(
    "An exchange of a run shows its environment like any other, and that it was made in a run",
    arguments: [(90, "local, run"), (120, "local, in a run")])
  func madeInRun(width: Int, note: String) async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("item/page", "{}", minutesAgo: 3)
    try await test.keep("user/login", "{}", minutesAgo: 1, url: "http://shop.test/login", run: "r1")
    let bench = try test.bench(width, 24)
    await bench.idle()
    try await bench.press("6")
    let lines = await bench.idle().split(separator: "\n")
    #expect(lines.contains { $0.contains("user/login") && $0.contains(note) }, "\(lines)")
    #expect(lines.contains { $0.contains("item/page") && $0.contains(" local ") }, "\(lines)")
    await test.services.close()
  }

  @Test("A slow request among fast ones stands where it was sent, in a search too, and the cursor stays with its line")
  func slowAmongFast() async throws {
    let test = try await HistoryUnderTest()
    for minute in [4, 2] {
      try await test.keep("item/page", "{}", minutesAgo: minute, url: "http://shop.test/fast\(minute)")
    }
    let bench = try test.bench(140, 30)
    await bench.idle()
    try await bench.press("6", "j")
    await bench.shows("/fast2")
    try await test.keep("item/page", "{}", minutesAgo: 3, url: "http://shop.test/slow3")
    try await bench.press("1", "6")
    await bench.shows("/slow3")
    #expect(paths(in: bench) == ["fast2", "slow3", "fast4"])
    try await bench.press("/")
    await bench.type("slow")
    await bench.shows("1 found")
    try await bench.press("Esc")
    await bench.shows("/fast4")
    #expect(paths(in: bench) == ["fast2", "slow3", "fast4"])
    try await bench.press("j", "Enter")
    #expect(await bench.idle().contains("older response, \(test.clock(minutesAgo: 4))"))
    await test.services.close()
  }

  private func paths(in bench: RunningBench<LiveServices>) -> [String] {
    bench.terminal.frame.lines.compactMap { line in
      line.firstRange(of: "shop.test/").map { String(line[$0.upperBound...].prefix { $0 != " " }) }
    }
  }

  @Test("While one types the lines that hold the text in URL, headers or bodies are shown, and fields narrow them")
  func searching() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("item/page", #"{"name": "Kettle"}"#, minutesAgo: 4, status: 503)
    try await test.keep("item/page", #"{"name": "kettle, blue"}"#, minutesAgo: 3)
    try await test.keep("user/login", "{}", minutesAgo: 2, method: "POST", url: "http://shop.test/login")
    let bench = try test.bench()
    await bench.idle()
    try await bench.press("6")
    await bench.shows("3 exchanges")
    try await bench.press("/")
    await bench.shows("host:shop.test")
    await bench.type("KETTLE")
    let both = await bench.shows("2 found")
    #expect(!both.contains("/login"))
    await bench.type(" status>=500")
    #expect(await bench.shows("1 found").contains("503"))
    try await bench.press("Esc")
    #expect(await bench.shows("/login").contains("3 exchanges"))
    await test.services.close()
  }

  @Test("bodies that are too large to search are said to be, beside what was found and where nothing was")
  func tooLarge() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("item/page", #"{"name": "Kettle"}"#, minutesAgo: 2)
    try await test.keep(
      "tools/large", bytes: Array(repeating: UInt8(ascii: "k"), count: (1 << 20) + 1), minutesAgo: 1, type: "text/plain"
    )
    let bench = try test.bench(120, 30)
    await bench.idle()
    try await bench.press("6", "/")
    await bench.type("kettle")
    await bench.shows("1 found in 2 exchanges, 1 body too large to search")
    try await bench.press("Ctrl-U")
    await bench.type("kkkkkk")
    await bench.shows("No exchange matches: 1 body too large to search.")
    try await bench.press("Esc")
    #expect(await !bench.shows("2 exchanges").contains("too large"))
    await test.services.close()
  }

  @Test("an exchange that a search found opens at the word, which is marked: n goes to the next, Esc back to the list")
  func openedAtHit() async throws {
    let test = try await HistoryUnderTest()
    let rows = (0..<60).map { #"{"name": "\#([40, 50].contains($0) ? "Compass" : "tea") \#($0)"}"# }.joined(
      separator: ",")
    try await test.keep("item/page", "[\(rows)]", minutesAgo: 2)
    try await test.keep("item/page", "{}", minutesAgo: 1, headers: [.accept: "text/sextant"])
    let bench = try test.bench(160, 48)
    try await bench.press("6", "/")
    await bench.type("compass")
    await bench.shows("1 found")
    try await bench.press("Enter", "Enter")
    #expect(await bench.shows("1 of 2").contains("Compass 40"))
    try await bench.press("n")
    #expect(await bench.shows("2 of 2").contains("Compass 50"))
    try await bench.press("Esc", "/", "Ctrl-U")
    await bench.type("sextant")
    await bench.shows("1 found")
    try await bench.press("Enter", "Enter")
    #expect(await bench.shows("1 of 1").contains("Accept: text/sextant"))
    await test.services.close()
  }

  @Test("Esc clears the search, and the cursor stays with its exchange")
  func searchCleared() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("user/login", "{}", minutesAgo: 4, status: 503, method: "POST", url: "http://shop.test/login")
    for minute in [3, 2, 1] { try await test.keep("item/page", "{}", minutesAgo: minute) }
    let bench = try test.bench()
    await bench.idle()
    try await bench.press("6", "/")
    await bench.type("status>=500")
    await bench.shows("1 found")
    try await bench.press("Enter", "Esc")
    #expect(await bench.shows("4 exchanges").contains("send user/login"))
    await bench.idle()
    #expect(bench.terminal.text.contains("send user/login") && bench.terminal.text.contains("/items"))
    await test.services.close()
  }

  @Test("F5 sends the request of the exchange under the cursor, and goes to it")
  func sending() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("user/login", "{}", minutesAgo: 4, method: "POST", url: "http://shop.test/login")
    try await test.keep("item/page", "{}", minutesAgo: 3)
    let bench = try test.bench()
    await bench.idle()
    try await bench.press("6", "Down")
    #expect(await bench.idle().contains("send user/login"))
    try await bench.press("F5")
    let sent = await bench.shows("\"is\": \"new\"")
    #expect(sent.contains("POST") && sent.contains("Sent from the history: Esc goes back to it."), "\(sent)")
    #expect(test.server.requests.map(\.requestLine) == ["POST /login HTTP/1.1"])
    await test.services.close()
  }

  @Test("A field that cannot be understood is said, and filters nothing")
  func mistakes() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("item/page", "{}", minutesAgo: 3)
    let bench = try test.bench()
    try await bench.press("6", "/")
    await bench.type("since:soon")
    #expect(await bench.idle().contains("“since” wants an age such as 30m, 1h or 2d"))
    #expect(bench.terminal.text.contains("/items"))
    await test.services.close()
  }

  @Test("A word typed after f in an opened exchange never acts as keys, in no tab")
  func filteredInEachTab() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("item/page", #"{"total": 18}"#, minutesAgo: 3)
    let bench = try test.bench(120, 36)
    await bench.idle()
    try await bench.press("6", "Enter")
    await bench.idle()
    for _ in 0..<5 {
      try await bench.press("f", "3")
      #expect(await bench.idle().contains("┌ History"), "\(bench.terminal.text)")
      try await bench.press("Esc", "]")
      await bench.idle()
    }
    await test.services.close()
  }

  @Test("Enter opens an exchange: the response under a banner with its time, headers and the request in tabs")
  func opening() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep(
      "item/page", #"{"total": 18}"#, minutesAgo: 3, sent: #"{"ask": true}"#, headers: [.accept: "text/plain"])
    try await test.keep("item/page", #"{"total": 19}"#, minutesAgo: 1)
    let bench = try test.bench(100, 36)
    await bench.idle()
    try await bench.press("6", "j", "Enter")
    let opened = await bench.idle()
    #expect(opened.contains("older response, \(test.clock(minutesAgo: 3)) in local"))
    #expect(opened.contains(#""total": 18"#))
    try await bench.press("]")
    #expect(await bench.idle().contains("Content-Type"))
    try await bench.press("]")
    let request = await bench.idle()
    #expect(request.contains("text/plain") && request.contains(#""ask": true"#))
    try await bench.press("Esc")
    #expect(await bench.idle().contains("2 exchanges"))
    #expect(!bench.terminal.text.contains("older response"))
    await test.services.close()
  }

  @Test("An exchange becomes a new request; a secret of it becomes a template, and its value goes nowhere")
  func asRequest() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep(
      nil, "{}", minutesAgo: 1, method: "POST", url: "http://shop.test/login",
      sent: #"{"email": "ada@example.com", "pin": "hunter2-hunter2"}"#,
      headers: [.authorization: "Bearer abcdefghijkl"],
      secrets: Secrets(["hunter2-hunter2", "abcdefghijkl"]))
    let bench = try test.bench(120, 36)
    await bench.idle()
    try await bench.press("6", "o")
    let shown = await bench.shows("http://shop.test/login")
    #expect(shown.contains("POST"))
    let draft = try await test.services.history.draft(of: try await newest(test).id).draft
    guard case .json(let body) = draft.body else {
      Issue.record("the body is JSON")
      return
    }
    #expect(body.contains("ada@example.com") && body.contains("{{secret(") && !body.contains("hunter2"))
    #expect(!"\(draft)".contains("abcdefghijkl"))
    await test.services.close()
  }

  @Test("A pinned exchange says so, and D deletes what is marked after asking")
  func keeping() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("item/page", "{}", minutesAgo: 3, url: "http://shop.test/one")
    try await test.keep("item/page", "{}", minutesAgo: 2, url: "http://shop.test/two")
    try await test.keep("item/page", "{}", minutesAgo: 1, url: "http://shop.test/three")
    let bench = try test.bench()
    await bench.idle()
    try await bench.press("6", "P")
    #expect(await bench.idle().contains("pinned"))
    #expect(try await newest(test).isPinned)
    try await bench.press("j", "m", "m", "D")
    #expect(await bench.idle().contains("Delete 2 exchanges?"))
    try await bench.confirm()
    let left = await bench.shows("1 exchange")
    #expect(left.contains("/three") && !left.contains("/one") && !left.contains("/two"))
    await test.services.close()
  }

  @Test("A response is checked by today's expectations, and nothing is sent")
  func checking() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("item/page", #"{"total": 7}"#, minutesAgo: 1)
    let bench = try test.bench()
    await bench.idle()
    try await bench.press("6", "c")
    let text = await bench.shows("Nothing was sent.")
    #expect(text.contains("1 of 2 expectations met") && text.contains(".total > 10"))
    #expect(test.server.requests.isEmpty)
    await test.services.close()
  }

  @Test("An exchange is exported with its secrets masked, and a file that is there is not overwritten unasked")
  func exporting() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep(
      "item/page", #"{"key": "hunter2-hunter2"}"#, minutesAgo: 1, secrets: Secrets(["hunter2-hunter2"]))
    let bench = try test.bench()
    await bench.idle()
    try await bench.press("6", "x", "Enter")
    #expect(await bench.shows("page.json").contains("written to"))
    let text = String(decoding: try test.folder.read("shop/page.json"), as: UTF8.self)
    #expect(text.contains("http://shop.test/items") && text.contains(#""key""#) && !text.contains("hunter2"))
    try await bench.press("x", "Enter")
    #expect(await bench.shows("Overwrite").contains("There is a file of that name already."))
    await test.services.close()
  }

  @Test("The request is exported as `parley export http` writes one, without what every send makes by itself")
  func exportingHTTP() async throws {
    let test = try await HistoryUnderTest()
    let id = try await test.keep(
      "user/login", "{}", minutesAgo: 1, method: "POST", url: "http://shop.test/login", sent: #"{"pin": "geheim-99"}"#,
      headers: [.accept: "text/plain", .contentLength: "20"], secrets: Secrets(["geheim-99"]))
    let path = test.folder.path("login.http")
    guard case .written = try await test.services.history.export(ExchangeExport(id, to: path)) else {
      Issue.record("it was written")
      return
    }
    let text = String(decoding: try test.folder.read("login.http"), as: UTF8.self)
    #expect(text.hasPrefix("### user/login\n# Sent at "))
    let request = "POST http://shop.test/login\nAccept: text/plain\n\n{\"pin\": \"\(Secrets.mask)\"}\n"
    #expect(text.hasSuffix("Z\n" + request))
    await test.services.close()
  }

  @Test("A stream that was stopped says so in the list, and where it is opened")
  func stoppedStream() async throws {
    let test = try await HistoryUnderTest()
    let id = try await test.keep("item/page", "data: one\n\n", minutesAgo: 1, type: "text/event-stream")
    var kept = try #require(try await test.services.session.store.history.exchange(id)).exchange
    try await test.services.history.delete([id])
    kept.interruption = TransportError(.cancelled, "Cancelled.")
    try await test.services.session.store.keep(kept)
    let bench = try test.bench(120, 36)
    await bench.idle()
    try await bench.press("6")
    #expect(await bench.idle().split(separator: "\n").contains { $0.contains("200") && $0.contains("stopped") })
    try await bench.press("Enter")
    let opened = await bench.idle()
    #expect(opened.contains("■ stopped") && opened.contains("one"))
    await test.services.close()
  }

  @Test("By mouse: a click chooses, a second one opens, the wheel goes through lines, a click on a tab shows it")
  func mouse() async throws {
    let test = try await HistoryUnderTest()
    for number in 1...60 {
      try await test.keep(
        "item/page", #"{"n": \#(number)}"#, minutesAgo: 70 - number, url: "http://shop.test/\(number)x")
    }
    let bench = try test.bench(120, 36)
    await bench.idle()
    try await bench.press("6")
    await bench.shows("/60x")
    try await click("/57x", on: bench)
    try await click("/57x", on: bench)
    #expect(await bench.shows(#""n": 57"#).contains("older response"))
    try await click("Headers", on: bench)
    #expect(await bench.idle().contains("Content-Type"))
    let list = try #require(bench.terminal.frame.lines.firstIndex { $0.contains("/57x") })
    for _ in 0..<30 { bench.terminal.send(.mouse(Mouse(.wheelDown, at: Point(x: 30, y: list)))) }
    #expect(await bench.shows("/1x").contains("┌ History"))
    for _ in 0..<30 { bench.terminal.send(.mouse(Mouse(.wheelUp, at: Point(x: 30, y: list)))) }
    await bench.shows("/60x")
    await test.services.close()
  }

  @Test("Enter on a header of an exchange is the menu on it, with the links in it")
  func headerMenu() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("item/page", "{}", minutesAgo: 1)
    let bench = try test.bench(120, 36)
    await bench.idle()
    try await bench.press("6", "Enter")
    await bench.idle()
    try await bench.press("]")
    await bench.idle()
    try await bench.press("/")
    await bench.type("content-type")
    try await bench.press("Enter")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("copy value"))
    try await bench.press("y")
    await bench.idle()
    #expect(bench.terminal.record.copied.last == "application/json")
    await test.services.close()
  }

  /// Clicks on the middle of a text.
  private func click(_ text: String, on bench: RunningBench<LiveServices>) async throws {
    let lines = bench.terminal.frame.lines
    let y = try #require(lines.firstIndex { $0.contains(text) }, "\(bench.terminal.text)")
    let before = try #require(lines[y].firstRange(of: text)).lowerBound
    let x = CellWidth.columns(of: String(lines[y][..<before])) + text.count / 2
    bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: x, y: y))))
    await bench.idle()
  }

  @Test("What is sent meanwhile appears at the top; further down the lines stay where they are")
  func growing() async throws {
    let test = try await HistoryUnderTest()
    for number in 1...60 {
      try await test.keep("item/page", "{}", minutesAgo: 70 - number, url: "http://shop.test/\(number)x")
    }
    // So wide that a URL is whole beside a date too, which a line has when it was sent before midnight.
    let bench = try test.bench(120)
    await bench.idle()
    try await bench.press("6", "PageDown")
    let before = await bench.idle().split(separator: "\n").filter { $0.contains("shop.test") }
    let call = try await test.send("item/page")
    #expect(await bench.shows("61 exchanges").split(separator: "\n").filter { $0.contains("shop.test") } == before)
    try await bench.press("g")
    let top = await bench.idle()
    // Without its scheme, where there is no room for all of it.
    #expect(top.contains(try #require(call).dropFirst("http://".count).prefix(11)), "\(top)")
    await test.services.close()
  }

  private func newest(_ test: HistoryUnderTest) async throws -> HistoryEntry {
    try #require(try await test.services.history.exchanges(HistoryQuery(limit: 1)).exchanges.first)
  }

  @Test("The path is seen, whatever the width and however long the host", arguments: [(80, 24), (100, 30), (160, 48)])
  func paths(width: Int, height: Int) async throws {
    let test = try await HistoryUnderTest()
    let host = "http://orders.internal.example.com:8931"
    for index in 1...3 {
      try await test.keep("item/page", "{}", minutesAgo: index, url: "\(host)/v1/items/\(index)")
    }
    try await test.keep("item/page", "{}", minutesAgo: 0, url: "https://a.test/v2/things/4")
    let bench = try test.bench(width, height)
    await bench.idle()
    try await bench.press("6")
    let shown = await bench.idle()
    for path in ["/v1/items/1", "/v1/items/2", "/v1/items/3", "/v2/things/4"] {
      #expect(shown.contains(path), "\(shown)")
    }
    // None is spelled in another way than the others.
    let rows = shown.split(separator: "\n").filter { $0.hasPrefix("│") && $0.contains(" GET ") }
    #expect(rows.count == 4 && Set(rows.map { $0.contains("://") }).count == 1, "\(shown)")
    await test.services.close()
  }

  @Test("A server that all lines repeat stands above them where the paths need the room", arguments: [80, 100])
  func sharedServer(width: Int) async throws {
    let test = try await HistoryUnderTest()
    let host = "http://orders.internal.example.com:8931"
    for index in 1...3 {
      try await test.keep("item/page", "{}", minutesAgo: index, url: "\(host)/v1/customers/orders/\(index)")
    }
    let bench = try test.bench(width, 24)
    await bench.idle()
    try await bench.press("6")
    let lines = await bench.idle().split(separator: "\n").map(String.init)
    for index in 1...3 {
      #expect(lines.contains { $0.contains(" /v1/customers/orders/\(index)") && !$0.contains("internal") }, "\(lines)")
    }
    #expect(lines.contains { $0.contains("status") && $0.contains("URL at orders.internal") }, "\(lines)")
    await test.services.close()
  }

  @Test("A row that failed says why at every width", arguments: [50, 64, 80, 120])
  func reasons(width: Int) async throws {
    let test = try await HistoryUnderTest()
    try await test.send(failing: "http://127.0.0.1:1/two")
    let bench = try test.bench(width, 24)
    await bench.idle()
    try await bench.press("6")
    let lines = await bench.shows("/two").split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.contains("/two") && $0.contains("refused") }, "\(lines)")
    await test.services.close()
  }

  @Test("A row that failed has its URL in line with the others, and says in a word what failed")
  func failedRows() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("item/page", "{}", minutesAgo: 2, url: "http://127.0.0.1:1/one")
    let bench = try test.bench()
    await bench.idle()
    try await bench.press("1")
    try await test.send(failing: "http://127.0.0.1:1/two")
    try await bench.press("6")
    let shown = await bench.shows("/two")
    let lines = shown.split(separator: "\n").map(String.init)
    let column = { (path: String) in
      lines.first { $0.contains(path) }.flatMap { line in line.firstRange(of: path).map { line[..<$0.lowerBound].count }
      }
    }
    #expect(column("/one") != nil && column("/one") == column("/two"), "\(shown)")
    #expect(lines.contains { $0.contains("/two") && $0.contains("refused") }, "\(shown)")
    await test.services.close()
  }

  @Test("F5 on an exchange whose request is in no file sends that exchange again, and the hint says so")
  func sendingAgain() async throws {
    let test = try await HistoryUnderTest()
    try await test.keep("", "{}", minutesAgo: 4, method: "PUT", url: "\(test.server.url)/one", sent: #"{"a": 1}"#)
    try await test.keep("item/page", "{}", minutesAgo: 3)
    let bench = try test.bench()
    await bench.idle()
    try await bench.press("6")
    #expect(await bench.idle().contains("send item/page as it is now"))
    try await bench.press("Down")
    #expect(await bench.idle().contains("F5 send again"))
    try await bench.press("F5")
    await bench.shows("\"is\": \"new\"")
    #expect(test.server.requests.map(\.requestLine) == ["PUT /one HTTP/1.1"])
    #expect(try JSONValue(parsing: try #require(test.server.requests.last).body) == ["a": 1])
    await test.services.close()
  }
}
