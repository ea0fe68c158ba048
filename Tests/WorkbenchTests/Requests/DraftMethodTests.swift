import ParleyEngine
import ParleyModel
import TerminalKit
import Testing

@testable import Workbench
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The list of requests has the method that is sent", .timeLimit(.minutes(2)))
struct DraftMethodTests {
  private func sidebar(hasDraft: Bool = false, method: String = "GET") -> Sidebar {
    var sidebar = Sidebar()
    var snapshot = WorkspaceSnapshot(name: "shop")
    snapshot.requests = [RequestSummary("cart/pay", method: method, hasDraft: hasDraft)]
    snapshot.folders = ["cart"]
    _ = sidebar.update(.workspace(snapshot), in: ViewContext(now: BenchUnderTest.start, workspace: snapshot))
    return sidebar
  }

  private func method(_ sidebar: Sidebar) -> String? { sidebar.rows.lazy.compactMap(\.request).first?.method }

  @Test("a draft that is POST is POST, until it is given up")
  func draft() {
    var sidebar = sidebar()
    sidebar.edited = ["cart/pay"]
    sidebar.note(method: "POST", isFiles: false, of: "cart/pay")
    #expect(method(sidebar) == "POST")
    sidebar.note(method: "GET", isFiles: true, of: "cart/pay")
    #expect(method(sidebar) == "GET")
  }

  @Test("a filter finds a request by its URL, and by that of its draft")
  func url() {
    var (sidebar, snapshot) = (Sidebar(), WorkspaceSnapshot(name: "shop"))
    snapshot.requests = [RequestSummary("tools/status", url: "/status/418"), RequestSummary("health", url: "/health")]
    let context = ViewContext(now: BenchUnderTest.start, workspace: snapshot)
    _ = sidebar.update(.workspace(snapshot), in: context)
    func found(_ text: String) -> [RequestID] {
      _ = sidebar.update(.clearFilter, in: context)
      sidebar.beginFilter()
      _ = sidebar.handle(.paste(text), in: context)
      return sidebar.rows.compactMap { $0.request?.id }
    }
    #expect(found("418") == ["tools/status"])
    sidebar.note(url: "/teapot/{{size}}", isFiles: false, of: "health")
    #expect(found("teapot") == ["health"] && found("/health").isEmpty)
    sidebar.note(url: "/health", isFiles: true, of: "health")
    #expect(found("teapot").isEmpty && found("/health") == ["health"])
  }

  @Test("a draft of an earlier session is too, and gives way to the file's once it is given up")
  func kept() {
    var sidebar = sidebar(hasDraft: true, method: "POST")
    #expect(method(sidebar) == "POST")
    sidebar.note(method: "GET", isFiles: true, of: "cart/pay")
    #expect(method(sidebar) == "GET")
  }
}
