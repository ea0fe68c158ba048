import ParleyEngine
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchState

@Suite("Screen 2: finding runs, and values in many runs", .timeLimit(.minutes(2)))
struct RunFindingTests {
  private static let file = """
    serial:
      - request: item/list
      - { local: first, jq: '.items[0]' }
      - { local: check, assert: ['.total > $vars.most'] }

    """

  /// Two runs, of which the second failed, with the cursor in the list.
  private func screen() async throws -> GroupScreen {
    let screen = try await GroupScreen(file: Self.file, environment: "vars: { most: 10 }\n")
    try await screen.bench.press("F5")
    await screen.bench.idle()
    try screen.folder.write("vars: { most: 1000 }\n", to: "w/environments/local.yaml")
    _ = try await screen.session.reload()
    try await screen.bench.press("F5")
    await screen.bench.idle()
    return screen
  }

  @Test("f lists the runs that words and fields let through, and shows the chosen one")
  func runs() async throws {
    let screen = try await screen()
    let bench = screen.bench
    try await bench.press("f")
    #expect(await bench.idle().contains("Find runs"))
    await bench.type("is:ok")
    try await bench.press("Enter")
    let found = await bench.idle()
    #expect(found.contains("1  shop  done") && !found.contains("2  shop  "), "\(found)")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("shop   run 1   ✓ done"))
  }

  @Test("f says that no run matches, and which field there is none of")
  func noRuns() async throws {
    let screen = try await screen()
    let bench = screen.bench
    try await bench.press("f")
    await bench.type("status:500")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("No run matches “status:500”."))
    try await bench.press("f")
    await bench.type("stauts:500")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("There is no field “stauts”."))
  }

  @Test("v finds a value in the runs of the group, and leads to its place in the chosen one")
  func values() async throws {
    let screen = try await screen()
    let bench = screen.bench
    try await bench.press("v")
    #expect(await bench.idle().contains("Find a value in the runs of shop"))
    await bench.type("99.5")
    try await bench.press("Enter")
    let found = await bench.idle()
    #expect(found.contains("run 2  1 list  response  .items[0].total  99.5"), "\(found)")
    #expect(found.contains("run 1  2 first  output  .total  99.5"))
    await bench.type("run 1 first")
    try await bench.press("Enter")
    let shown = await bench.shows("run 1   ✓ done", "Output")
    #expect(shown.contains("2 first") && shown.contains(#""total": 99.5"#), "\(shown)")
  }

  @Test("v says that a value stands nowhere")
  func noValues() async throws {
    let screen = try await screen()
    let bench = screen.bench
    try await bench.press("v")
    await bench.type("nowhere to be found")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("stands nowhere in the newest runs"))
  }
}
