import Glibc
import ParleyEngine
import ParleyModel
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Undoing what was deleted, moved and renamed", .timeLimit(.minutes(2)))
struct FilesUndoTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for (path, text) in [
      ("parley.yaml", "parley: 1\nid: undo1\nservers: { api: \"http://127.0.0.1:1\" }\n"),
      ("requests/cart/folder.yaml", "headers: { X-Cart: '1' } # of all\n"),
      ("requests/cart/read.yaml", "url: /cart # reads\n"),
      ("requests/cart/deep/pay.yaml", "method: POST\nurl: /pay\ncache: { invalidates: [cart/read] }\n"),
      ("requests/cart/deep/ask.yaml", "url:   /ask   # three blanks\r\n"),
      ("requests/carton.yaml", "url: /carton\n"),
      ("requests/broken.yaml", "url: [\n"),
      ("requests/use.yaml", "url: '/x/{{response(\"cart/read\").id}}'\n"),
      ("groups/buy.yaml", "serial:\n  - request: cart/read # first\n  - request: cart/deep/pay\n  - request: carton\n"),
      ("groups/all/twice.yaml", "serial:\n  - group: buy\n  - group: buy\n"),
    ] { try folder.write(text, to: "w/\(path)") }
    chmod(folder.path("w/requests/cart/read.yaml"), 0o640)
    chmod(folder.path("w/groups/buy.yaml"), 0o600)
  }

  private func open() async throws -> Session {
    try await Session.open(at: folder.path("w"), state: StateFolder(path: folder.path("state")), passphraseCost: 16)
  }

  /// Every file with its bytes and permissions, and the folders of requests.
  private func files(of session: Session) async throws -> [String: String] {
    var found: [String: String] = [:]
    let root = folder.path("w")
    for file in try await OtherFiles(in: session.workspace, limit: 5000).names() + Self.kinds(session) {
      let bytes = try FileSystem.readIfPresent(root.appendingPath(file), limit: 1 << 20) ?? []
      let permissions = FileSystem.permissions(of: root.appendingPath(file)) ?? 0
      found[file] = "\(permissions) \(bytes)"
    }
    for path in session.workspace.tree.descendantPaths { found["\(path)/"] = "folder" }
    return found
  }

  private static func kinds(_ session: Session) -> [String] { session.workspace.sources.keys.map(\.text) }

  private func drafts(of session: Session) async throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for entry in try await session.store.drafts.all() {
      found[entry.request] = try await session.store.drafts.load(entry.request)?.content
    }
    return found
  }

  /// One of all that a person can do to files in the lists.
  private func change(_ session: Session, _ random: inout SeededGenerator, _ number: Int) async throws -> FilesStep {
    let requests = session.workspace.requests.map(\.id).filter { $0 != "broken" }
    let groups = session.workspace.groups.map(\.id)
    let folders = session.workspace.tree.descendantPaths.filter { path in requests.contains { $0.hasPrefix(path + "/") }
    }
    let everywhere = Bool.random(using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      let some = requests.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
      return try await session.files.delete(requests: Array(some))
    case 1:
      guard let folder = folders.randomElement(using: &random) else { return FilesStep() }
      return try await session.files.delete(folder: folder)
    case 2:
      guard let folder = folders.randomElement(using: &random) else { return FilesStep() }
      return try await session.files.rename(folder: folder, to: "moved\(number)/here", everywhere: everywhere)
    case 3:
      guard let id = requests.randomElement(using: &random) else { return FilesStep() }
      return try await session.files.rename(request: id, to: "named\(number)", everywhere: everywhere)
    case 4:
      let some = Array(requests.shuffled(using: &random).prefix(2))
      guard Set(some.map(\.lastPathPart)).count == some.count else { return FilesStep() }
      return try await session.files.move(requests: some, into: "many\(number)")
    case 5:
      guard let id = groups.randomElement(using: &random) else { return FilesStep() }
      return try await session.files.delete(group: id)
    case 6:
      guard let id = groups.randomElement(using: &random) else { return FilesStep() }
      return try await session.files.rename(group: id, to: "g\(number)/named", everywhere: everywhere)
    default:
      let some = Array(requests.shuffled(using: &random).prefix(4))
      guard Set(some.map(\.lastPathPart)).count == some.count, !some.isEmpty else { return FilesStep() }
      // In pieces, as much work is done.
      var step = FilesStep()
      for id in some { step.add(try await session.files.move(requests: [id], into: "pieces\(number)")) }
      return step
    }
  }

  @Test("Undo brings back every byte, place, permission and draft, after any changes", arguments: 1...12)
  func anything(_ seed: UInt64) async throws {
    let session = try await open()
    for id in ["cart/read", "cart/deep/ask", "carton", WorkspaceFiles.draftKey(ofGroup: "buy")] {
      try await session.store.drafts.save(id, content: Array("draft of \(id)".utf8), baseHash: "base")
    }
    try session.runs.watched.keep(["$vars.x"], of: "buy")
    var random = SeededGenerator(seed: seed)
    var steps: [(step: FilesStep, files: [String: String], drafts: [String: [UInt8]])] = []
    for number in 0..<5 {
      let before = (try await files(of: session), try await drafts(of: session))
      let step = try await change(session, &random, number)
      if !step.isEmpty { steps.append((step, before.0, before.1)) }
    }
    #expect(!steps.isEmpty)
    for entry in steps.reversed() {
      try await session.files.undo(entry.step)
      #expect(try await files(of: session) == entry.files)
      #expect(try await drafts(of: session) == entry.drafts)
    }
    #expect(try session.runs.watched.lines(of: "buy") == ["$vars.x"])
    #expect(
      session.files.naming(requests: ["cart/read"]) == [
        "groups/buy.yaml", "requests/cart/deep/pay.yaml", "requests/use.yaml",
      ])
    await session.close()
  }

  @Test("Where something else was written since, nothing is undone, and the file is named")
  func taken() async throws {
    let session = try await open()
    let step = try await session.files.delete(folder: "cart")
    try folder.write("url: /mine\n", to: "w/requests/cart/read.yaml")
    await #expect(throws: SaveError.exists(file: "requests/cart/read.yaml")) { try await session.files.undo(step) }
    #expect(try String(decoding: folder.read("w/requests/cart/read.yaml"), as: UTF8.self) == "url: /mine\n")
    #expect(!FileSystem.exists(folder.path("w/requests/cart/deep/pay.yaml")))
    try FileSystem.delete(folder.path("w/requests/cart/read.yaml"))
    try await session.files.undo(step)
    #expect(session.workspace.request("cart/deep/pay") != nil)
    await session.close()
  }

  @Test("What links lead to stays when they are deleted with others")
  func links() async throws {
    try folder.write("url: /kept\n", to: "w/shared/kept.yaml")
    symlink("../../shared/kept.yaml", folder.path("w/requests/cart/linked.yaml"))
    let session = try await open()
    _ = try await session.files.delete(requests: ["cart/linked", "carton"])
    #expect(FileSystem.kind(of: folder.path("w/shared/kept.yaml")) == .file)
    #expect(FileSystem.kind(of: folder.path("w/requests/cart/linked.yaml")) == nil)
    await session.close()
  }

  @Test("A change that is stopped before all of it is written has changed nothing")
  func stopped() async throws {
    let session = try await open()
    let before = try await files(of: session)
    let change = FilesChange((0..<20).map { .init(file: "requests/new/r\($0).yaml", before: nil, after: [35, 10]) })
    let progress = WritingProgress()
    progress.stop()
    #expect(throws: SaveError.self) {
      try WritingProgress.$current.withValue(progress) { try change.make(in: folder.path("w")) }
    }
    try await session.reload()
    #expect(try await files(of: session) == before)
    #expect(!FileSystem.exists(folder.path("w/.parley-change")))
    await session.close()
  }
}
