import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("What was done is said in the last line until the next key", .timeLimit(.minutes(1)))
struct NoticeJourneys {
  private func last(_ bench: BenchUnderTest) async -> String {
    await bench.idle()
    return bench.terminal.frame.lines.last ?? ""
  }

  @Test("a copy says what was copied; the next key takes the line away, and the hints are back")
  func copies() async throws {
    let services = FakeServices(
      transport: RecordingTransport(body: #"{"result": {"id": 7}}"#, contentType: "application/json"))
    let bench = try BenchUnderTest(120, 36, services: services)
    await bench.idle()
    try await bench.press("y")
    #expect(await last(bench).contains("Copied the name cart/pay."))
    try await bench.press("F5", "Tab", "Tab", "j", "j", "y", "v")
    #expect(await last(bench).contains("Copied the value of .result.id: "))
    try await bench.press("y", "p")
    #expect(await last(bench).contains("Copied the path .result.id."))
    try await bench.press("y", "b")
    #expect(await last(bench).contains("Copied the body, 21 B."))
    #expect(bench.terminal.record.copied.count == 4)
    try await bench.press("j")
    #expect(await last(bench).contains("? help") && !bench.terminal.text.contains("Copied"))
  }

  @Test("the box of the keys that may follow says what each of them copies")
  func keysThatFollow() async throws {
    let services = FakeServices(
      transport: RecordingTransport(body: #"{"result": {"id": 7}}"#, contentType: "application/json"))
    let bench = try BenchUnderTest(120, 36, services: services)
    await bench.idle()
    try await bench.press("F5", "Tab", "Tab", "y")
    let box = await bench.idle()
    #expect(
      box.contains("y, v  Copy the value under the cursor") && box.contains("b  Copy all that is shown"), "\(box)")
    // There is neither a table nor a filter.
    #expect(!box.contains("Copy as CSV") && !box.contains("without the filter"), "\(box)")
  }

  @Test("a sentence that is longer than the line is not cut", arguments: [(80, 24), (60, 30)])
  func longSentence(width: Int, height: Int) async throws {
    let bench = try BenchUnderTest(width, height)
    await bench.idle()
    try await bench.press("u")
    await bench.idle()
    let lines = bench.terminal.frame.lines.suffix(2).map { $0.split(separator: " ").joined(separator: " ") }
    let whole = "No deleted, moved or renamed file to put back; in the composer, u undoes edits of the request."
    #expect(lines.joined(separator: " ") == whole)
    try await bench.press("j")
    #expect(await !bench.idle().contains("undoes edits of the request"))
  }

  @Test("a sentence that covers the lower border of the panes leaves them closed")
  func border() async throws {
    let bench = try BenchUnderTest(40, 24)
    await bench.idle()
    try await bench.press("u")
    await bench.idle()
    let lines = bench.terminal.frame.lines
    #expect(lines[21].contains("No deleted"), "\(bench.terminal.text)")
    #expect(lines[20].hasPrefix("└") && lines[20].hasSuffix("┘"), "\(bench.terminal.text)")
  }

  @Test("a save says to which file, here and in the log strip")
  func saves() async throws {
    let bench = try BenchUnderTest(120, 36)
    await bench.idle()
    try await bench.press("Enter", "m")
    await bench.type("PUT")
    try await bench.press("Enter", "Ctrl-S")
    #expect(await last(bench).contains("Saved to requests/cart/pay.yaml."))
    #expect(bench.terminal.text.contains("workbench"))
    try await bench.press("j")
    #expect(await !last(bench).contains("Saved") && bench.terminal.text.contains("Saved to requests/cart/pay.yaml."))
  }

  @Test("files that come, move and go are named")
  func files() async throws {
    let bench = try BenchUnderTest(120, 36)
    await bench.idle()
    try await bench.press("p", "Enter")
    #expect(await last(bench).contains("Wrote requests/cart/pay-copy.yaml."))
    try await bench.press("Esc", "D")
    try await bench.confirm()
    #expect(await last(bench).contains("Deleted requests/cart/pay-copy.yaml."))
  }

  @Test("a body that was written to a file says where, with its size, and stands in the log")
  func body() async throws {
    let folder = try TemporaryDirectory()
    let bench = try BenchUnderTest(160, 36)
    await bench.idle()
    try await bench.press("F5", "Tab", "Tab", "s", "Ctrl-U")
    await bench.type(folder.path("response.json"))
    try await bench.press("Enter")
    #expect(await last(bench).contains("12 B written to \(folder.path("response.json"))"))
    try await bench.press("j")
    #expect(await bench.idle().contains("workbench") && bench.terminal.text.contains("12 B written to"))
  }

  @Test("a reason why a key does nothing stands there alone")
  func refuses() async throws {
    let bench = try BenchUnderTest(120, 36)
    await bench.idle()
    try await bench.press("!")
    #expect(await last(bench).hasPrefix(" There is no error to show.") && !bench.terminal.text.contains("? help"))
  }
}

@Suite("What came of a request is said, over a real session", .timeLimit(.minutes(1)))
struct SendingNoticeTests {
  private let folder: TemporaryDirectory
  private let server: RawServer
  private let bench: RunningBench<LiveServices>

  init() async throws {
    folder = try TemporaryDirectory()
    server = try RawServer.answering(
      .text(#"{"token": "seven", "n": 3}"#, headers: ["Content-Type: application/json"]))
    try folder.write("parley: 1\nid: notices1\nservers: { api: '\(server.url)' }\n", to: "w/parley.yaml")
    try folder.write("url: /plain\n", to: "w/requests/a.yaml")
    try folder.write(
      """
      url: /all
      expect: { status: 200, headers: { Content-Type: '' }, jq: ['.n == 3'] }
      capture: { word: .token }
      cache: { ttl: 10m }

      """, to: "w/requests/b.yaml")
    try folder.write("url: /missed\nexpect: { jq: ['.n == 4'] }\ncapture: { word: .token }\n", to: "w/requests/c.yaml")
    try folder.write("url: /file\noptions: { download: out/response.json }\n", to: "w/requests/d.yaml")
    let bus = EventBus()
    let state = StateFolder(path: folder.path("state"))
    let session = try await Session.open(at: folder.path("w"), state: state, events: bus, passphraseCost: 16)
    let services = LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
    bench = try RunningBench(140, 36, running: services, now: Timestamp.now)
    await bench.idle()
  }

  private func last() async -> String {
    await bench.idle()
    return bench.terminal.frame.lines.last ?? ""
  }

  @Test("expectations that were met are counted, captures named; one that names nothing says nothing")
  func met() async throws {
    try await bench.press("F5")
    #expect(await !last().contains("expectation"))
    try await bench.press("j", "Enter", "F5")
    #expect(await last().contains("3 of 3 expectations met · captured word"))
  }

  @Test("where the cache answered an edited request it is said that nothing was sent, and how it is")
  func edited() async throws {
    try await bench.press("j", "Enter", "F5")
    #expect(await last().contains("3 of 3 expectations met · captured word"))
    try await bench.press("]", "a")
    await bench.type("X-Trace")
    try await bench.press("Tab")
    await bench.type("7")
    try await bench.press("Enter", "F5")
    let said = await last()
    #expect(said.contains("nothing was sent, nor were your edits: Shift-F5 sends the request"), "\(said)")
    #expect(said.contains("expectations met by the cached response"), "\(said)")
    #expect(server.requests.count == 1)
    try await bench.press("Shift-F5")
    #expect(await last().contains("3 of 3 expectations met · captured"))
    #expect(server.requests.count == 2)
  }

  @Test("an answer that the server refused is not kept, and that is said; there is nothing to forget then")
  func refusedAnswer() async throws {
    let folder = try TemporaryDirectory()
    let server = try RawServer.answering(.text("{}", status: "401 No"))
    try folder.write("parley: 1\nid: notices2\nservers: { api: '\(server.url)' }\n", to: "w/parley.yaml")
    try folder.write("vars: { word: { secret: prompt } }\n", to: "w/environments/local.yaml")
    try folder.write("url: /me\nheaders: { X-Word: '{{word}}' }\n", to: "w/requests/me.yaml")
    let bus = EventBus()
    let state = StateFolder(path: folder.path("state"))
    let session = try await Session.open(at: folder.path("w"), state: state, events: bus, passphraseCost: 16)
    let services = LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
    let bench = try RunningBench(140, 36, running: services, now: Timestamp.now)
    await bench.idle()
    try await bench.press("F5")
    await bench.shows("word")
    await bench.type("opensesame")
    try await bench.press("Enter")
    await bench.shows("word was refused and is not kept: the next send asks for it")
    #expect(session.answers.kept.isEmpty)
    try await bench.press(":")
    await bench.type("forget stored")
    try await bench.press("Enter")
    await bench.shows("No answers are stored: there was nothing to forget.")
  }

  @Test("where an expectation failed nothing is said to be met or captured")
  func missed() async throws {
    try await bench.press("j", "j", "Enter", "F5")
    let line = await last()
    #expect(!line.contains("expectation") && !line.contains("captured"))
  }

  @Test("a download says where it went, and the log knows it too")
  func downloads() async throws {
    try await bench.press("G", "Enter", "F5")
    #expect(await last().contains("downloaded to \(folder.path("w/out/response.json")) (26 B)"))
    try await bench.press("Esc")
    #expect(await bench.idle().contains("workbench"))
  }
}
