import ParleyEngine
import ParleyModel
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("What is probably not meant is said when it is sent", .timeLimit(.minutes(2)))
struct LiveWarningTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func bench(
    _ request: String, at url: String, vars: String = ""
  ) async throws -> RunningBench<LiveServices> {
    try folder.write("parley: 1\nid: warned\nservers: { api: \"\(url)\" }\n\(vars)", to: "w/parley.yaml")
    try folder.write(request, to: "w/requests/one.yaml")
    let (state, bus) = (StateFolder(path: folder.path("state")), EventBus())
    let session = try await Session.open(at: folder.path("w"), state: state, events: bus, passphraseCost: 16)
    let services = LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
    let bench = try RunningBench(120, 30, running: services, now: Timestamp.now)
    await bench.idle()
    try await bench.press("Enter")
    await bench.idle()
    try await bench.press("F5")
    return bench
  }

  @Test("JSON that is none is sent, and said in the last line")
  func json() async throws {
    let server = try RawServer.answering(.text("{}"))
    let bench = try await bench("method: POST\nurl: /x\nbody: { json: '{\"a\":}' }\n", at: server.url)
    #expect(await bench.idle().contains("The body is not valid JSON, and is sent as it is. Line 1, column 6"))
    #expect(server.requests.map(\.bodyText) == [#"{"a":}"#])
  }

  @Test("the place of an error is that of the text with its templates, as the composer has it")
  func writtenPlace() async throws {
    let server = try RawServer.answering(.text("{}"))
    let bench = try await bench(
      "method: POST\nurl: /x\nbody: { json: '{\"a\": \"{{name}}\", x}' }\n", at: server.url,
      vars: "vars: { name: somebody with a long name }\n")
    #expect(await bench.idle().contains("sent as it is. Line 1, column 19"))
    #expect(server.requests.map(\.bodyText) == [#"{"a": "somebody with a long name", x}"#])
  }

  @Test("a port that expects TLS is named with the URL to try, and one without TLS offers no certificate")
  func ports() async throws {
    try await withNginxServer { server in
      let plain = try #require(server.tlsURL).replacing("https://", with: "http://")
      #expect(try await bench("url: /ok\n", at: plain).idle().contains("The port expects TLS: try https://"))
      let secure = server.url.replacing("http://", with: "https://")
      let card = try await bench("url: /ok\n", at: secure).idle()
      #expect(card.contains("answers without TLS") && card.contains("http://127.0.0.1:"), "\(card)")
      #expect(!card.contains("Alt-h shows") && !card.contains("is not trusted"), "\(card)")
    }
  }
}
