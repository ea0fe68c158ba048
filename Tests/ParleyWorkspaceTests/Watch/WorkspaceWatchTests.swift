import Glibc
import ParleyEngine
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Watching a workspace", .timeLimit(.minutes(1)))
struct WorkspaceWatchTests {
  private let folder: TemporaryFolder
  private let changes: AsyncStream<WorkspaceChanges>
  private let watcher: WorkspaceWatch

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("parley.yaml", "parley: 1\nid: abc\n")
    try folder.write("requests/a/b.yaml", "url: /\n")
    let (stream, continuation) = AsyncStream.makeStream(of: WorkspaceChanges.self, bufferingPolicy: .unbounded)
    changes = stream
    watcher = try WorkspaceWatch(folder.path) { continuation.yield($0) }
  }

  /// Everything told until a path is among it.
  private func told(until path: String) async -> Set<String> {
    var paths: Set<String> = []
    for await change in changes {
      paths.formUnion(change.paths)
      if paths.contains(path) { break }
    }
    return paths
  }

  @Test(
    "tells a file that was written",
    arguments: ["parley.yaml", "requests/a/b.yaml", "requests/new.yaml", "groups/g.yaml", "mocks/deep/m.yaml"])
  func written(file: String) async throws {
    try folder.write(file, "url: /x\n")
    #expect(await told(until: file).contains(file))
    try folder.write(file, "url: /again\n")
    #expect(await told(until: file) == [file])
  }

  @Test("tells a file in a folder that was just made, however deep")
  func newFolders() async throws {
    try folder.write("environments/local.yaml", "vars: {}\n")
    try folder.write("requests/x/y/z.yaml", "url: /\n")
    #expect(await told(until: "requests/x/y/z.yaml").isSuperset(of: ["environments/local.yaml", "requests/x"]))
    try folder.write("requests/x/y/z.yaml", "url: /again\n")
    #expect(await told(until: "requests/x/y/z.yaml") == ["requests/x/y/z.yaml"])
  }

  @Test("tells a save by an editor that writes another file and renames it")
  func renaming() async throws {
    try folder.write("requests/a/b.yaml~", "url: /vim\n")
    try folder.write("requests/a/.b.yaml.swp", "x")
    try #require(rename(folder.at("requests/a/b.yaml~"), folder.at("requests/a/b.yaml")) == 0)
    #expect(await told(until: "requests/a/b.yaml") == ["requests/a/b.yaml"])
  }

  @Test("tells our own saves once, without the file beside")
  func ownSave() async throws {
    let file = try #require(RequestFile("a/b", in: Workspace.load(at: folder.path)))
    var edited = file.definition
    edited.url = "/c"
    _ = try file.save(edited)
    #expect(await told(until: "requests/a/b.yaml") == ["requests/a/b.yaml"])
  }

  @Test("tells files and folders that go")
  func removal() async throws {
    try folder.delete("requests/a/b.yaml")
    try folder.delete("requests/a")
    #expect(await told(until: "requests/a").isSuperset(of: ["requests/a/b.yaml", "requests/a"]))
  }

  @Test("follows a folder that is renamed")
  func renamedFolder() async throws {
    try #require(rename(folder.at("requests/a"), folder.at("requests/z")) == 0)
    #expect(await told(until: "requests/z").isSuperset(of: ["requests/a", "requests/z", "requests/z/b.yaml"]))
    try folder.write("requests/z/b.yaml", "url: /z\n")
    #expect(await told(until: "requests/z/b.yaml") == ["requests/z/b.yaml"])
  }

  @Test("tells nothing of other files")
  func others() async throws {
    try folder.write("notes.txt", "x")
    try folder.write("out/report.yaml", "x")
    try folder.write("requests/a/README.md", "x")
    try folder.write("requests/last.yaml", "url: /\n")
    #expect(await told(until: "requests/last.yaml") == ["requests/last.yaml"])
  }

  @Test("tells nothing after it was stopped, and can be stopped again")
  func stopping() async throws {
    watcher.stop()
    watcher.stop()
    try folder.write("requests/a/b.yaml", "url: /late\n")
    let (stream, continuation) = AsyncStream.makeStream(of: WorkspaceChanges.self, bufferingPolicy: .unbounded)
    let second = try WorkspaceWatch(folder.path) { continuation.yield($0) }
    try folder.write("requests/later.yaml", "url: /\n")
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next()?.paths == ["requests/later.yaml"])
    second.stop()
  }

  @Test("ends when its last user lets go of it while a change is told")
  func lettingGo() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .unbounded)
    let holder = Lock<WorkspaceWatch?>(nil)
    let watch = try WorkspaceWatch(folder.path) {
      holder.withLock { $0 = nil }
      continuation.yield()
    }
    holder.withLock { $0 = watch }
    try folder.write("requests/a/b.yaml", "url: /x\n")
    var iterator = stream.makeAsyncIterator()
    await iterator.next()
  }

  @Test("follows a folder of its own that is a link to another in it")
  func linkedFolder() async throws {
    try folder.write("shared/g.yaml", "serial: []\n")
    try folder.link("groups", to: "shared")
    _ = await told(until: "groups")
    try folder.write("shared/g.yaml", "concurrent: []\n")
    #expect(await told(until: "groups/g.yaml") == ["groups/g.yaml"])
  }

  @Test("of a folder that is not there is refused")
  func missing() {
    let error = #expect(throws: WorkspaceError.self) { try WorkspaceWatch("/nowhere/at/all") { _ in } }
    #expect(error?.code == "workspace.cannotWatch")
  }
}
