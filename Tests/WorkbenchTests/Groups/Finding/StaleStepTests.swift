import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Steps that have changed since a run", .timeLimit(.minutes(1)))
struct StaleStepTests {
  private func step(
    _ path: String, _ name: String, _ definition: String, _ kind: NodeRecord.Kind = .job
  ) -> StepOutline {
    StepOutline(NodePath(path) ?? .root, name, kind, definition: DefinitionText(definition))
  }

  private func start(
    _ recorded: [StepOutline], _ now: [StepOutline], lists: [String] = [], isConcurrent: Bool = false
  ) -> String? {
    let stale = StaleSteps(recorded, now: now, isConcurrent: isConcurrent)
    return stale.start(lists: Set(lists.compactMap { NodePath($0) })).map { "\($0)" }
  }

  @Test("A step that was inserted, or moved, is where a replay begins")
  func inserted() {
    let was = [step("1", "a", "jq: .a"), step("2", "b", "jq: .b")]
    let new = [step("1", "a", "jq: .a"), step("2", "new", "jq: .new"), step("3", "b", "jq: .b")]
    #expect(start(was, new) == "2")
    #expect(start(was, [step("1", "b", "jq: .b"), step("2", "a", "jq: .a")]) == "1")
    #expect(start(was, was + [step("3", "c", "jq: .c")]) == "3")
    #expect(start(was, was) == nil)
  }

  @Test("A list with one more step begins at that step; a list with another condition begins with itself")
  func lists() {
    let was = [step("1", "a", "jq: .a"), step("2", "both", "serial: # 1 step", .serial), step("2.1", "b", "jq: .b")]
    let longer = [
      was[0], step("2", "both", "serial: # 2 steps", .serial), was[2], step("2.2", "c", "jq: .c"),
    ]
    #expect(start(was, longer) == "2.2")
    let conditional = [was[0], step("2", "both", "when: .ok\nserial: # 2 steps", .serial), was[2], longer[3]]
    #expect(start(was, conditional) == "2")
  }

  @Test("What has changed inside a step with a list begins with that step, for all its elements")
  func elements() {
    let was = [step("1", "all", "each: .items", .serial), step("1.1", "a", "jq: .a"), step("1.2", "b", "jq: .b")]
    let now = [was[0], was[1], step("1.2", "b", "jq: .c")]
    #expect(start(was, now) == "1.2")
    #expect(start(was, now, lists: ["1"]) == "1")
  }

  @Test("Steps side by side that have both changed begin with what runs them at the same time")
  func sideBySide() {
    let around = step("2", "both", "concurrent: # 2 steps", .concurrent)
    let was = [step("1", "a", "jq: .a"), around, step("2.1", "b", "jq: .b"), step("2.2", "c", "jq: .c")]
    let one = [was[0], around, was[2], step("2.2", "c", "jq: .d")]
    #expect(start(was, one) == "2.2")
    #expect(start(was, [was[0], around, step("2.1", "b", "jq: .d"), one[3]]) == "2")
    let top = [step("1", "a", "jq: .a"), step("2", "b", "jq: .b")]
    let changed = [step("1", "a", "jq: .x"), step("2", "b", "jq: .y")]
    #expect(start(top, changed, isConcurrent: true) == "\(NodePath.root)")
  }

  private static let group = """
    serial:
      - request: item/list
      - serial:
          - { local: first, jq: '.items[0]' }
          - { local: total, jq: '.total' }
      - { group: paying, as: paying }
      - { request: item/list, as: last }

    """
  private static let paying = "serial: [{ local: due, jq: '. + 1' }, { local: sum, jq: '. * 2' }]\n"

  /// After a run whose lists are all folded.
  private func folded() async throws -> GroupScreen {
    let screen = try await GroupScreen(file: Self.group, files: ["groups/paying.yaml": Self.paying])
    // The other group comes first in the list.
    try await screen.bench.press("G")
    await screen.bench.idle()
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("Enter", "g", "j", "z", "j", "z")
    await screen.bench.idle()
    return screen
  }

  /// Where the newest run began.
  private func origin(_ screen: GroupScreen) async throws -> String? {
    try await screen.newest().summary.origin.map { "\($0.from)" }
  }

  @Test("Alt-r replays from a changed step in a folded list")
  func inFoldedList() async throws {
    let screen = try await folded()
    #expect(!Self.steps(await screen.bench.idle()).contains { $0.hasSuffix("total") || $0.hasSuffix("sum") })
    let changed = Self.group.replacing("jq: '.total'", with: "jq: '.total + 1'")
    try screen.folder.write(changed, to: "w/groups/shop.yaml")
    // How much of "changed inside" has room depends on how long the steps took.
    await screen.bench.shows("≠ changed")
    try await screen.bench.press("Alt-r")
    await screen.bench.idle()
    #expect(try await origin(screen) == "2.2")
    // Only the last request is sent again.
    #expect(try await screen.session.store.history.recent(10).count == 3)
  }

  @Test("a step of a group that the group runs is found when only that group's file has changed")
  func inCalledGroup() async throws {
    let screen = try await folded()
    try screen.folder.write(Self.paying.replacing(". * 2", with: ". * 3"), to: "w/groups/paying.yaml")
    await screen.bench.shows("≠ changed")
    try await screen.bench.press("Alt-r")
    await screen.bench.idle()
    #expect(try await origin(screen) == "3.2")
  }

  @Test("Without a change Alt-r says so, and sends nothing")
  func nothing() async throws {
    let screen = try await folded()
    try await screen.bench.press("Alt-r")
    #expect(await screen.bench.idle().contains("No step has changed since this run."))
    #expect(try await screen.session.store.history.recent(10).count == 2)
  }

  /// Number and label of the steps on the screen.
  private static func steps(_ text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      guard let inside = line.split(separator: "│").dropFirst().first(where: { !$0.allSatisfy { $0 == " " } }) else {
        return nil
      }
      let words = inside.split(separator: " ").map(String.init).filter { !["◂", "▸"].contains($0) }
      guard let number = words.first, number.allSatisfy({ $0.isNumber || $0 == "." }), words.count > 2 else {
        return nil
      }
      return words.prefix(3).joined(separator: " ").replacing("◂", with: "").replacing("▸", with: "")
    }
  }
}
