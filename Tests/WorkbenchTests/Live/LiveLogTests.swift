import ParleyEngine
import ParleyStore
import ParleyText
import ParleyWorkspace
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The log behind the screens", .timeLimit(.minutes(1)))
struct LiveLogTests {
  private let folder: TemporaryDirectory
  private let bus = EventBus()
  private let services: LiveServices

  init() async throws {
    folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: log1\nservers: { api: \"http://127.0.0.1:1\" }\n", to: "shop/parley.yaml")
    let state = StateFolder(path: folder.path("state"))
    let session = try await Session.open(at: folder.path("shop"), state: state, events: bus)
    services = LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
    tell()
  }

  private func tell() {
    let subject = Event.Subject(
      exchange: ExchangeID(rawValue: "x"), name: "user/login", callID: nil, server: nil, method: "POST",
      url: "http://127.0.0.1:1/user/login")
    bus.post(.sent(subject))
    bus.post(.loadRemote(subject, Event.ResponseSummary(status: 200, count: 12, total: .milliseconds(38))))
    let problem = Problem(code: "file.readOnly", "The folder cannot be written.")
    bus.post(custom: Problem.eventIdentifier, parameters: problem.parameters)
    bus.post(custom: "log.missed", parameters: 12)
  }

  @Test(
    "a filter finds in the store what it finds in memory",
    arguments: [
      ("sent", 1), ("load", 1), ("remote", 1), ("200", 1), ("login", 2), ("kind:fail", 1), ("written", 1), ("POST", 2),
      ("status:2xx", 1), ("ms>30", 1), ("-kind:sent", 2), ("readonly", 1), ("nowhere", 0),
    ])
  func filters(_ text: String, _ count: Int) async throws {
    let window = try await services.history.log(LogQuery(LogFilter(text), count: 10))
    // The gap is always shown.
    #expect(window.entries.filter { if case .event = $0.content { true } else { false } }.count == count)
    #expect(window.entries.last?.content == .missed(12))
  }

  @Test("a mark is found again")
  func marks() async throws {
    let all = try await services.history.log(LogQuery(count: 10))
    try await services.history.mark(try #require(all.entries.first).id, true)
    let marked = try await services.history.log(LogQuery(LogFilter("is:marked kind:sent"), count: 10))
    #expect(marked.entries.first?.isMarked == true)
  }
}

// What the strip shows of one request.
extension LiveLogTests {
  private func subject(_ name: String?) -> Event.Subject {
    Event.Subject(
      exchange: ExchangeID(rawValue: "e \(name ?? "")"), name: name, callID: nil, server: nil, method: "GET",
      url: "http://127.0.0.1:1/x")
  }

  @Test("lines of one request are those that tell of it, and none of others or of none")
  func oneRequest() async throws {
    let problem = Problem(code: "render.noResponse", "cart/pay has no response yet.")
    bus.post(.sent(subject("cart/pay")))
    bus.post(.sent(subject(nil)))
    await services.history.report(problem, of: "cart/pay")
    await services.history.report(problem, of: "user/login")
    await services.history.report(problem, of: nil)
    let session = services.session
    try await session.shared.set("cart", .text("c7"), writer: "cart/pay")
    try await session.shared.set("token", .text("t"), writer: "user/login")
    try await session.shared.set("note", .text("n"), writer: SharedKeys.byHand)
    let lines = try await services.history.newestLines(100, of: .request("cart/pay"))
    #expect(lines.count == 3)
    let texts = lines.map(LogText.line)
    #expect(texts[0].contains("cart/pay") && texts[1].contains("no response yet") && texts[2].contains("cart"))
    #expect(try await services.history.newestLines(100, of: .everything).count == 12)
    await services.close()
  }
}
