import ParleyEngine
import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchParts
@testable import WorkbenchServices

@Suite("What the pane of the response says of itself", .timeLimit(.minutes(1)))
struct ResponseWordsTests {
  private func context(in environment: String?) -> ViewContext {
    var workspace = WorkspaceSnapshot.shop
    workspace.environment = environment
    return ViewContext(now: BenchUnderTest.start, workspace: workspace)
  }

  @Test("a response of another environment than the active one says of which it is")
  func environment() async throws {
    var test = try ResponsePaneUnderTest()
    test.context = context(in: "local")
    try await test.apply(.began(ResponsePaneUnderTest.transfer, url: "/user/login"))
    #expect(test.pane.title(in: context(in: "local")).left.plain == "Response")
    for other in ["mirror", nil] {
      #expect(test.pane.title(in: context(in: other)).left.plain == "Response  in local")
    }
  }

  @Test("once every byte is here, the line of the transfer says what goes on, and no speed")
  func whole() {
    var transfer = ResponsePaneUnderTest.transfer
    func line(_ received: Int) -> String {
      transfer.progress = TransferProgress(received: received, expectedToReceive: 105_000_000)
      var frame = Frame(size: Size(width: 100, height: 1))
      let now = transfer.startedAt.advanced(by: .seconds(5))
      TransferLine(transfer, since: transfer.startedAt, now: now).draw(into: &frame, frame.bounds)
      return frame.text
    }
    #expect(line(50_000_000).contains("/s") && !line(50_000_000).contains("storing"))
    let done = line(105_000_000)
    #expect(done.contains("arrived, storing it") && !done.contains("/s"), "\(done)")
  }

  @Test("before there is a response, none is said to have come without redirects")
  func redirects() throws {
    let state = State(commands: try CommandSet(), size: Size(width: 100, height: 30), now: BenchUnderTest.start)
    let command = try #require(state.commands.table["answer.redirects"])
    #expect(command.disabledReason(state) == "There is no response yet.")
  }

  @Test("a masked value of the response is revealed from its menu, and says what decodes it")
  func masked() throws {
    var value = PickedValue(line: 0, path: try ValuePath(parsing: ".token"), text: "••••••••")
    value.isMasked = true
    let state = State(commands: try CommandSet(), size: Size(width: 100, height: 30), now: BenchUnderTest.start)
    let items = ValueMenuItems(value, ResponseBody(request: "user/login", exchange: nil), in: state).all
    #expect(items.contains { $0.key == "r" && $0.label.hasPrefix("reveal") })
    #expect(items.first { $0.key == "d" }?.disabledReason?.contains("r reveals it") == true)
    #expect(Set(items.map(\.key)).count == items.count)
  }
}
