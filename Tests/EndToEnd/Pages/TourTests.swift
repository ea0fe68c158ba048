import TestSupport
import Testing

/// The tour is true: each of its steps is taken in a real terminal, with the keys it says, and shows what it says.
@Suite("The tour", .serialized, .timeLimit(.minutes(10)))
struct TourTests {
  private typealias Walk = (TourGuest) async throws -> Void

  @Test("every step does what it says, with the keys it says, and its command lines work as they stand")
  func tour() async throws {
    let tour = try TourPage()
    let walks: [Walk] = [
      send, change, signIn, protect, watch, run, build, cache, measure, talk, environment, breakIt, findBugs, leave,
    ]
    #expect(tour.steps.map { $0.heading.prefix { $0 != "." } } == (1...walks.count).map { "\($0)" })
    try await withDemoServer { server in
      let reader = try await Reader(ParleyProgram(), port: server.port)
      let guest = TourGuest(reader, try await reader.open("parley", in: "\(reader.clone)/workspaces/demo"))
      try await guest.sees("Requests", "? help")
      #expect(!guest.terminal.screen.contains("Trust this workspace?"))
      for walk in walks { try await walk(guest) }
      for step in tour.steps {
        let untold = step.keys.filter { !guest.pressed.contains($0) }
        #expect(untold.isEmpty, "\(step.heading) says keys that nobody pressed: \(untold)")
      }
      for line in tour.commandLines(of: 14).dropFirst().dropLast() {
        let done = try await reader.run(line.text, in: guest.folder)
        #expect(done.status == line.status, "\(line)\n\(done.outputText)\(done.errorText)")
      }
    }
  }

  private func send(_ guest: TourGuest) async throws {
    try await guest.press("/")
    try await guest.type("item/page")
    try await guest.press("Enter")
    try await guest.sees("/ item/page")
    try await guest.press("Enter")
    try await guest.sees("┌ item/page ")
    try await guest.press("F5")
    try await guest.sees("200 OK", "first byte", "\"result\": [")
    try await guest.press("Tab")
    try await guest.goDown(3)
    try await guest.press("z")
    try await guest.sees("▸ \"result\": [ 5 ]")
    try await guest.press("/")
    try await guest.type("atlas")
    try await guest.press("Enter", "n")
    try await guest.sees("/atlas", " of ")
    try await guest.press("G")
    try await guest.sees("\"_meta\"", "\"pages\": 4")
    try await guest.press("Alt-t")
    try await guest.sees("id  name", "stock", ".result[0].id")
    try await guest.press("Alt-t")
    try await guest.sees("\"code\": 200")
  }

  private func change(_ guest: TourGuest) async throws {
    try await guest.press("Shift-Tab")
    try await guest.goDown(5)
    try await guest.press("Enter")
    try await guest.sees("Esc done")
    try await guest.terminal.press("BSpace")
    try await guest.type("3")
    try await guest.press("F5")
    try await guest.sees("item/page ✎", "per=3", "page 1 of 6")
    try await guest.press("Esc", "G", "Space")
    try await guest.sees("✓ debug")
    try await guest.press("Ctrl-S")
    try await guest.sees("the edits saved") { !$0.contains("✎") }
    let file = "requests/item/page.yaml"
    let changed = try await FinishedProcess.run(
      "/usr/bin/diff", ["\(ParleyProgram.demoWorkspace())/\(file)", "\(guest.folder)/\(file)"])
    #expect(changed.outputText == "5c5\n<   per: 5\n---\n>   per: 3\n7c7\n<   ~debug: 1\n---\n>   debug: 1\n")
  }

  private func signIn(_ guest: TourGuest) async throws {
    try await guest.open("user/login")
    try await guest.press("]", "]", "]")
    try await guest.sees("{{email}}", "ada@", "password ← asked")
    try await guest.press("F5")
    try await guest.sees("Before sending user/login", "password")
    try await guest.type("secret")
    try await guest.press("Enter")
    try await guest.sees("200 OK", "\"token\": \"••••••••\"")
    try await guest.send("user/profile")
    try await guest.sees("200 OK", "Ada Lovelace")
    try await guest.send("auth/login")
    try await guest.sees("┌ auth/login ", "200 OK", "Ada Lovelace")
    try await guest.press("5")
    try await guest.sees("token", "••••••••", "user/login")
    let token = try await guest.reader.run("parley shared get token --reveal", in: guest.folder).outputText
    try await guest.press("v")
    try await guest.sees(token)
    try await guest.press("v")
    try await guest.sees("the token masked again") { !$0.contains(token) }
    try await guest.press("Enter")
    try await guest.sees("editing text")
    try await guest.type("x")
    try await guest.press("Ctrl-S")
    try await guest.sees("by hand")
    try await guest.press("u")
    try await guest.sees("↶ ")
    try await typeCommands(of: 3, guest) { $0.contains(token) }
    try await guest.press("1")
    try await guest.sees("┌ auth/login ")
  }

