import ParleyEngine
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A request's file is a named route", .timeLimit(.minutes(2)))
struct RequestFileRouteTests {
  @Test("Its id is the key by which events speak of it, and an unknown one says which was probably meant")
  func key() async throws {
    let workspace = try SendingWorkspace(files: ["requests/cart/read.yaml": "url: /cart/:id\npath: { id: 7 }\n"])
    let session = try await workspace.open()
    let events = session.client.events.subscribe()
    _ = try await session.sending.call(session.sending.render("cart/read")).response()
    let routes = events.takeAvailable().compactMap { item in
      if case .event(let event) = item { event.subject?.route } else { nil }
    }
    #expect(Set(routes) == ["cart/read"])
    #expect(workspace.server.requests.last?.target == "/cart/7")
    #expect { try session.files.request("cart/raed") } throws: {
      ($0 as? WorkspaceError)?.advice == "Did you mean “cart/read”?"
    }
    await session.close()
  }
}
