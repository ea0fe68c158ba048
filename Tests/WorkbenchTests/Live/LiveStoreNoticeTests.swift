import Glibc
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

@Suite("What the store has to tell, in the workbench", .timeLimit(.minutes(1)))
struct LiveStoreNoticeTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: notices1\nservers: { api: \"http://127.0.0.1:1\" }\n", to: "shop/parley.yaml")
  }

  private func open() async throws -> (services: LiveServices, session: Session) {
    let state = StateFolder(path: folder.path("state"))
    let bus = EventBus()
    let session = try await Session.open(at: folder.path("shop"), state: state, events: bus)
    return (LiveServices(session, isScratch: false, stateFolder: state, bus: bus), session)
  }

  /// Writes over the head of a database.
  private func damage(_ file: String, of session: Session) throws {
    let descriptor = Glibc.open("\(session.location.folder)/\(file)", O_WRONLY)
    defer { close(descriptor) }
    #expect(pwrite(descriptor, [UInt8](repeating: 7, count: 100), 100, 0) == 100)
  }

  @Test("a damaged file is a card that says what was recovered, and a failure in the log")
  func card() async throws {
    let (first, session) = try await open()
    try await session.shared.set("k", "v")
    await first.close()
    try damage("data.sqlite", of: session)

    let (services, _) = try await open()
    let bench = try RunningBench(110, 30, running: services) { .now() }
    let screen = await bench.idle()
    #expect(screen.contains("store.damaged") && screen.contains("data.sqlite.damaged-"), "\(screen)")
    #expect(screen.contains("1 change of shared data"), "\(screen)")
    try await bench.press("Esc")
    #expect(!(await bench.idle()).contains("Code    store.damaged"))
    let window = try await services.history.log(LogQuery(LogFilter("kind:fail damaged"), count: 10))
    #expect(window.entries.count == 1)
    await services.close()
  }

  @Test("that nothing is kept stands in the first line of every screen", arguments: [50, 80, 160])
  func nothingKept(width: Int) async throws {
    var workspace = WorkspaceSnapshot.shop
    workspace.isKept = false
    let services = FakeServices(workspace: workspace)
    let bench = try BenchUnderTest(width, 24, services: services)
    for screen in ["1", "2", "3", "4", "5"] {
      try await bench.press(screen)
      #expect((await bench.idle()).prefix(while: { $0 != "\n" }).contains("nothing is saved"))
    }
  }
}
