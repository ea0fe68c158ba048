import ParleyEngine
import ParleyModel
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Screen 2: groups and their runs", .timeLimit(.minutes(1)))
struct GroupScreenTests {
  @Test("a group shows its tree as defined in its file, before any run")
  func outline() async throws {
    let screen = try await GroupScreen()
    let text = await screen.bench.idle()
    for step in [
      "shop", "as defined in its file", "1   GET item/list", "2   ƒ first", "3   POST cart/pay", "4   ∥ concurrent",
      "4.1 ├ GET item/list as again", "4.2 └ ƒ rest", "5   ƒ ids", "6   GET item/gone",
    ] {
      #expect(text.contains(step), "\(step)")
    }
  }

  @Test("at 80×24 and at 160×48 list, steps and step have their places")
  func sizes() async throws {
    let small = try await GroupScreen(80, 24).bench.terminal.frame.lines
    #expect(
      small[1...4] == [
        "┌ Groups ───────── 1 ┐┌ shop   as defined in its file ─────────────────────────┐",
        "│ ● shop             ││      step                      when / each / retry     │",
        "│                    ││  1   GET item/list                                     │",
        "│                    ││  2   ƒ first                   jq .items[0]            │",
      ])
    #expect(small[12].hasPrefix("│                    │├ 1 list ─────"))
    #expect(small[13].hasPrefix("│                    ││  request    item/list "))
    #expect(small[23].hasPrefix(" F5 run shop   Enter show") && small[23].hasSuffix("? help"))
    let large = try await GroupScreen(160, 48).bench.terminal.frame.lines
    #expect(large[0].contains("2 Groups") && large[1].hasPrefix("┌ Groups ─"))
    #expect(large[5].contains("3   POST cart/pay") && large[5].contains("when $steps.first.total"))
    #expect(large.allSatisfy { CellWidth.columns(of: $0) <= 160 })
  }

  @Test("F5 runs it: every step with its state and time, the run in the list; a failed step says why")
  func runs() async throws {
    let screen = try await GroupScreen()
    try await screen.bench.press("F5")
    let text = await screen.bench.idle()
    #expect(text.contains("✗ failed") && text.contains("run 1"))
    #expect(text.contains("1 ✗"))
    let lines = screen.bench.terminal.frame.lines
    #expect(lines.contains { $0.contains("POST cart/pay") && $0.contains("202") && $0.contains("ms") })
    #expect(lines.contains { $0.contains("GET item/gone") && $0.contains("✗ 503") && $0.contains("×3") })
    #expect(lines.contains { $0.contains("as last") && $0.contains("not run") })
    #expect(lines.contains { $0.contains("5[1]") && $0.contains("ids [1]") && $0.contains("ok") })
  }

  @Test("! shows why the run failed")
  func lastFailure() async throws {
    let screen = try await GroupScreen()
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("!")
    #expect(await screen.bench.idle().contains("shop, step 6 gone: "))
  }

  @Test("a run that leaves out unsaved edits of a request says so")
  func unsavedRequest() async throws {
    let screen = try await GroupScreen()
    let requests = screen.bench.services.requests
    let saved = try await requests.load("item/gone").saved
    var edited = saved
    edited.url = "/other"
    try await requests.keepDraft(edited, of: "item/gone", over: saved)
    try await screen.bench.press("F5")
    #expect(await screen.bench.idle().contains("item/gone has unsaved edits: the run sends what its file says."))
  }

  @Test("at the end of a run without failures the cursor is where it was when the run began")
  func comesBack() async throws {
    let screen = try await GroupScreen(
      file: "serial:\n  - { local: one, jq: '1' }\n  - { local: two, jq: '2' }\n  - { local: three, wait: 20ms }\n")
    let bench = screen.bench
    try await bench.press("Enter", "g", "j", "F5")
    await bench.shows("✓ done")
    #expect(await bench.idle().contains("├ 2 two "))
    try await bench.press("s", "g", "j", "R")
    await bench.shows("run 2", "✓ done")
    #expect(await bench.idle().contains("├ 2 two "))
  }

  @Test("Enter on the definition of a step of a run goes to its fields, and the hint says so")
  func editsDefinition() async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("Enter", "g", "j", "d", "Tab")
    #expect(await bench.idle().contains("Enter edit"))
    try await bench.press("Enter")
    await bench.shows("as defined in its file", "├ 2 first ", ".items[0]")
  }

  @Test("Enter on a line of the definition edits the field of that line")
  func editsLine() async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("Enter", "g", "j", "j", "d", "Tab", "/")
    await bench.type("when")
    try await bench.press("Enter", "Enter")
    await bench.shows("as defined in its file")
    await bench.idle()
    await bench.type("XYZ")
    #expect(await bench.idle().contains("XYZ"), "\(bench.terminal.text)")
  }

  @Test(
    "Enter on a nested line of the definition opens the fields it stands in, and not the first field of the step",
    arguments: [("id: 7", "id"), ("X-Key", "X-Key")])
  func editsNestedLine(line: String, row: String) async throws {
    let screen = try await GroupScreen(
      file: "serial:\n  - { request: item/one, with: { path: { id: 7 }, headers: { X-Key: a } } }\n",
      mocks: "- match: GET /items/7\n  reply: { json: {} }\n",
      files: ["requests/item/one.yaml": "url: /items/:id\n"])
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("Enter", "g", "d", "Tab", "/")
    await bench.type(line)
    try await bench.press("Enter", "Enter")
    #expect(await bench.shows("1 one · with").contains(row), "\(bench.terminal.text)")
  }

  @Test("each line of a definition has its field, however deep it stands")
  func definedPlaces() throws {
    let lines = """
      request: item/one
      with:
        path:
          id: 7
      each:
        file: a.csv
      retry:
        retries: 2
        delay: 1s
      when: |
        .a as $x
        | other: 1
      assert:
        - .a
        - .b == "c: d"
      """.split(separator: "\n").map(String.init)
    let fields: [StepField] = [
      .request, .overrides, .each, .eachFile, .retries, .retryDelay, .when, .jobItem(.assert, 0), .jobItem(.assert, 1),
    ]
    let rows = fields.map { StepForm.Row($0, "", "x", .filter) }
    let found: [StepField?] = lines.indices.map { line in
      DefinedPlace(ofLine: line, in: lines)?.row(in: rows).map { fields[$0] }
    }
    #expect(
      found == [
        .request, .overrides, .overrides, .overrides, .each, .eachFile, .retries, .retries, .retryDelay, .when, .when,
        .when, .jobItem(.assert, 0), .jobItem(.assert, 0), .jobItem(.assert, 1),
      ])
  }

  @Test("each part of a step is shown: input, request, response, headers, output, where from, attempts")
  func parts() async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("Enter", "g", "j", "j")
    #expect(await bench.idle().contains("\"total\": 99.5"))
    try await bench.press("]")
    #expect(await bench.idle().contains("POST http://127.0.0.1:1/pay"))
    try await bench.press("]")
    #expect(await bench.idle().contains("\"state\": \"paid\""))
    try await bench.press("]")
    #expect(await bench.idle().contains("[Headers]") && bench.terminal.text.contains("mock 202"))
    try await bench.press("]")
    #expect(await bench.idle().contains("[Output]") && bench.terminal.text.contains("\"state\": \"paid\""))
    try await bench.press("w")
    #expect(await bench.idle().contains("← 2 first ← 1 list (by jq)"))
    try await bench.press("k")
    #expect(await bench.idle().contains("→ 3 pay"))
    try await bench.press("G", "k", "]")
    #expect(await bench.idle().contains("  2  ") && bench.terminal.text.contains("503"))
  }

  @Test("a run that fails on a request shows what came back; the steps before it are shown as ever")
  func failedResponse() async throws {
    let screen = try await GroupScreen()
    try await screen.bench.press("F5")
    let text = await screen.bench.idle()
    #expect(text.contains("[Response]"), "\(text)")
    try await screen.bench.press("Enter", "g")
    #expect(await screen.bench.idle().contains("[Input]"))
  }

  @Test("a failed step shows the failure card: what, where, what to do")
  func card() async throws {
    let screen = try await GroupScreen(
      file: "serial:\n  - { local: ok, assert: ['.total'] }\n  - { request: item/list }\n")
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("Enter", "]", "]", "]", "]")
    let text = await bench.idle()
    #expect(text.contains("✗ ") && !text.contains("code   "))
  }

  @Test("a kept run is shown again from the list; it is pinned, compared, deleted after asking")
  func keeps() async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("j")
    #expect(await bench.idle().contains("run 1"))
    try await bench.press("P")
    #expect(await bench.idle().contains("◆"))
    try await bench.press("=")
    #expect(await bench.idle().contains("- run 1   + run 2   all steps are the same"))
    try await bench.press("Esc", "Tab", "Tab")
    try await bench.press("Esc", "D")
    #expect(await bench.idle().contains("Delete run 1?"))
    try await bench.confirm()
    await bench.idle()
    #expect(try await screen.session.store.runs.recent(10).map(\.sequence) == [2])
  }

  @Test("Enter on a request's step opens its exchange on the first screen")
  func opens() async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("Enter", "g", "j", "j", "Enter")
    let text = await bench.idle()
    #expect(text.contains("[Body]") && text.contains("202  MOCK"))
  }

  @Test("what needs a run says, while the file is shown, which key shows the run")
  func saysHowToShowTheRun() async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("Enter", "s", "Alt-r")
    #expect(await bench.idle().contains("This is the group's file, not a run: s shows its last run."))
    try await bench.press("s")
    #expect(await bench.idle().contains("run 1"))
  }

  @Test("R beside the file replays the last run from the step under the cursor; a run that is over says how to go on")
  func againFromFile() async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("Enter", "g", "j", "j", "e")
    #expect(await bench.idle().contains("The run is over: s shows the file, to edit it; R replays from here."))
    try await bench.press("s", "R")
    #expect(await bench.shows("replay of 1 from 3").contains("as recorded"))
  }

  @Test("a list whose steps were all recorded before is called recorded too, in place of a time of its own")
  func recordedList() async throws {
    let file = """
      serial:
        - concurrent: [{ local: one, jq: '1' }, { local: two, jq: '2' }]
        - { local: three, jq: '3' }

      """
    let screen = try await GroupScreen(file: file)
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("Enter", "G", "R")
    await bench.shows("replay of 1 from 2")
    await bench.idle()
    let list = bench.terminal.frame.lines.first { $0.contains("concurrent") }
    #expect(list?.contains("recorded") == true, "\(bench.terminal.text)")
  }

  @Test("R runs again from the step under the cursor, with what the steps before it gave")
  func again() async throws {
    let screen = try await GroupScreen()
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("Enter", "g", "j", "j", "R")
    #expect(await bench.idle().contains("replay of 1 from 3") && bench.terminal.text.contains("as recorded"))
    let lines = bench.terminal.frame.lines
    #expect(lines.contains { $0.contains("list") && $0.contains("recorded") })
    #expect(lines.contains { $0.contains("pay") && $0.contains("202") && !$0.contains("recorded") })
    let recording = try await screen.newest()
    #expect(recording.summary.origin?.from == NodePath("3"))
    #expect(recording.node(named: "list")?.attempts.isEmpty == true)
    #expect(recording.node(named: "pay")?.status == 202)
  }

  @Test(
    "without groups it says how to make one; no size makes it fail", arguments: [(80, 24), (20, 5), (1, 1), (200, 60)])
  func empty(width: Int, height: Int) async throws {
    let bench = try BenchUnderTest(width, height)
    try await bench.press("2", "F5", "S", "b", "c", "i", "?", "Esc", "Enter", "Tab", "j")
    #expect(bench.terminal.frame.size == Size(width: width, height: height))
    if width >= 80 { #expect(await bench.idle().contains("No groups yet")) }
  }
}