  /// The command lines of a step, in the second terminal. Some of what they print is the token.
  private func typeCommands(
    of step: Int, _ guest: TourGuest, printing isThere: (String) -> Bool
  ) async throws {
    var printed = ""
    for line in try TourPage().commandLines(of: step) {
      let done = try await guest.reader.run(line.text, in: guest.folder)
      #expect(done.status == line.status, "\(line)\n\(done.outputText)\(done.errorText)")
      printed += done.outputText
    }
    #expect(isThere(printed))
  }

  private func protect(_ guest: TourGuest) async throws {
    try await guest.send("user/login-vault")
    try await guest.sees("passphrase of vault, again")
    for _ in 1...2 {
      try await guest.type("open sesame")
      try await guest.press("Enter")
    }
    try await guest.sees("200 OK")
    for line in try TourPage().commandLines(of: 4) {
      let second = try await guest.reader.open("\(line.text); echo ended: $?", in: guest.folder)
      try await second.wait(for: "passphrase of vault")
      try await second.type("open sesame\r")
      try await second.wait(for: "ended: 0")
    }
  }

  private func watch(_ guest: TourGuest) async throws {
    try await guest.press("3")
    try await guest.sees("3 Events", "item/page", "user/login")
    try await guest.press("/")
    try await guest.type("login")
    try await guest.press("Enter")
    try await guest.sees("the log without others") { $0.contains("user/login") && !$0.contains("item/page") }
    try await guest.press("Enter")
    try await guest.sees("1 Requests", "user/login")
    try await guest.send("tools/redirect")
    try await guest.sees("the hops") { $0.matches(of: /redirect .*302/).count >= 1 }
    for status in ["503", "503", "200 OK"] {
      try await guest.send("tools/flaky")
      try await guest.sees(status)
    }
    try await guest.send("tools/chat")
    try await guest.sees("chat.completion.chunk", "events")
    try await guest.press("Tab", "f")
    try await guest.type(".choices[0].delta.content")
    try await guest.press("Enter")
    try await guest.sees("■ ended", "\" cart?\"")
    try await guest.press("Alt-j")
    try await guest.sees("The text of", "Shall I put one into your cart?")
    try await guest.press("Esc")
  }

  private func run(_ guest: TourGuest) async throws {
    try await guest.press("2")
    try await guest.sees("checkout", "POST user/login")
    try await guest.press("F5")
    try await guest.sees("Trust this workspace?", "sign.sh")
    try await guest.allow()
    try await guest.sees("✗ failed", "tools/teapot")
    try await guest.press("Enter", "g")
    try await guest.goDown(11)
    try await guest.press("b")
    try await guest.sees("●8", "cart/pay")
    try await guest.press("F5")
    try await guest.sees("paused before pay")
    try await guest.press("w")
    try await guest.sees("[Where from]", "sign.sh", "cart .result.id")
    try await guest.press("i")
    try await guest.sees("editing json", "signature")
    try await guest.press("Esc", "c")
    try await guest.sees("✗ failed", "tools/teapot")
    try await guest.press("R")
    try await guest.sees("run 3", "✗ failed")
    try await guest.press("M")
    try await guest.sees("MOCK")
    try await guest.press("M")
    try await guest.sees("the shop again") { !$0.contains("MOCK") }
  }

  private func build(_ guest: TourGuest) async throws {
    try await guest.press("Esc", "a")
    try await guest.type("prices")
    try await guest.press("Enter")
    try await guest.sees("This group has no steps yet.", "a add")
    try await guest.press("a")
    try await guest.sees("Add steps", "The first step")
    for step in ["item/page", "item/one", "filter", "sum"] {
      try await guest.type(step)
      try await guest.press("Enter")
    }
    try await guest.sees("editing", "3 sum · jq")
    try await guest.press("Esc", "Esc", "F5")
    try await guest.sees("run 4", "✓ done")
    try await editEach(guest)
    try await guest.press("F5")
    try await guest.sees("run 5", "✓ done")
    try await guest.terminal.settle()
    try await guest.press("s")
    try await guest.sees("gave last time")
    try await guest.press("Esc", "G")
    try await guest.sees("3 sum ─", "name       sum")
    try await guest.press("Enter", "Enter")
    try await guest.sees("editing")
    try await guest.press("Ctrl-U")
    try await guest.type("map(.price) | add")
    try await guest.sees("what the filter gives") { $0.contains("→ ") && $0.contains("3 sum · run 5") }
    try await guest.press("Ctrl-S")
    try await guest.sees("Saved to groups/prices.yaml.")
    try await guest.press("Esc", "Esc", "D")
    try await guest.sees("Delete")
    try await guest.allow()
    try await guest.sees("prices no file")
  }

