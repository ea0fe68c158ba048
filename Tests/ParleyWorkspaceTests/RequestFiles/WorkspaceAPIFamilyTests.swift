import ParleyEngine
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("APIs with envelopes of their own in a workspace's files", .timeLimit(.minutes(2)))
struct WorkspaceAPIFamilyTests {
  private static let envelopes = """
    envelopes:
      shop: { payload: data, message: error.message, code: error.code, error: error, pages: { total: meta.total } }
      bank: { payload: account }
    defaults: { response: { envelope: shop } }

    """

  private func response(_ body: String, of text: String, status: String = "200 OK") async throws -> Response {
    let workspace = try SendingWorkspace([.text(body, status: status)], workspace: Self.envelopes)
    return try await workspace.send(text)
  }

  @Test("One is declared once and inherited, another named by a request: several in one client")
  func several() async throws {
    let shop = try await response(#"{"data": [1], "meta": {"total": 5}}"#, of: "url: /\n")
    let opened = try #require(shop.model as? DeclaredEnvelope.Opened)
    #expect(opened.payload == [1] && opened.pagination?.total == 5)
    let bank = try await response(#"{"account": 7}"#, of: "url: /\nresponse: { envelope: bank }\n")
    #expect((bank.model as? DeclaredEnvelope.Opened)?.payload == 7)
    #expect(try await response("{}", of: "url: /\nresponse: { envelope: none }\n").model == nil)
  }

  @Test("A refusal is the API's own error, one with status 200 too")
  func refusal() async throws {
    let refused = try await response(#"{"error": {"code": "E42", "message": "The cart is empty."}}"#, of: "url: /\n")
    let error = try #require(refused.error as? APIError<DeclaredEnvelope.Failure>)
    #expect(error.failure?.code == "E42" && error.failure?.message == "The cart is empty.")
  }

  @Test("A name that nobody declared is a mistake with its place and the nearest name")
  func unknown() throws {
    let folder = try TemporaryFolder()
    try folder.write("parley.yaml", "parley: 1\nid: t\nservers: { api: 'http://h' }\n\(Self.envelopes)")
    try folder.write("requests/r.yaml", "url: /\nresponse: { envelope: shp }\n")
    let workspace = try Workspace.load(at: folder.path)
    let mistake = try #require(workspace.diagnostics.first)
    #expect(workspace.diagnostics.count == 1)
    #expect(mistake.place.file == "requests/r.yaml" && mistake.place.line == 2 && mistake.nearest == "shop")
    let definition = try #require(workspace.request("r")).definition
    #expect(workspace.mistakes(in: definition, id: "r", environment: nil).map(\.code) == [.unknownName])
  }

  @Test("An envelope cannot have the name of one that is always there")
  func reserved() throws {
    let read = WorkspaceDefinition.form.read(
      SourceText("parley: 1\nid: t\nenvelopes: { standard: { payload: a } }\n", file: "parley.yaml"))
    #expect(read.diagnostics.count == 1 && read.value?.envelopes.isEmpty == true)
  }
}
