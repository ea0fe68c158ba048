import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A rename of a request or a group that was cut off is finished by the next session", .timeLimit(.minutes(2)))
struct CutOffRenameTests {
  private let workspace: SendingWorkspace

  init() throws {
    workspace = try SendingWorkspace(files: [
      "requests/cart/add.yaml": "url: /add\n",
      "groups/buy.yaml": "serial: [{ request: cart/add }]\n",
    ])
  }

  private func session(begins kind: BegunRename.Kind, _ old: String, to new: String) async throws -> Session {
    let session = try await workspace.open()
    try await session.store.drafts.save("cart/add", content: [1])
    try await session.store.drafts.save(WorkspaceFiles.draftKey(ofGroup: "buy"), content: [2])
    try session.runs.ignoredPaths.keep([".a"], of: GroupLinesFile.key(ofRequest: "cart/add"))
    try session.runs.ignoredPaths.keep([".b"], of: "buy")
    try PrivateText.write(
      Array(#"{"buy":[{"x":1}],"else":[]}"#.utf8), to: WorkspaceFiles.breakpoints(besideStore: session.location.folder))
    _ = try BegunRename(kind, from: old, to: new, FilesChange([]), beside: session.location.folder)
    return session
  }

  private func breakpoints(_ session: Session) throws -> String {
    let bytes = try PrivateText.read(WorkspaceFiles.breakpoints(besideStore: session.location.folder))
    return String(decoding: bytes ?? [], as: UTF8.self)
  }

  @Test("a request has its draft and its ignored paths", arguments: [false, true])
  func request(everywhere: Bool) async throws {
    let killed = try await session(begins: .request, "cart/add", to: "cart/put")
    try killed.files.move("cart/add", to: "cart/put", everywhere: everywhere)
    await killed.close()
    let next = try await workspace.open()
    #expect(try await next.store.drafts.load("cart/put")?.content == [1])
    #expect(try await next.store.drafts.load("cart/add") == nil)
    #expect(try next.runs.ignoredPaths.lines(of: GroupLinesFile.key(ofRequest: "cart/put")) == [".a"])
    #expect(BegunRename(leftBeside: next.location.folder) == nil)
    await next.close()
  }

  @Test("a group has its draft, its breakpoints and its ignored paths")
  func group() async throws {
    let killed = try await session(begins: .group, "buy", to: "deep/buy")
    try killed.files.moveGroup("buy", to: "deep/buy", everywhere: true)
    await killed.close()
    let next = try await workspace.open()
    #expect(try await next.store.drafts.load(WorkspaceFiles.draftKey(ofGroup: "deep/buy"))?.content == [2])
    #expect(try next.runs.ignoredPaths.lines(of: "deep/buy") == [".b"])
    #expect(try breakpoints(next) == #"{"else":[],"deep/buy":[{"x":1}]}"#)
    #expect(BegunRename(leftBeside: next.location.folder) == nil)
    await next.close()
  }

  @Test("where the file has its old name still, nothing moves")
  func early() async throws {
    let killed = try await session(begins: .request, "cart/add", to: "cart/put")
    await killed.close()
    let next = try await workspace.open()
    #expect(try await next.store.drafts.load("cart/add")?.content == [1])
    #expect(try next.runs.ignoredPaths.lines(of: GroupLinesFile.key(ofRequest: "cart/add")) == [".a"])
    #expect(BegunRename(leftBeside: next.location.folder) == nil)
    await next.close()
  }
}
