import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("The parts of a step", .timeLimit(.minutes(1)))
struct StepPartTests {
  private static let mocks = """
    - match: GET /items
      reply:
        json:
          items: [ { id: 42, total: 99.5, owner: "Ada" }, { id: 43, total: 12, owner: "Bob" } ]
          next: "http://127.0.0.1:1/items/43"
    - match: POST /pay
      reply: { status: 202, json: { state: paid, paid: 42 } }

    """

  private static let group = """
    serial:
      - request: item/list
      - { local: first, jq: '.items[0] | {id, owner}' }
      - request: cart/pay
        with: { headers: { X-Item: "{{steps.first.id}}" }, body: { json: '{ "item": {{input.id}}, "note": "two words" }' } }
      - { local: receipt, jq: '{ paid: .paid }' }

    """

  /// After a run, in the steps, with the cursor on the first one.
  private func ran(_ width: Int = 120, _ height: Int = 36, mocks: String = mocks) async throws -> GroupScreen {
    let files = [
      "mocks/all.yaml": mocks,
      "requests/cart/pay.yaml": "method: POST\nurl: /pay\ncapture: { place: .state }\n",
      "requests/item/get.yaml": "url: /items/:id\nquery: { page: \"1\" }\n",
    ]
    let screen = try await GroupScreen(width, height, file: Self.group, files: files)
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("Enter", "g")
    await screen.bench.idle()
    return screen
  }

  /// In the part of a step, which is so many steps below the first.
  private func part(_ tab: StepTab, of step: Int, in screen: GroupScreen) async throws -> RunningBench<LiveServices> {
    let bench = screen.bench
    for _ in 0..<step { try await bench.press("j") }
    // From the definition on.
    try await bench.press("d")
    for _ in 0..<tab.rawValue { try await bench.press("]") }
    try await bench.press("Tab")
    await bench.idle()
    return bench
  }

  private func copied(_ bench: RunningBench<LiveServices>) -> String? { bench.terminal.record.copied.last }

  /// The step has no rows of a list, and nothing is watched.
  private static let tabs = StepTab.allCases.filter { $0 != .rows && $0 != .watch }

