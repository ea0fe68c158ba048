import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@Suite("A copy of a workspace that is open", .timeLimit(.minutes(1)))
struct CopiedWorkspaceTests {
  private let folder: TemporaryDirectory
  private var state: StateFolder { StateFolder(path: folder.path("state")) }

  init() throws {
    folder = try TemporaryDirectory()
    try make("shop")
  }

  private func make(_ name: String) throws {
    try folder.write("parley: 1\nid: copied1\nservers: { api: \"http://127.0.0.1:1\" }\n", to: "\(name)/parley.yaml")
    try folder.write("url: /\n", to: "\(name)/requests/r.yaml")
  }

  private func open(_ name: String, asksForOrigin: Bool = false) async throws -> Session {
    try await Session.open(
      at: folder.path(name), state: state, passphraseCost: 16, asksForOrigin: asksForOrigin)
  }

  /// Writes as fast as it can.
  private func writing(_ session: Session) -> Task<Void, Never> {
    Task {
      var number = 0
      while !Task.isCancelled {
        number += 1
        try? await session.store.drafts.save("d\(number % 3)", content: [UInt8(number % 200)])
      }
    }
  }

  @Test("is asked about and opened, at any moment, while the original writes", arguments: 0..<8)
  func anyMoment(number: Int) async throws {
    let original = try await open("shop")
    let writer = writing(original)
    for _ in 0..<(number * number * 10) { await Task.yield() }
    try make("copy")
    await #expect(throws: UnknownOrigin.self) { try await open("copy", asksForOrigin: true) }
    let copy = try await open("copy")
    #expect(try await copy.store.history.count() == 0)
    await copy.close()
    try await open("copy", asksForOrigin: true).close()
    writer.cancel()
    await writer.value
    await original.close()
  }

  @Test("is asked about or opened, and never refused, while a command opens it at the same time", arguments: 0..<8)
  func commandAtTheSameTime(number: Int) async throws {
    let original = try await open("shop")
    try make("copy")
    async let command = open("copy")
    for _ in 0..<(number * number * 10) { await Task.yield() }
    do { try await open("copy", asksForOrigin: true).close() } catch is UnknownOrigin {}
    try await command.close()
    try await open("copy", asksForOrigin: true).close()
    await original.close()
  }

  @Test("cannot be called moved: the refusal says that the original is open, and changes nothing")
  func notMoved() async throws {
    let original = try await open("shop")
    try make("copy")
    let origin = await #expect(throws: UnknownOrigin.self) { try await open("copy", asksForOrigin: true) }
    let (here, other) = (try #require(origin?.here), try #require(origin?.others.first))
    let refusal = #expect(throws: RepositoryError.self) { try here.adopt(from: other) }
    #expect(refusal?.summary == "The workspace in \(other.owner.path) is open.")
    try await open("copy").close()
    await original.close()
  }
}
