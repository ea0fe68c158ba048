import HTTPTypes
import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import Testing

@testable import Workbench
@testable import WorkbenchState

@Suite("Where values come from, and the way there and back", .timeLimit(.minutes(1)))
struct WhereFromTests {
  private static let chain = """
    serial:
      - request: item/list
      - { local: first, jq: '.items[0]' }
      - request: cart/pay
        with: { body: { json: '{ "total": {{steps.first.total}} }' } }

    """

  private func ran(_ file: String = GroupScreen.group, height: Int = 36) async throws -> GroupScreen {
    let screen = try await GroupScreen(120, height, file: file)
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("Enter")
    return screen
  }

  /// Lines of which a part is lit by the cursor of the pane that has the focus.
  private func lit(_ frame: Frame) -> [String] {
    let width = frame.size.width
    return frame.lines.enumerated().filter { row, _ in
      frame.cells[row * width..<(row + 1) * width].contains {
        $0.style.role == .selection || $0.style.ground == .selection
      }
    }.map(\.element)
  }

  @Test(
    "the rows that gave to the step under the cursor, and those that took from it, are marked by signs of their own")
  func tints() async throws {
    let screen = try await ran(height: 60)
    try await screen.bench.press("g", "j")
    await screen.bench.idle()
    let lines = screen.bench.terminal.frame.lines
    #expect(lines.contains { $0.contains("1   ◂GET item/list") })
    #expect(lines.contains { $0.contains("3   ▸POST cart/pay") })
    #expect(lines.contains { $0.contains("2    ƒ first") })
    #expect(
      lines.contains { $0.contains("◂ gives to this step   ▸ takes from it") }, "\(lines.joined(separator: "\n"))")
  }

  @Test("Enter on a line goes to the step, its part and the line of the value; Backspace and Esc come back")
  func jumps() async throws {
    let screen = try await ran(Self.chain)
    let bench = screen.bench
    try await bench.press("g", "j", "j", "w", "Tab")
    let text = await bench.idle()
    #expect(text.contains("← 2 first .total") && text.contains("99.5"))
    try await bench.press("G", "Enter")
    #expect(await bench.idle().contains("├ 2 first ") && bench.terminal.text.contains("[Output]"))
    #expect(lit(await bench.idleFrame()).first?.contains("\"total\": 99.5") == true)
    try await bench.press("w")
    await bench.idle()
    try await bench.press("g", "Enter")
    #expect(await bench.idle().contains("├ 1 list "))
    try await bench.press("Backspace")
    #expect(await bench.idle().contains("├ 2 first ") && bench.terminal.text.contains("[Where from]"))
    try await bench.press("Esc")
    #expect(await bench.idle().contains("├ 3 pay ") && bench.terminal.text.contains("[Where from]"))
    #expect(lit(await bench.idleFrame()).first?.contains("← 2 first .total") == true)
  }

  @Test("the value of a response is shown beside its line")
  func values() async throws {
    let screen = try await GroupScreen(
      file: """
        serial:
          - request: item/list
          - { local: second, jq: '.items[1].total' }

        """)
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try await screen.bench.press("Enter", "G", "w")
    #expect(await screen.bench.idle().contains("← 1 list .items[1].total  12"))
  }

  @Test("the other way round, Enter on a use goes to the step that took the value")
  func uses() async throws {
    let screen = try await ran()
    try await screen.bench.press("g", "j", "w", "Tab", "G", "Enter")
    #expect(await screen.bench.idle().contains("├ 3 pay ") && screen.bench.terminal.text.contains("[Where from]"))
  }

  @Test("an element says which one it is and where its list came from")
  func elements() async throws {
    let screen = try await ran()
    try await screen.bench.press("/")
    await screen.bench.type("5[1]")
    try await screen.bench.press("Enter", "w")
    #expect(await screen.bench.idle().contains("element 1  ← 4 concurrent"))
  }

  @Test("every attempt leads to its own exchange")
  func attempts() async throws {
    let screen = try await ran()
    let bench = screen.bench
    let record = try #require(try await screen.newest().nodes.first { $0.name == "gone" })
    let exchanges = record.attempts.compactMap(\.exchange)
    #expect(Set(exchanges).count == 3)
    for exchange in exchanges {
      let kept = try await screen.session.store.history.exchange(exchange)
      #expect(kept?.exchange.response?.status.code == 503)
    }
    try await bench.press("G", "k", "w", "]", "Tab", "g", "j", "Enter")
    let text = await bench.idle()
    #expect(text.contains("1 Requests") && text.contains("503") && text.contains("It is gone."))
  }
}
