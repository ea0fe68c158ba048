import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@Suite("The workspace for trying Why?", .timeLimit(.minutes(1))) struct DebuggingWorkspaceTests {
  /// The shop, as far as the workspace uses it.
  private static func reply(to request: RawRequest) -> RawReply {
    switch (request.method, request.target) {
    case ("POST", "/cart"): .text(#"{"result":{"id":4,"items":[],"total":0}}"#, status: "201 Created")
    case ("GET", "/cart/4"): .json(#"{"result":{"id":4}}"#)
    case ("GET", "/items?per=20"):
      .json(#"{"result":[{"id":1,"price":5,"tags":["sale"]},{"id":2,"price":8,"tags":["sale","low"]}]}"#)
    default: .text("{}", status: "404 Not Found")
    }
  }

  private func chain(of group: String, in environment: String = "local") async throws -> [String] {
    let server = try RawServer.start { connection in
      while let request = try connection.readRequest() { try connection.send(Self.reply(to: request)) }
    }
    let folder = try TemporaryDirectory()
    let session = try await Session.open(
      at: "\(Repository.root)/workspaces/debugging", state: StateFolder(path: folder.path("state")),
      environment: environment, given: ["baseUrl": server.url])
    _ = try await session.groups.run(group).result()
    try await session.flushEvents()
    let recording = try await session.runs.recording(of: session.runs.kept("last"))
    let failed = recording.nodes.first { $0.state == .failed }
    let chain = failed == nil ? nil : await session.why.chain(WhyQuestion(failed?.path ?? .root), in: recording)
    await session.close()
    return chain?.lines.map { $0.replacing(server.url, with: "http://shop") } ?? []
  }

  @Test("The sum is 0 because local does not set the tag")
  func discount() async throws {
    let lines = try await chain(of: "discount")
    #expect(lines.contains { $0.contains(".total = 0") })
    #expect(lines.contains { $0.contains("dropped 2 of 2") })
    let cause = "`tag` is not set in local: the default \"\" is used  parley.yaml:7  set in staging"
    #expect(lines.contains { $0.contains(cause) })
    #expect(try await chain(of: "discount", in: "staging") == [])
  }

  @Test("The cart is unknown because another value was captured as its id")
  func purchase() async throws {
    let lines = try await chain(of: "purchase")
    #expect(lines.first == "Why did 2 read fail?")
    #expect(
      lines.contains {
        $0.contains("1 create captured `cart` from .result.total of its response  requests/cart/create.yaml:4")
      })
  }
}
