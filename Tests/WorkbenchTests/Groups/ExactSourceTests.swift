import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Where the values of elements, of responses and of edits come from", .timeLimit(.minutes(1)))
struct ExactSourceTests {
  private static let files = ["requests/item/one.yaml": "url: /items/:id\n"]
  private static let mocks = """
    - match: GET /items/:id
      reply: { json: { found: true } }

    """
  private static let elements = """
    serial:
      - request: item/list
      - { request: item/one, each: '.items', with: { path: { id: "{{input.id}}" } } }

    """

  private static func screen(_ group: String) async throws -> GroupScreen {
    try await GroupScreen(file: group, mocks: GroupScreen.mocks + mocks, files: files)
  }

  private static func ran(_ group: String) async throws -> RunningBench<LiveServices> {
    let bench = try await screen(group).bench
    try await bench.press("F5")
    #expect(await bench.idle().contains("✓ done"))
    try await bench.press("Enter", "g")
    return bench
  }

  private static func find(_ step: String, _ bench: RunningBench<LiveServices>) async throws {
    try await bench.press("/")
    await bench.type(step)
    try await bench.press("Enter", "w")
    await bench.idle()
  }

  /// Puts this in the place of the bracket that a text begins with, and applies it.
  private static func begin(with text: String, _ bench: RunningBench<LiveServices>) async throws {
    try await bench.press("Ctrl-Home", "Delete")
    bench.terminal.send(.paste(text))
    try await bench.press("Ctrl-S")
    await bench.shows("✎")
  }

  /// The line under the cursor of the pane that has the focus.
  private static func lit(_ bench: RunningBench<LiveServices>) async -> String {
    let frame = await bench.idleFrame()
    let width = frame.size.width
    return frame.lines.enumerated().first { row, _ in
      frame.cells[row * width..<(row + 1) * width].contains {
        $0.style.role == .selection || $0.style.ground == .selection
      }
    }?.element ?? ""
  }

  @Test("an element and what its request took of it are shown with path and value, and Enter goes to the value")
  func element() async throws {
    let bench = try await Self.ran(Self.elements)
    try await Self.find("2[1]", bench)
    let text = await bench.idle()
    #expect(text.contains("element 1  ← 1 list .items[1]  {\"id\":43"))
    #expect(text.contains("path id    ← 1 list .items[1].id  43"))
    #expect(text.contains("◂GET item/list"))
    try await bench.press("Tab", "G", "Enter")
    #expect(await bench.idle().contains("├ 1 list ") && bench.terminal.text.contains("[Output]"))
    #expect(await Self.lit(bench).contains("\"id\": 43"))
    try await bench.press("Backspace", "g", "Enter")
    #expect(await bench.idle().contains("├ 1 list "))
    #expect(bench.terminal.text.contains(".items[1]"), "the path of the element is below its value")
  }

  @Test("what a filter chose is followed to the place where it stood before, and a made list to what it was made of")
  func chosen() async throws {
    let bench = try await Self.ran(
      """
      serial:
        - request: item/list
        - { request: item/one, each: '.items | sort_by(.total)', with: { path: { id: "{{input.id}}" } } }
        - { local: made, each: '[$steps.list.items[] | { number: .id }]', jq: '.number' }

      """)
    try await Self.find("2[0]", bench)
    #expect(await bench.idle().contains("path id    ← 1 list .items[1].id  43"))
    try await Self.find("3[1]", bench)
    #expect(await bench.idle().contains("output            ← 1 list .items[1].id  43"))
  }

  @Test("a value out of the response of an earlier step of the run leads to that step")
  func response() async throws {
    let bench = try await Self.ran(
      """
      serial:
        - request: item/list
        - { local: count, jq: '.items | length' }
        - { request: item/one, with: { path: { id: '{{response("item/list").items[0].id}}' } } }

      """)
    try await Self.find("3", bench)
    #expect(await bench.idle().contains("path id    ← 1 list .items[0].id  42"))
    #expect(bench.terminal.text.contains("◂GET item/list"))
    try await bench.press("Tab", "g", "Enter")
    await bench.idle()
    #expect(await Self.lit(bench).contains("\"id\": 42"))
  }

  @Test("a response that is older than the run leads nowhere, and says what it is")
  func olderResponse() async throws {
    let screen = try await Self.screen("serial:\n  - request: item/list\n")
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    let group =
      "serial:\n  - { request: item/one, with: { path: { id: '{{response(\"item/list\").items[0].id}}' } } }\n"
    try screen.folder.write(group, to: "w/groups/shop.yaml")
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("Enter", "w")
    #expect(await bench.idle().contains("path id    ← response of item/list .items[0].id"))
  }

  @Test("a part of a request that was edited at a pause comes from the person, and the others from where they came")
  func editedRequest() async throws {
    let screen = try await Self.screen(Self.elements)
    let bench = screen.bench
    try await bench.press("Enter", "g", "j", "b", "F5")
    await bench.shows("paused before one")
    try await bench.press(">")
    await bench.shows("2[0]")
    try await screen.addNote("by hand", toRequestOf: "one")
    try await bench.press("w")
    await bench.shows("← ✎ edited by hand at a pause", "header X-Note")
    try await bench.press("b", "c")
    await bench.idle()
    try await Self.find("2[0]", bench)
    let text = await bench.idle()
    #expect(text.contains("header X-Note") && text.contains("← ✎ edited by hand at a pause"))
    #expect(text.contains("← 1 list .items[0].id  42"))
    let recording = try await screen.newest()
    #expect(recording[.root.node(1).element(0)]?.sources.contains { $0.place == "header X-Note" } == true)
  }

  @Test("an edited input is what a request takes, and an edited result what later steps took")
  func editedValues() async throws {
    let screen = try await Self.screen(
      """
      serial:
        - request: item/list
        - { local: first, jq: '.items[0]' }
        - { request: item/one, with: { path: { id: "{{input.id}}" } } }
        - { local: last, jq: '$steps.first.id' }

      """)
    let bench = screen.bench
    try await bench.press("Enter", "g", "j", "Alt-b", "j", "b", "F5")
    await bench.shows("paused after first")
    try await bench.press("O")
    await bench.shows("Output of first")
    try await Self.begin(with: "{ \"was\": 1, ", bench)
    try await bench.press("c")
    await bench.shows("paused before one")
    try await bench.press("i")
    await bench.shows("Input of one")
    try await Self.begin(with: "{ \"was\": 2, ", bench)
    try await bench.press("c")
    await bench.idle()
    try await Self.find("3", bench)
    let one = await bench.idle()
    #expect(one.contains("input      ← ✎ edited by hand at a pause"))
    #expect(one.contains("path id    ← ✎ edited by hand at a pause"))
    #expect(!one.contains("path id    ← 2"))
    try await Self.find("4", bench)
    #expect(await bench.idle().contains("← 2 first .id ← ✎ edited by hand at a pause"))
  }

  @Test("an edited list is where its elements come from")
  func editedList() async throws {
    let screen = try await Self.screen(Self.elements)
    let bench = screen.bench
    try await bench.press("Enter", "g", "j", "b", "F5")
    await bench.shows("paused before one")
    try await bench.press("E")
    await bench.shows("List of one")
    try await Self.begin(with: "[{ \"id\": 5 }, ", bench)
    try await bench.press("b", "c")
    await bench.idle()
    try await Self.find("2[0]", bench)
    let text = await bench.idle()
    #expect(text.contains("element 0  ← ✎ edited by hand at a pause  {\"id\":5}"))
    #expect(text.contains("path id    ← ✎ edited by hand at a pause"))
  }
}
