import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 2: a step is filled in, field by field", .timeLimit(.minutes(1)))
struct StepFormScreenTests {
  /// In the form of the step `first`, a filter, after a run.
  private func atFilter(_ width: Int = 120, _ height: Int = 36) async throws -> GroupScreen {
    let screen = try await GroupScreen(width, height)
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("g", "Enter", "g", "j", "Enter")
    await screen.bench.shows("2 first")
    return screen
  }

  @Test("a filter shows what it gives on the last run while it is typed, and is a change of the draft that u undoes")
  func types() async throws {
    let screen = try await atFilter()
    let bench = screen.bench
    try await bench.press("Enter", "End")
    await bench.type(" | .total")
    #expect(await bench.shows("→ 99.5").contains("on 2 first · run 1"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains(".items[0] | .total"))
    #expect(bench.terminal.text.contains("edited, not saved") || bench.terminal.text.contains("✎"))
    try await bench.press("u")
    #expect(await !bench.idle().contains(".items[0] | .total"))
  }

  @Test(
    "Enter keeps a word of a filter as it was typed beside a longer one; Tab and a choice that was gone to complete it")
  func keepsWords() async throws {
    let screen = try await atFilter()
    let bench = screen.bench
    for (keys, word) in [(["Enter"], "null"), (["Tab", "Enter"], "nulls"), (["Down", "Enter", "Enter"], "nulls")] {
      try await bench.press("Enter", "Ctrl-U")
      await bench.type(".items[0].total != null")
      await bench.shows("← jq")
      for key in keys { try await bench.press(key) }
      let kept = await bench.idle()
      #expect(kept.contains(".total != \(word) "), "\(keys): \(kept)")
      try await bench.press("u")
      await bench.idle()
    }
  }

  @Test("i shows the fields of the group, whose title says how to come back; another step shows its own again")
  func fieldsOfTheGroup() async throws {
    let screen = try await atFilter()
    let bench = screen.bench
    try await bench.press("Esc", "i")
    #expect(await bench.shows("the group shop").contains("i shows step 2"))
    try await bench.press("j")
    await bench.shows("├ 3 pay ")
    try await bench.press("k")
    #expect(await bench.shows("├ 2 first ").contains("the group shop") == false)
  }

  @Test("one Esc goes from the fields to the steps, right after a field was accepted, too; a adds a step from both")
  func oneEscape() async throws {
    let screen = try await atFilter()
    let bench = screen.bench
    try await bench.press("Enter", "End")
    await bench.type(" | .total")
    await bench.shows("→ 99.5")
    try await bench.press("Enter", "a")
    await bench.shows("Add steps", "below 2 first")
    try await bench.press("Esc", "Esc", "j")
    #expect(await bench.shows("├ 3 pay ").contains("Esc again") == false)
  }

  @Test("R beside the fields of a step replays the last run from that step")
  func replaysRuns() async throws {
    let screen = try await atFilter()
    try await screen.bench.press("R")
    await screen.bench.shows("replay of 1 from")
  }

  @Test("Esc keeps what was typed; what cannot be kept is told first, and given up when it is pressed again")
  func leaves() async throws {
    let screen = try await atFilter()
    let bench = screen.bench
    try await bench.press("Enter", "End")
    await bench.type(" | .total")
    await bench.shows("→ 99.5")
    try await bench.press("Esc")
    #expect(await bench.idle().contains(".items[0] | .total"))
    try await bench.press("Enter", "End")
    await bench.type(" +")
    await bench.shows("found the end of the filter")
    try await bench.press("Esc")
    #expect(await bench.idle().contains("Esc leaves the field as it was."))
    try await bench.press("Esc")
    #expect(await bench.idle().contains(".items[0] | .total ") && !bench.terminal.text.contains(".total +"))
  }

  @Test("a number that is none stays in its field with a sentence")
  func numbers() async throws {
    let screen = try await atFilter()
    let bench = screen.bench
    try await bench.press("G", "k", "k", "Enter")
    await bench.type("many")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Expected a number from 0 to 100"))
  }

  @Test("F5 runs with what stands in the open field, also a name, which the draft does not follow letter by letter")
  func runs() async throws {
    let screen = try await atFilter()
    let bench = screen.bench
    try await bench.press("j", "Enter", "End")
    await bench.type("_one")
    try await bench.press("F5")
    let ran = await bench.idle()
    #expect(ran.contains("run 2") && ran.contains("ƒ first_one "), "\(ran)")
  }

  @Test("F5 runs nothing while a field holds what cannot be taken, and says why")
  func runsNothing() async throws {
    let screen = try await atFilter()
    let bench = screen.bench
    try await bench.press("G", "k", "k", "Enter")
    await bench.type("many")
    try await bench.press("F5")
    let refused = await bench.idle()
    #expect(refused.contains("Expected a number from 0 to 100") && !refused.contains("run 2"), "\(refused)")
    try await bench.press("F5")
    #expect(await !bench.idle().contains("run 2"))
  }

