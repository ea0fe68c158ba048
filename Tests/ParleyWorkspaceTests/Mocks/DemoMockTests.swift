import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("The demo's mocks", .timeLimit(.minutes(2))) struct DemoMockTests {
  /// What does not end well by its mock, and says why, as it would without.
  private static let failures = [
    "tools/slow": "timedOut", "tools/teapot": "expectation.missed", "tools/redirect-loop": "expectation.missed",
    "item/ask-badly": "api.processing", "auth/sign-in": "authorization.signIn",
    "auth/sign-in-at-once": "authorization.signIn", "auth/sign-in-elsewhere": "authorization.signIn",
  ]
  /// Open until somebody closes it.
  private static let endless = ["live/echo", "live/prices"]
  /// These give the others what they need.
  private static let first = ["user/login", "cart/create", "cart/pay"]

  @Test("reply to every request of the demo, and nothing leaves the machine")
  func all() async throws {
    let (server, folder) = (try RawServer.answering(.text("no mock")), try TemporaryDirectory())
    let project = try FileSystem.realPath(#filePath).parentPath.parentPath.parentPath.parentPath
    let copy = try await FinishedProcess.run("/bin/cp", ["-r", "\(project)/workspaces/demo", folder.path("demo")])
    #expect(copy.status == 0)
    let session = try await Session.open(
      at: folder.path("demo"), state: StateFolder(path: folder.path("state")),
      given: ["baseUrl": server.url, "password": "secret"], passphraseCost: 16)
    session.mocks.isOn = true
    let others = session.workspace.requests.map(\.id).filter { !(Self.first + Self.endless).contains($0) }
    let ids = Self.first + others.sorted()
    #expect(ids.count >= 49)
    for id in ids {
      let outcome = await outcome(of: id, in: session)
      let isExpected = Self.failures[id].map { outcome?.hasSuffix($0) == true } ?? (outcome == nil)
      #expect(isExpected, "\(id): \(outcome ?? "it should have failed")")
    }
    #expect(try folder.read("demo/out/bytes.txt").count > 40)
    await session.close()
    #expect(server.connectionCount == 0)
  }

  /// The code of what went wrong; nil when nothing did.
  private func outcome(of id: String, in session: Session) async -> String? {
    do {
      let response = try await session.sending.call(session.sending.render(id, prompter: Passphrases())).response()
      #expect(response.version == .mock, "\(id)")
      return response.error?.code
    } catch {
      return (error as? any ExplainedError)?.code ?? "\(error)"
    }
  }
}

private struct Passphrases: Prompter {
  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    questions.map { _ in PromptAnswer("a passphrase") }
  }
}
