import ParleyEngine
import ParleyFiles
import ParleyFormats
import ParleyWorkspace
import TestSupport
import Testing

@Suite("Descriptions are compared with requests and with what was recorded", .timeLimit(.minutes(1)))
struct APIUseTests {
  private static let description = """
    openapi: 3.0.3
    info: { title: Shop, version: "1" }
    paths:
      /items:
        get:
          operationId: listItems
          responses:
            "200":
              headers: { X-Total: { required: true, schema: { type: integer } } }
              content:
                application/json:
                  schema: { type: array, items: { type: object, required: [id], properties: { id: { type: integer }, name: { type: string } } } }
        post: { operationId: addItem, responses: { "201": { description: made } } }
      /items/{id}: { get: { operationId: showItem, responses: { "200": { description: one } } } }
    """

  private func workspace(_ replies: [RawReply]) throws -> SendingWorkspace {
    try SendingWorkspace(
      replies,
      files: [
        "openapi/shop.yaml": Self.description, "requests/list.yaml": "url: /items\noperation: shop#listItems\n",
        "requests/one.yaml": "url: /items/:id\npath: { id: 3 }\n",
        "requests/gone.yaml": "url: /x\noperation: shop#gone\n",
      ])
  }

  private func send(_ ids: [String], _ session: Session) async throws {
    for id in ids { _ = try await session.sending.call(session.sending.render(id)).response() }
  }

  @Test("coverage: by the operation that a request names, otherwise by its method and path")
  func coverage() async throws {
    let workspace = try workspace([.text("[]")])
    let session = try await workspace.open()
    try await send(["list"], session)
    let coverage = try #require(try await session.descriptions.coverage().first)
    #expect(coverage.operations.map(\.requests) == [["list"], [], ["one"]])
    #expect(coverage.operations.map(\.wasSent) == [true, false, false])
    #expect(coverage.strays == ["gone"])
    let lines = APIReport.lines(of: [coverage])
    #expect(
      lines.prefix(3) == [
        "Shop 1 (openapi/shop.yaml): 3 operations", "  with a request  2 of 3  66%", "  sent            1 of 3  33%",
      ])
    #expect(lines.contains("  POST /items") && lines.contains("  GET /items/{id}  one"))
    await session.close()
  }

  @Test("drift: properties, types, headers and statuses that are not described, and what is missing, with an example")
  func drift() async throws {
    let headers = ["Content-Type: application/json", "X-Shard: 7"]
    let workspace = try workspace([
      .text(#"[{"id": 1, "colour": "red"}, {"name": 5}]"#, headers: headers),
      .text(#"{"error": 1}"#, status: "500 Broken", headers: headers),
    ])
    let session = try await workspace.open()
    try await send(["list", "list"], session)
    let drift = try #require(try await session.descriptions.drift().first)
    #expect(drift.responses == 2)
    #expect(
      Set(drift.findings.map { "\($0.kind.rawValue) \($0.what)" }) == [
        "property .[].colour", "missing .[].id is missing", "value .[].name is 5, expected a string", "header X-Shard",
        "missing header X-Total", "status 500",
      ])
    let lines = APIReport.lines(of: [drift])
    #expect(lines.contains { $0.hasPrefix("  .[].colour is not described  in 1 of 2, as in exchange 1, ") })
    await session.close()
  }

  @Test("a description that is not there is an error that says which there are")
  func unknown() async throws {
    let workspace = try workspace([.text("")])
    let session = try await workspace.open()
    await #expect(throws: WorkspaceError.self) { try await session.descriptions.coverage(of: "other") }
    await session.close()
  }
}