  @Test("the draft follows what is typed, so that a crash loses nothing of it; u undoes the field as one")
  func follows() async throws {
    let screen = try await atFilter()
    let bench = screen.bench
    try await bench.press("Enter", "End")
    await bench.type(" | .total")
    await bench.shows("✎")
    await bench.idle()
    let restarted = try await screen.restarted()
    await restarted.idle()
    try await restarted.press("g", "Enter", "g", "j")
    #expect(await restarted.shows(".items[0] | .total").contains("✎"))
    try await bench.press("Esc", "u")
    #expect(await !bench.idle().contains("| .to"))
  }

  @Test("keys that come while a change is made lead to the form of the step they end on")
  func waits() async throws {
    let screen = try await atFilter()
    let bench = screen.bench
    try await bench.press("Enter", "End")
    await bench.type(" | .total")
    try await bench.press("Enter", "Esc", "j", "j", "j", "k")
    #expect(await bench.idle().contains("┌") && bench.terminal.text.contains("├ 4 "))
  }

  @Test("a program shows what it would be given, word by word, and is not run")
  func programs() async throws {
    let screen = try await GroupScreen(file: "serial:\n  - { local: sign, run: [./sign.sh, one] }\n")
    let bench = screen.bench
    try await bench.press("g", "Enter", "g", "Enter", "Enter", "End")
    await bench.type(" 'a b'")
    #expect(await bench.shows("2 arguments, not run").contains("\"a b\""))
    await bench.type(" 'c")
    #expect(await bench.shows("A quote").contains("is not closed"))
    let noRuns = try await screen.session.store.runs.recent(1, group: nil)
    #expect(noRuns.isEmpty)
  }

  @Test(
    "a click chooses a field, a second one edits it; from an open field it goes to another one and keeps what was typed"
  )
  func clicks() async throws {
    let screen = try await atFilter()
    let bench = screen.bench
    let row = { (label: String) throws -> Point in
      let lines = bench.terminal.frame.lines
      let y = try #require(lines.lastIndex { $0.contains("│  \(label)") || $0.contains("│ ✗\(label)") })
      return Point(x: 60, y: y)
    }
    let click = { (point: Point) in bench.terminal.send(.mouse(Mouse(.press(.left), at: point))) }
    let always = try row("always")
    click(always)
    #expect(await !bench.idle().contains("✎"))
    click(always)
    #expect(await bench.shows("edited").contains("always     on"))
    click(try row("jq"))
    click(try row("jq"))
    try await bench.press("End")
    await bench.type(" | .total")
    await bench.shows("→ 99.5")
    click(try row("when"))
    #expect(await bench.idle().contains(".items[0] | .total"))
  }

  @Test("at 80×24 the field and what it gives are both in view")
  func small() async throws {
    let screen = try await atFilter(80, 24)
    try await screen.bench.press("Enter")
    #expect(await screen.bench.idle().contains("→ { 2 }"))
  }

  @Test("with opens the composer's rows; Ctrl-S applies them to the draft, and the file keeps all else")
  func overrides() async throws {
    let screen = try await atFilter()
    let bench = screen.bench
    try await bench.press("Esc", "j", "Enter", "j", "j", "j", "Enter")
    #expect(await bench.idle().contains("3 pay · with"))
    try await bench.press("]", "[", "[", "a")
    await bench.type("X-Trace")
    try await bench.press("Tab")
    await bench.type("7")
    try await bench.press("Enter", "Ctrl-S")
    #expect(await bench.idle().contains("headers X-Trace"))
    try await bench.press("Ctrl-S")
    await bench.idle()
    let saved = String(decoding: try screen.folder.read("w/groups/shop.yaml"), as: UTF8.self)
    #expect(saved.contains("X-Trace") && saved.contains("- { local: first, jq: '.items[0]' }"))
  }

  @Test("with has one row for a variable of the path, with the request's value until it is written over")
  func pathOverride() async throws {
    let screen = try await GroupScreen(
      file: "serial:\n  - request: item/one\n",
      files: ["requests/item/one.yaml": "url: /items/:id\npath: { id: 2 }\nquery: { per: 5 }\n"])
    let bench = screen.bench
    try await bench.press("Enter", "Enter", "j", "j", "j", "Enter")
    let rows = await bench.idle()
    #expect(
      rows.contains("2  ← requests/item/one") && !rows.contains("value missing") && rows.contains("per"),
      "\(rows)")
    try await bench.press("Enter")
    await bench.type("7")
    try await bench.press("Enter", "Esc", "Ctrl-S")
    #expect(await bench.idle().contains("Saved to groups/shop.yaml."))
    let saved = String(decoding: try screen.folder.read("w/groups/shop.yaml"), as: UTF8.self)
    #expect(saved.contains("path:") && !saved.contains("query"))
  }
}
