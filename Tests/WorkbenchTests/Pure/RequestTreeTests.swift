import ParleyEngine
import ParleyModel
import Testing

@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The tree of requests", .timeLimit(.minutes(2)))
struct RequestTreeTests {
  private let tree = RequestTree(
    folders: ["empty", "user"],
    requests: [
      RequestSummary("user/login", method: "POST"), RequestSummary("health"), RequestSummary("user/deep/down"),
      RequestSummary("cart/read"),
    ])

  private func text(_ rows: [RequestTree.Row]) -> [String] {
    rows.map { String(repeating: " ", count: $0.depth) + $0.name + ($0.isFolder ? "/" : "") }
  }

  @Test("at every level folders come first, all by name, and parents that no request is in are there too")
  func order() {
    #expect(
      text(tree.rows(folded: [])) == ["cart/", " read", "empty/", "user/", " deep/", "  down", " login", "health"])
  }

  @Test("a folded folder hides what is in it")
  func folded() {
    #expect(text(tree.rows(folded: ["user"])) == ["cart/", " read", "empty/", "user/", "health"])
  }

  @Test("a filter shows what holds all its words, with the folders around, folded or not")
  func filter() {
    #expect(text(tree.rows(folded: ["user"], matching: ["post", "log"])) == ["user/", " login"])
    #expect(tree.rows(folded: [], matching: ["nowhere"]).isEmpty)
  }
}
