import ParleyEngine
import ParleyFiles
import ParleyFormats
import ParleyModel
import ParleyWorkspace
import TestSupport
import Testing

@Suite("What was exported is imported as the same requests", .timeLimit(.minutes(2)))
struct RoundTripTests {
  /// What docs/export.md says that an export cannot take along.
  private static let withoutChecksum = ["tools/file"]
  /// Neither format says that a request goes past the proxies of the environment.
  private static let withoutProxies = ["tools/patient"]
  private static let withoutDevice = ["auth/sign-in-elsewhere"]
  private static let withoutOAuth =
    ["auth/oauth", "auth/oauth-password", "auth/sign-in", "auth/sign-in-at-once"] + withoutDevice

  private func expectSame(_ demo: ExportedDemo, but others: [String]) async throws {
    let different = try await demo.different()
    let unexpected = different.filter { !others.contains($0.key) }
    #expect(
      different.keys.sorted() == others.sorted(),
      "\(unexpected.map { "\($0.key)\n\($0.value.before)\n→\n\($0.value.after ?? "nothing")" }.joined(separator: "\n\n"))"
    )
  }

  @Test("every request of the demo goes to Postman and back, but for the checksum of a file and the device grant")
  func postman() async throws {
    let demo = try await ExportedDemo(as: .postman)
    try await expectSame(demo, but: Self.withoutChecksum + Self.withoutDevice + Self.withoutProxies)
    let login = try #require(demo.imported.request("user/login")?.definition)
    #expect(login.capture.map(\.path.value.description) == [".result.token"])
    #expect(login.expect.status?.value.description == "200")
    #expect(login.expect.jq.map(\.value.text) == ["(.result.token | length) > 0"])
    #expect(login.docs?.value.hasPrefix("Signs in and captures the token") == true)
    #expect(demo.notes.isEmpty)
    #expect(demo.imported.environments.map(\.name) == ["local", "mirror"])
    #expect(demo.imported.diagnostics.isEmpty)
  }

  @Test("every request of the demo goes into a .http file and back, but for a checksum and OAuth 2")
  func http() async throws {
    let demo = try await ExportedDemo(as: .http)
    try await expectSame(demo, but: Self.withoutChecksum + Self.withoutOAuth + Self.withoutProxies)
    let login = try #require(demo.imported.request("user/login")?.definition)
    #expect(login.capture.map(\.path.value.description) == [".result.token"])
    #expect(login.expect.status?.value.description == "200")
    #expect(demo.imported.request("tools/multipart")?.definition.body?.kind == "multipart")
    #expect(demo.notes.isEmpty)
    #expect(demo.imported.diagnostics.isEmpty)
  }

  @Test(
    "line breaks of a text that a .http file cannot keep are listed",
    arguments: [("a\\r\\nb", true), ("a\\n", true), ("\\n a", true), ("a\\nb", false), ("a b", false)])
  func lineBreaks(text: String, isListed: Bool) async throws {
    let workspace = try SendingWorkspace(files: [
      "requests/r.yaml": "method: POST\nurl: /\nbody: { text: \"\(text)\" }\n"
    ])
    let session = try await workspace.open()
    let exported = try await session.exports.file(.http, ExportWish([]))
    await session.close()
    #expect(exported.notes.contains { $0.text.contains("ine breaks") } == isListed)
  }

  @Test("no secret is in what is exported, and what was left out is told with its place")
  func secrets() async throws {
    for format in [ExportFormat.postman, .http, .openapi, .markdown] {
      let demo = try await ExportedDemo(as: format, isImported: false)
      let texts = [demo.exported.text] + demo.exported.companions.map(\.text)
      // The demo's password is the word "secret", given for this session only.
      #expect(!texts.contains { $0.contains("\"secret\"") && $0.contains("\"value\": \"secret\"") })
      if format != .markdown {
        #expect(demo.exported.notes.contains(ExportNote("tools/again", "Not exported: retries.")))
      }
    }
  }
}
