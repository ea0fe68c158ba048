import ParleyEngine
import ParleyFiles
import ParleyFormats
import ParleyModel
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@Suite("What was imported is exported, and sent the same again", .timeLimit(.minutes(5)))
struct ExportJudgeTests {
  /// Imports, sends, exports, imports and sends again.
  private func expectSame(_ rows: [JudgedCase], _ source: (JudgedCase) -> String, as format: ExportFormat) async throws
  {
    for row in rows {
      let judge = try ImportJudge()
      let text = source(row).replacing("PORT", with: "\(judge.server.port)")
      let first = try ImportedAPI(at: judge.write(text, to: format == .http ? "r.http" : "c.json"))
      let root = judge.path("first")
      let plan = try ImportPlan(first, at: root)
      try plan.write()
      let session = try await Session.open(at: root, state: StateFolder(path: judge.path("state")))
      try await session.keep(plan.secrets)
      try session.trust(session.trustMissing())
      var sent: [String] = []
      for request in first.requests {
        _ = try await session.call(session.render(request.id)).response()
        sent.append(ImportJudge.meaning(of: try #require(judge.server.requests.last)))
      }
      let given = Dictionary(plan.secrets.map { (ImportedAPI.exportedName(of: $0), $0.value) }) { first, _ in first }
      let exported = try await session.export(format, ExportWish([]))
      await session.close()
      let files = try exported.write(to: judge.path("source/again\(format.ending)"))
      let again = try await judge.send(files[0], environments: Array(files.dropFirst()), given: given)
      #expect(again.arrived.map(\.text) == sent, "\(row.name)\n\(exported.text)")
    }
  }

  @Test("through Postman")
  func postman() async throws {
    try await expectSame(
      PostmanJudgeTests.requests,
      { PostmanJudgeTests.collection("{\"name\": \"r\", \"request\": \($0.source)}") }, as: .postman)
  }

  @Test("through a .http file")
  func http() async throws {
    let others = ["a byte order mark", "a file", "a file with templates", "a file in Latin-1", "a URL alone"]
    try await expectSame(
      HTTPFileJudgeTests.requests.filter { !others.contains($0.name) }, { $0.source + "\n" }, as: .http)
  }
}

extension ImportedAPI {
  /// The variable that an export has in the place of a credential.
  fileprivate static func exportedName(of secret: ImportedSecret) -> String {
    String(secret.name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) ? $0 : "_" })
  }
}
