import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyWorkspace

@Suite("A run that begins behind a login of an earlier run", .timeLimit(.minutes(2)))
struct ReplayWarningTests {
  private static let files = [
    "groups/g.yaml": """
    serial:
      - request: login
      - { request: orders, with: { headers: { Authorization: "Bearer {{steps.login.token}}" } } }
      - { request: prices }
      - { request: logout, always: true }
    """,
    "requests/login.yaml": "method: POST\nurl: /login\n", "requests/orders.yaml": "url: /orders\n",
    "requests/prices.yaml": "url: /prices\n", "requests/logout.yaml": "method: POST\nurl: /session/end\n",
  ]

  private func warning(from step: String, without gone: String? = nil) async throws -> String? {
    var files = Self.files
    if let gone {
      files["groups/g.yaml"] = files["groups/g.yaml"]?.split(separator: "\n").filter { !$0.contains(gone) }
        .joined(separator: "\n")
    }
    let workspace = try SendingWorkspace(
      Array(repeating: .json(#"{"token":"eyJhbGciOiJIUzI1NiJ9"}"#), count: 8), files: files)
    let session = try await workspace.open()
    _ = try await session.groups.run("g").result()
    try await session.flushEvents()
    let warning = await session.runs.replayWarning("g", from: step, of: "last")
    await session.close()
    return warning
  }

  @Test("is told that the token is gone, where a later step has logged out")
  func loggedOut() async throws {
    #expect(
      try await warning(from: "orders")
        == "The token of 1 login may be gone: 4 logout ran after it. Begin at 1 login to log in again.")
    #expect(try await warning(from: "2") != nil)
  }

  @Test("is told nothing where it logs in itself, needs no token, or nobody logged out")
  func quiet() async throws {
    #expect(try await warning(from: "login") == nil)
    #expect(try await warning(from: "prices") == nil)
    #expect(try await warning(from: "orders", without: "logout") == nil)
  }
}
