import Glibc
import ParleyEngine
import ParleyWorkspace
import TestSupport
import Testing

@Suite("Files that change on disk are noticed")
struct WorkspaceWatchTests {
  private let folder: TemporaryDirectory
  private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .unbounded)

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("parley: 1", to: "parley.yaml")
    try folder.write("url: /", to: "requests/user/login.yaml")
  }

  private func watch() throws -> WorkspaceWatch {
    let changes = changes.continuation
    return try WorkspaceWatch(folder.path) { changes.yield() }
  }

  private func change() async {
    var iterator = changes.stream.makeAsyncIterator()
    await iterator.next()
  }

  @Test("a file that is written is noticed, in whatever folder", .timeLimit(.minutes(1)))
  func written() async throws {
    let watch = try watch()
    try folder.write("url: /changed", to: "requests/user/login.yaml")
    await change()
    try folder.write("parley: 1 # changed", to: "parley.yaml")
    await change()
    watch.stop()
  }

  @Test("a file that takes the place of another is noticed, as editors do it", .timeLimit(.minutes(1)))
  func replaced() async throws {
    let watch = try watch()
    try folder.write("url: /new", to: "requests/user/.login.swp")
    #expect(rename(folder.path("requests/user/.login.swp"), folder.path("requests/user/login.yaml")) == 0)
    await change()
    watch.stop()
  }

  @Test("files in folders that did not exist at the start are noticed", .timeLimit(.minutes(1)))
  func newFolder() async throws {
    let watch = try watch()
    try folder.write("url: /", to: "requests/cart/items/add.yaml")
    await change()
    try folder.write("url: /again", to: "requests/cart/items/add.yaml")
    await change()
    watch.stop()
  }

  @Test("a file that goes is noticed", .timeLimit(.minutes(1)))
  func removed() async throws {
    let watch = try watch()
    unlink(folder.path("requests/user/login.yaml"))
    await change()
    watch.stop()
  }

  @Test("a folder that is not there cannot be watched, and says so")
  func missing() {
    let error = #expect(throws: WorkspaceError.self) { try WorkspaceWatch("/nowhere/at/all") {} }
    #expect(error?.code == "workspace.cannotWatch")
  }
}