  @Test("/ searches in every part with a count; n and N go on, Esc ends it", arguments: Sample.of(tabs, 4))
  func searches(_ tab: StepTab) async throws {
    let terms: [StepTab: String] = [
      .definition: "cart/pay", .input: "ada", .request: "two words", .response: "paid", .headers: "202",
      .output: "paid",
      .whereFrom: "first", .attempts: "202", .shared: "place",
    ]
    let bench = try await part(tab, of: 2, in: try await ran())
    try await bench.press("/")
    await bench.type(try #require(terms[tab]))
    #expect(await bench.idle().contains("1 of "), "\(tab)")
    try await bench.press("Enter", "n", "N")
    #expect(await bench.idle().contains("1 of "))
    try await bench.press("/", "Esc")
    #expect(await !bench.idle().contains("1 of "))
  }

  @Test(
    "f filters input, response and output as you type; Esc goes back to the whole",
    arguments: [
      (StepTab.input, ".owner", "\"Ada\""), (.response, ".state", "\"paid\""), (.output, ".paid", "42"),
      (.request, ".note", "\"two words\""),
    ])
  func filters(_ row: (tab: StepTab, filter: String, result: String)) async throws {
    let bench = try await part(row.tab, of: 2, in: try await ran())
    let whole = await bench.idle()
    try await bench.press("f")
    await bench.type(row.filter)
    #expect(await bench.idle().contains("1 value"))
    try await bench.press("Enter")
    let filtered = await bench.idle()
    #expect(filtered.contains("f \(row.filter)") && filtered.contains(row.result))
    try await bench.press("Esc")
    #expect(await bench.idle() == whole)
  }

  @Test("y v, y p and y b copy value, path and whole; y c the request as curl")
  func copies() async throws {
    let screen = try await ran()
    let bench = try await part(.output, of: 1, in: screen)
    try await bench.press("j", "j", "y", "v")
    await bench.idle()
    #expect(copied(bench) == "Ada")
    try await bench.press("y", "p")
    #expect(copied(bench) == ".owner")
    try await bench.press("y", "b")
    await bench.idle()
    #expect(copied(bench) == #"{"id":42,"owner":"Ada"}"#)
    try await bench.press("Esc", "j", "d", "]", "]", "Tab")
    await bench.idle()
    try await bench.press("y", "c")
    #expect(copied(bench)?.hasPrefix("curl 'http://127.0.0.1:1/pay' \\\n  --header") == true)
    #expect(copied(bench)?.contains(#"--data-raw '{ "item": 42, "note": "two words" }'"#) == true)
  }

  @Test("a masked value is copied as it is shown, and so are the whole part and what a filter makes of it")
  func copiesMasked() async throws {
    let screen = try await GroupScreen(
      file: "serial:\n  - request: user/login\n",
      mocks: "- match: GET /login\n  reply: { json: { token: token-of-ada-4711, user: ada } }\n",
      files: [
        "requests/user/login.yaml": "url: /login\ncapture: { token: .token }\n",
        "parley.yaml": """
        parley: 1
        id: groups5
        servers: { api: "http://127.0.0.1:1" }
        shared: { token: { cipher: machine } }

        """,
      ])
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("Enter", "g")
    for tab in [StepTab.response, .output] {
      let bench = try await part(tab, of: 0, in: screen)
      try await bench.press("j")
      #expect(await bench.idle().contains("token"))
      try await bench.press("y", "v")
      await bench.idle()
      #expect(copied(bench) == Secrets.mask)
      try await bench.press("y", "b")
      await bench.idle()
      #expect(copied(bench)?.contains(Secrets.mask) == true && copied(bench)?.contains("ada") == true)
      try await bench.press("f")
      await bench.type(".token")
      try await bench.press("Enter", "y", "v")
      await bench.idle()
      #expect(copied(bench) == Secrets.mask)
      try await bench.press("Esc", "Esc")
    }
    #expect(screen.bench.terminal.record.copied.allSatisfy { !$0.contains("4711") })
  }

  @Test("the list of steps masks of a result what its output masks, and nothing else")
  func masksInTheList() async throws {
    let screen = try await GroupScreen(
      file: """
        serial:
          - request: user/login
          - { local: who, jq: '{ name: .user }' }
          - { local: pass, jq: '$steps.login.token' }

        """,
      mocks: "- match: GET /login\n  reply: { json: { token: token-of-ada-4711, user: ada } }\n",
      files: [
        "requests/user/login.yaml": "url: /login\ncapture: { token: .token }\n",
        "parley.yaml": """
        parley: 1
        id: groups5
        servers: { api: "http://127.0.0.1:1" }
        shared: { token: { cipher: machine } }

        """,
      ])
    try await screen.bench.press("F5")
    await screen.bench.idle()
    let lines = await screen.bench.idle().split(separator: "\n")
    let who = try #require(lines.first { $0.contains("ƒ who") })
    let pass = try #require(lines.first { $0.contains("ƒ pass") })
    #expect(who.contains("→ {name: \"ada\"}"))
    #expect(pass.contains("→ \"\(Secrets.mask)\""))
  }

  @Test("lines are copied: of the definition as the file has them")
  func copiesLines() async throws {
    let bench = try await part(.definition, of: 1, in: try await ran())
    try await bench.press("y", "b")
    #expect(copied(bench)?.contains("jq: .items[0] | {id, owner}") == true)
  }

  @Test("z folds, and the path of the value under the cursor stands below")
  func folds() async throws {
    let bench = try await part(.response, of: 0, in: try await ran())
    try await bench.press("j", "j", "j")
    #expect(await bench.idle().contains(".items[0].id"))
    try await bench.press("z")
    #expect(await bench.idle().contains("▸"))
  }

  @Test("Enter on a value lists what can be done with it, and sends nothing")
  func menu() async throws {
    let screen = try await ran()
    let bench = try await part(.response, of: 0, in: screen)
    try await bench.press("j", "j", "j", "Enter")
    let text = await bench.idle()
    for entry in [
      ".items[0].id   42", "y  copy value", "p  copy path", "c  capture as…", "a  expect this", "f  filter by it",
      "u  use in…", "g  go to its source", "s  copy {{steps.list.items[0].id}}",
    ] {
      #expect(text.contains(entry), "\(entry)")
    }
    #expect(!text.contains("follow as a link"))
    try await bench.press("p")
    #expect(copied(bench) == ".items[0].id")
    try await bench.press("Enter", "s")
    #expect(copied(bench) == "{{steps.list.items[0].id}}")
    try await bench.press("Enter", "f")
    #expect(await bench.idle().contains(".items[] | select(.id == 42)"))
    let sent = try await screen.session.store.history.recent(10).count
    #expect(sent == 2)
  }

  @Test("a value can be used in every request: where it has no place yet, as a new parameter")
  func useIn() async throws {
    let screen = try await ran()
    let bench = try await part(.response, of: 0, in: screen)
    try await bench.press("j", "j", "j", "Enter", "u")
    let places = await bench.idle()
    #expect(places.contains("item/list  ?id") && places.contains("a new parameter"), "\(places)")
    await bench.type("item/list")
    try await bench.press("Enter")
    let request = await bench.idle()
    #expect(request.contains("?id=42"), "\(request)")
  }

  @Test("a value that looks like a template is used as the text that it is")
  func useTemplate() async throws {
    let mocks = Self.mocks.replacing("id: 42,", with: #"id: "{{'{{'}}shared.token}}","#)
    let bench = try await part(.response, of: 0, in: try await ran(mocks: mocks))
    #expect(await bench.idle().contains("{{shared.token}}"))
    try await bench.press("j", "j", "j", "Enter", "u")
    await bench.type("item/list")
    try await bench.press("Enter")
    let request = await bench.idle()
    #expect(request.contains("?id={{'{{'}}shared.token}}"), "\(request)")
  }

  @Test("from a request, a job that sends nothing is shown at its input or output, and the next request as before")
  func partOfJob() async throws {
    for (tab, other) in [(StepTab.request, "[Input]"), (.response, "[Output]")] {
      let bench = try await part(tab, of: 0, in: try await ran())
      #expect(await bench.idle().contains("[\(tab.title)]"))
      try await bench.press("Shift-Tab", "j")
      #expect(await bench.idle().contains(other), "\(bench.terminal.text)")
      try await bench.press("j")
      #expect(await bench.idle().contains("[\(tab.title)]"))
    }
  }

  @Test("g goes from the paid id through the filters to the response it came from, and Backspace comes back")
  func source() async throws {
    let bench = try await part(.output, of: 3, in: try await ran())
    try await bench.press("j", "Enter", "g")
    #expect(await bench.idle().contains("3 pay") && bench.terminal.text.contains("[Response]"))
    #expect(bench.terminal.text.contains(".paid"))
    // The server says it again: the first step that gave it is where it came from.
    try await bench.press("Enter", "g")
    #expect(await bench.idle().contains("[Output]"))
    try await bench.press("Backspace", "Backspace")
    #expect(await bench.idle().contains("4 receipt"))
  }

  @Test("g on a header of a request goes to the step that its template took")
  func sourceOfHeader() async throws {
    let bench = try await part(.request, of: 2, in: try await ran())
    try await bench.press("/")
    await bench.type("X-Item")
    try await bench.press("Enter", "Enter")
    #expect(await bench.idle().contains("go to its source (2 first)"))
    try await bench.press("g")
    let text = await bench.idle()
    #expect(text.contains("2 first") && text.contains("[Output]"))
  }

  @Test("c and a on the response of a step change the request's draft, as they do on the first screen")
  func takes() async throws {
    let screen = try await ran()
    let bench = try await part(.response, of: 0, in: screen)
    try await bench.press("j", "j", "j", "Enter", "a")
    #expect(await bench.idle().contains(".items[0].id == 42"))
    try await bench.press("2")
    await bench.idle()
    try await bench.press("Enter", "c")
    #expect(await bench.idle().contains("Capture into shared data"))
    try await bench.press("Enter", "Enter")
    #expect(await bench.idle().contains("[Shared 1]") && bench.terminal.text.contains("items[0].id"))
  }

  @Test("u lists requests with a fitting variable first, and fills the one that is chosen as a draft")
  func uses() async throws {
    let screen = try await ran()
    let bench = try await part(.response, of: 0, in: screen)
    try await bench.press("j", "j", "j", "Enter", "u")
    #expect(await bench.idle().contains("item/get  :id"))
    try await bench.press("Enter")
    let text = await bench.idle()
    #expect(text.contains("/items/:id") && text.contains("42") && text.contains("✎"))
  }

  @Test("l follows a link to the request that the workspace has for it, filled in and not sent")
  func follows() async throws {
    let screen = try await ran()
    let bench = try await part(.response, of: 0, in: screen)
    try await bench.press("G", "k", "Enter")
    #expect(await bench.idle().contains("l  follow as a link"))
    try await bench.press("l")
    let text = await bench.idle()
    #expect(text.contains("/items/:id") && text.contains("43"))
    #expect(try await screen.session.store.history.recent(10).count == 2)
  }

  @Test("at 80×24 a part shows its lines, the path and the hints; Z gives it the room")
  func small() async throws {
    let bench = try await part(.response, of: 0, in: try await ran(80, 24))
    let lines = bench.terminal.frame.lines
    #expect(lines.contains { $0.contains("\"items\": [") } && lines[23].contains("/ search"))
    try await bench.press("Z")
    #expect(await bench.idle().contains("\"owner\": \"Bob\""))
  }
}