  private func editEach(_ guest: TourGuest) async throws {
    try await guest.terminal.settle()
    try await guest.press("s")
    try await guest.sees("gave last time")
    try await guest.press("g", "j")
    try await guest.sees("├ 2 one ─", "each file")
    try await guest.press("Enter")
    try await guest.goDown(4)
    try await guest.press("Enter")
    try await guest.sees("2 one · each ")
    try await guest.type(".result")
    try await guest.sees("[ 3 ]")
    try await guest.press("Enter")
    try await guest.sees("at once")
    try await guest.press("k", "Enter")
    try await guest.sees("2 one · with ", ":id")
    try await guest.press("Enter")
    try await guest.type("{{input.id}}")
    try await guest.press("Enter", "Esc")
    try await guest.sees("path id")
    try await guest.goDown(3)
    try await guest.press("Enter")
    try await guest.type("2")
    try await guest.press("Enter")
    try await guest.sees("2 at on")
  }

  private func findBugs(_ guest: TourGuest) async throws {
    try await guest.press("Alt-w")
    try await guest.sees("Open a workspace")
    try await guest.type("another")
    try await guest.sees("Another folder")
    try await guest.press("Enter")
    try await guest.sees("Open a workspace", "folder")
    try await guest.type("../debugging")
    try await guest.press("Enter")
    try await guest.sees("debugging ▸ local")
    try await guest.press("2")
    try await guest.sees("discount", "purchase")
    try await guest.press("g", "F5")
    try await guest.sees("discount   run 1", "✗ failed")
    try await guest.press("Enter", "n", "W")
    try await guest.sees("Why did 3 check fail?", "`tag` is not set in local")
    try await guest.press("t")
    try await guest.sees("Try another value")
    try await guest.type("sale")
    try await guest.press("Enter")
    try await guest.sees("(nothing is sent)", "3 check would pass")
    try await guest.press("Esc", "Esc")
    try await guest.terminal.settle()
    try await guest.press("G", "F5")
    try await guest.sees("purchase   run 2", "✗ failed")
    try await guest.press("Enter", "n", "W")
    try await guest.sees("Why did 2 read fail?", "requests/cart/create.yaml")
    try await guest.press("Enter")
    try await guest.sees("the place that the line speaks of") { !$0.contains("Why did 2 read fail?") }
    try await guest.press("Backspace")
    try await guest.sees("Why did 2 read fail?")
    try await guest.press("Esc", "j")
  }

  private func enterPassword(_ guest: TourGuest) async throws {
    try await guest.sees("checkout asks", "password")
    try await guest.type("secret")
    try await guest.press("Enter")
  }

  private func cache(_ guest: TourGuest) async throws {
    try await guest.press("1")
    try await guest.send("item/recent")
    // Its status is there before its end is, and with that what the cache keeps.
    try await guest.sees("200 OK", "1 of 1 expectation met")
    try await guest.press("F5")
    try await guest.sees("Fresh for ")
    try await guest.press("4")
    try await guest.sees("4 Cache", "ada@", "fresh for")
    try await guest.press("Enter")
    try await guest.sees("Fresh for ", "from cache")
    try await guest.press("]", "]")
    try await guest.sees("if sent now", "hit rate")
    try await guest.press("Esc")
    try await guest.sees("the entry closed") { !$0.contains("if sent now") }
    try await guest.press("t")
    try await guest.sees("tree · ")
    try await guest.press("t")
    try await guest.press("=")
    try await guest.sees("from the server")
    try await guest.press("Esc", "x")
    try await guest.sees("expired")
  }

