import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchState

/// What can be asked beside a failure: other questions, what is missing, what has changed, what another value would give.
@Suite("Why?, asked further on the screen", .timeLimit(.minutes(2)))
struct WhyAskingTests {
  private static let group = """
    serial:
      - request: item/list
      - { local: cheap, jq: '[.items[] | select(.total < 5)] | map(.total) | add // 0' }
      - { local: check, assert: ['. == 12'] }

    """

  private static let json = ["Content-Type: application/json", "X-Shop: 7"]

  /// The screen in the steps of a run, with the cursor on the first.
  private func screen(
    _ bodies: [String] = [#"{"items":[{"id":1,"total":99.5},{"id":2,"total":12}]}"#], runs: Int = 1, _ width: Int = 120
  ) async throws -> (GroupScreen, RawServer) {
    let sent = Monitor(0)
    let server = try RawServer.start { connection in
      while try connection.readRequest() != nil {
        let count = sent.withLock { sent in
          sent += 1
          return sent
        }
        try connection.send(.text(bodies[min(count, bodies.count) - 1], headers: Self.json))
      }
    }
    let screen = try await GroupScreen(width, 36, file: Self.group, server: server.url)
    for _ in 0..<runs {
      try await screen.bench.press("F5")
      await screen.bench.idle()
    }
    try await screen.bench.press("Enter", "g")
    await screen.bench.idle()
    return (screen, server)
  }

  @Test("another value is tried, and the run forked with it")
  func trial() async throws {
    let (screen, server) = try await screen()
    let bench = screen.bench
    try await bench.press("n", "W")
    #expect(await bench.idle().contains("t try"))
    // The second line: what cheap gave.
    try await bench.press("g", "j", "t")
    #expect(await bench.idle().contains("Nothing is sent."))
    try await bench.press("Ctrl-U")
    await bench.type("12")
    try await bench.press("Enter")
    let text = await bench.idle()
    #expect(text.contains("(nothing is sent)"))
    #expect(text.contains("→ 3 check would pass"))
    #expect(text.contains("F fork with it, paused"))
    #expect(server.requests.count == 1)
    try await bench.press("F")
    await bench.shows("paused before check   fork of 1", "✎ value")
    try await bench.press("c")
    #expect(await bench.idle().contains("fork of 1 from 3 check"))
    let recording = try await screen.session.runs.recording(of: screen.session.runs.kept("last"))
    #expect(recording.nodes.last?.state == .succeeded)
    #expect(server.requests.count == 1)
  }

  @Test("t tries the value of the line or of what it leads to, and F forks there: never those of another branch")
  func onTheWay() {
    let email = WhyLink("it is the variable email", end: .file, trying: .variable("email"))
    let asked = WhyLink("it was asked for and entered", end: .person)
    let login = WhyLink(
      "1 login failed: got 401.", target: .step(.root.node(0), .response, nil),
      causes: [WhyLink("body.email was sent", causes: [email]), WhyLink("body.password was sent", causes: [asked])])
    let question = WhyQuestion(.root.node(0))
    var place = WhyPlace(WhyChain(question: "Why?", effect: login), to: question, of: [question], run: "r")
    let tried = (0..<5).map { line in
      place.cursor = line
      return place.tried
    }
    #expect(tried == [.variable("email"), .variable("email"), .variable("email"), nil, nil])
    #expect(place.whyNotTried.contains("entered is not recorded") && place.forkStep == .root.node(0))
  }

  @Test("a value that is missing, and one with a member")
  func missing() async throws {
    let (screen, server) = try await screen()
    let bench = screen.bench
    try await bench.press("j", "W", "n")
    #expect(await bench.idle().contains("Why not?"))
    await bench.type("id = 2")
    try await bench.press("Enter")
    let text = await bench.idle()
    #expect(text.contains(#"Why is {"id":2} not in the output of 2 cheap?"#))
    #expect(text.contains("`select(.total < 5)` dropped 2 of 2"))
    #expect(text.contains("at .items[1]"))
    withExtendedLifetime(server) {}
  }

  @Test("what has changed since it worked")
  func changes() async throws {
    let (screen, server) = try await screen(
      [#"{"items":[{"id":1,"total":4},{"id":2,"total":4},{"id":3,"total":4}]}"#, #"{"items":[{"id":1,"total":4}]}"#],
      runs: 2)
    let bench = screen.bench
    try await bench.press("n", "W", "d")
    let text = await bench.idle()
    #expect(text.contains("Since run 1, which succeeded:"))
    #expect(text.contains("≠ the response of 1 list is different"))
    #expect(text.contains("Nothing else on this way has changed"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("├ 1 list "))
    try await bench.press("Backspace")
    #expect(await bench.idle().contains("Since run 1, which succeeded:"))
    try await bench.press("d")
    #expect(await !bench.idle().contains("Since run 1"))
    withExtendedLifetime(server) {}
  }

  @Test("of a step that succeeded: its output, and by Tab its status and its time")
  func otherQuestions() async throws {
    let (screen, server) = try await screen()
    let bench = screen.bench
    try await bench.press("W")
    #expect(await bench.idle().contains("Why is the output of 1 list what it is?"))
    try await bench.press("Tab")
    #expect(await bench.idle().contains("Why is the status of 1 list 200?"))
    try await bench.press("Tab")
    #expect(await bench.idle().contains("Why did 1 list take so long?"))
    try await bench.press("Tab")
    #expect(await bench.idle().contains("Why is the output of 1 list what it is?"))
    withExtendedLifetime(server) {}
  }

  @Test("a header of a response, and a row that was dropped, are asked about where they stand")
  func parts() async throws {
    let (screen, server) = try await screen()
    let bench = screen.bench
    for _ in 0..<12 where !bench.terminal.text.contains("[Headers]") {
      try await bench.press("]")
      await bench.idle()
    }
    try await bench.press("Tab", "j", "j")
    await bench.idle()
    for _ in 0..<6 where !bench.terminal.text.contains("Why is the header X-Shop") {
      try await bench.press("W")
      if await bench.idle().contains("Why is the header X-Shop") { break }
      try await bench.press("Esc", "k")
    }
    #expect(await bench.idle().contains("the header X-Shop in the response of 1 list is 7"))
    try await bench.press("Esc", "Shift-Tab", "j")
    await bench.idle()
    for _ in 0..<12 where !bench.terminal.text.contains("[Rows]") {
      try await bench.press("]")
      await bench.idle()
    }
    try await bench.press("Tab", "G", "W")
    let text = await bench.idle()
    #expect(text.contains("What became of .items[1] in 2 cheap?"))
    #expect(text.contains(".items[1] was dropped by `select(.total < 5)` in 2 cheap"))
    withExtendedLifetime(server) {}
  }

  @Test("a value is found wherever it stands in the run, and Enter goes there")
  func find() async throws {
    let (screen, server) = try await screen()
    let bench = screen.bench
    try await bench.press("v")
    #expect(await bench.idle().contains("Find a value"))
    await bench.type("99.5")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("1 list  response  .items[0].total  99.5"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("[Response]"))
    try await bench.press("Backspace", "v")
    await bench.type("nowhere")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("stands nowhere in this run"))
    withExtendedLifetime(server) {}
  }

  @Test("at 80 columns everything is there, too")
  func narrow() async throws {
    let (screen, server) = try await screen(80)
    let bench = screen.bench
    try await bench.press("n", "W", "t")
    await bench.idle()
    try await bench.press("Enter")
    let text = await bench.idle()
    #expect(text.contains("Why did 3 check fail?"))
    #expect(text.contains("(nothing is sent)"))
    withExtendedLifetime(server) {}
  }

  private func screen(_ width: Int) async throws -> (GroupScreen, RawServer) {
    try await screen([#"{"items":[{"id":1,"total":99.5},{"id":2,"total":12}]}"#], runs: 1, width)
  }

  @Test("W in the list asks why the newest run failed; of a run that succeeded there is nothing to ask")
  func fromTheList() async throws {
    let (screen, server) = try await screen()
    let bench = screen.bench
    try await bench.press("Esc", "W")
    #expect(await bench.idle().contains("Why did 3 check fail?"))
    try await bench.press("Esc")
    try screen.folder.write("serial:\n  - { local: one, jq: '1' }\n", to: "w/groups/shop.yaml")
    try await bench.press("Shift-Tab", "g", "F5")
    await bench.idle()
    try await bench.press("W")
    #expect(await bench.idle().contains("Run 2 succeeded."))
    withExtendedLifetime(server) {}
  }

  @Test("a step that pauses is shown at the part that one edits, and an edit that has not run yet has its mark")
  func pausedAfterWhy() async throws {
    let (screen, server) = try await screen()
    let bench = screen.bench
    try await bench.press("n", "b", "W")
    #expect(await bench.idle().contains("Why did 3 check fail?"))
    try await bench.press("g", "Enter")
    #expect(await bench.idle().contains("[Definition]"))
    try await bench.press("F5")
    #expect(await bench.shows("paused before check").contains("[Input]"))
    try await bench.press("i", "End", "Backspace")
    await bench.type("12")
    try await bench.press("Ctrl-S")
    #expect(await bench.shows("✎ edited").contains(/check .*▮▮ ✎/))
    try await bench.press("c")
    #expect(await bench.idle().contains("✓ done"))
    withExtendedLifetime(server) {}
  }
}
