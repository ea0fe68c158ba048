import Glibc
import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A download replaces no file of somebody else unasked", .timeLimit(.minutes(1)))
struct DownloadTrustTests {
  private static let request = "url: /film\noptions: { download: out/film.txt }\n"
  private let workspace: SendingWorkspace

  init() throws {
    workspace = try SendingWorkspace([.text("a film")])
  }

  private var film: String { workspace.folder.path("w/out/film.txt") }

  private func text(_ file: String) throws -> String {
    String(decoding: try workspace.folder.read(file), as: UTF8.self)
  }

  private func replaced(_ error: RenderError?) -> [String]? {
    guard case .notTrusted(let items)? = error else { return nil }
    return items.map { $0.description.replacing(workspace.folder.path("w"), with: "W") }
  }

  private static let question = ["replace the file W/out/film.txt, which Parley did not write"]

  @Test("What Parley wrote itself it replaces, in later sessions too")
  func ownFile() async throws {
    for _ in 0..<3 { try await workspace.send(Self.request) }
    #expect(try text("w/out/film.txt") == "a film")
    let session = try await workspace.open()
    #expect(session.permissions.missing().isEmpty && !session.permissions.grant.isGiven)
    await session.close()
  }

  @Test("A file that was there stays until a person allows it, and nothing is sent")
  func otherFile() async throws {
    try workspace.folder.write("my notes", to: "w/out/film.txt")
    let error = await #expect(throws: RenderError.self) { try await workspace.send(Self.request) }
    #expect(replaced(error) == Self.question)
    #expect(try text("w/out/film.txt") == "my notes")
    #expect(workspace.server.requests.isEmpty)
    try await workspace.send(Self.request, trusting: true)
    #expect(try text("w/out/film.txt") == "a film")
    try await workspace.send(Self.request)
  }

  @Test("What somebody changed since is somebody's again, whatever was allowed before")
  func changedFile() async throws {
    try await workspace.send(Self.request)
    try workspace.folder.write("a film, with my notes", to: "w/out/film.txt")
    let error = await #expect(throws: RenderError.self) { try await workspace.send(Self.request) }
    #expect(replaced(error) == Self.question)
  }

  @Test("What another program of Parley wrote meanwhile is not somebody else's")
  func twoPrograms() async throws {
    try workspace.folder.write(Self.request, to: "w/requests/r.yaml")
    let (first, second) = (try await workspace.open(), try await workspace.open())
    for session in [first, second, first] {
      #expect(session.permissions.missing().isEmpty)
      _ = try await session.sending.call(try await session.sending.render("r")).response()
    }
    await first.close()
    await second.close()
  }

  @Test("A response that failed its expectations has replaced the file all the same")
  func failedExpectation() async throws {
    for _ in 0..<2 { try await workspace.send(Self.request + "expect: { status: 299 }\n") }
  }

  @Test("A part that is a link is not written through")
  func linkedPart() async throws {
    try workspace.folder.write("keep me", to: "mine.txt")
    try workspace.folder.write("", to: "w/out/x")
    symlink(workspace.folder.path("mine.txt"), "\(film).parley-part")
    await #expect(throws: (any Error).self) { try await workspace.send(Self.request) }
    #expect(try text("mine.txt") == "keep me")
  }
}