  private func measure(_ guest: TourGuest) async throws {
    try await guest.press("1", ":")
    try await guest.sees("Commands, requests, groups, keys")
    try await guest.type("item/page")
    try await guest.sees("item/page   request")
    try await guest.press("Enter")
    try await guest.sees("┌ item/page ")
    try await guest.press("F6")
    try await guest.sees("Send item/page several times")
    try await guest.press("Enter", "Enter")
    try await guest.sees("100 of 100", "median", "p99")
    try await guest.press("Esc")
    try await guest.sees("the requests again") { !$0.contains("median") }
    try await guest.press("6")
    try await guest.sees("┌ History", "item/page")
    try await guest.press("/")
    try await guest.type("atlas")
    try await guest.sees("/ atlas")
    try await guest.press("Enter", "=")
    try await guest.sees("Two responses")
    try await guest.press("Esc")
    try await guest.sees("the history again") { !$0.contains("Two responses") }
  }

  private func talk(_ guest: TourGuest) async throws {
    try await guest.press("1", ":")
    try await guest.sees("Commands, requests, groups, keys")
    try await guest.type("live/prices")
    try await guest.sees("live/prices   request")
    try await guest.press("Enter")
    try await guest.sees("┌ live/prices ")
    try await guest.press("F5")
    try await guest.sees("● open", "subscribed", "i message")
    try await guest.press("i")
    try await guest.type("{ \"subscribe\": 7 }")
    try await guest.sees("→ { \"subscribe\": 7 }")
    try await guest.press("Enter")
    try await guest.sees("\"item\":7")
    try await guest.press("Esc", "Alt-i")
    try await guest.sees("pong")
    try await guest.press("X")
    try await guest.sees("Close the WebSocket")
    try await guest.press("Enter", "Enter")
    try await guest.sees("■ closed")
  }

  private func environment(_ guest: TourGuest) async throws {
    try await guest.press("V")
    try await guest.sees("Environment", "mirror", "asks before sending")
    try await guest.type("mirror")
    try await guest.press("Enter")
    try await guest.sees("▸ mirror")
    try await guest.press("1")
    try await guest.send("tools/echo")
    try await guest.sees("Send tools/echo?")
    try await guest.allow()
    try await guest.sees("200 OK", "with%20ja")
  }

  private func breakIt(_ guest: TourGuest) async throws {
    try await guest.send("tools/slow")
    try await guest.sees("failed: network", "more time")
    try await guest.send("tools/endless")
    try await guest.sees("line 3")
    try await guest.press("Ctrl-C")
    try await guest.sees("Cancelled")
    try await guest.send("tools/large")
    // It is stored, and its six million lines are counted, which takes its time where other programs run beside it.
    try await guest.terminal.wait(for: "first byte", within: .seconds(120))
    try await guest.sees("105 MB")
    try await guest.press("Tab", "G")
    try await guest.terminal.wait(for: "6,553,602/6,553,602", within: .seconds(120))
    try await guest.send("tools/evil")
    try await guest.sees("200 OK", "Requests")
    let (home, file) = (guest.reader.parley.home, "clone/workspaces/demo/requests/tools/status.yaml")
    let written = try home.read(file)
    try home.write(Array("metod: POST\n".utf8) + written, to: file)
    try await guest.sees("✗ 1 error")
    try await guest.press("F8")
    try await guest.sees("status.yaml:1", "“metod”")
    try await guest.press("Esc")
    try home.write(written, to: file)
    try await guest.sees("✓ files")
    try await guest.press("Esc", "Esc", "Esc")
  }

  /// The end of step 12 and the beginning of the last one, which want Parley and the shop to be started anew.
  private func leave(_ guest: TourGuest) async throws {
    try await guest.press("Esc", "q")
    #expect(try await guest.terminal.waitForEnd() == 0)
    try await stopTheShop(guest)
  }

  /// In terminals of their own, as the last step starts them.
  private func stopTheShop(_ guest: TourGuest) async throws {
    let lines = try TourPage().commandLines(of: 14)
    let shop = try await guest.reader.open("exec \(lines[0].text)", in: guest.folder)
    try await shop.wait(for: "listening on http://127.0.0.1:")
    let port = try #require(shop.screen.firstMatch(of: /127.0.0.1:(\d+)/)?.output.1)
    let bench = try await guest.reader.open(
      "\(lines[lines.count - 1].text) --set baseUrl=http://127.0.0.1:\(port) -e local", in: guest.folder)
    try await bench.wait(for: "? help")
    try await shop.press("C-c")
    try await shop.waitForEnd()
    try await TourGuest(guest.reader, bench).send("item/page")
    try await bench.wait(for: "✗ ")
  }
}
