import ParleyEngine
import ParleyStore
import ParleyTeam
import ParleyWorkspace
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive

@Suite("Screen 5: keys of a team", .timeLimit(.minutes(1)))
struct SharedTeamTests {
  private let teams = OneTeam()
  private static let workspace = """
    parley: 1
    id: shop
    team: { postgres: "postgresql://db.example/shop", passphrase: prompt, keys: ["team.*"] }

    """

  private func screen(width: Int = 120) async throws -> SharedScreen {
    try await SharedScreen(width, workspace: Self.workspace, teams: teams) { session in
      try session.trust(session.trustMissing())
      _ = try await session.reload()
      _ = try await session.makeTeamKey(by: Passphrase(words: "words"))
    }
  }

  @Test("what one person sets lights up on the screen of another")
  func lightsUp() async throws {
    let (ada, bob) = (try await screen(), try await screen())
    try await ada.session.set("team.a", "first")
    try await ada.session.set("own", "stays")
    #expect(await !bob.bench.shows("first").contains("stays"))
    try await ada.session.set("team.b", "second")
    #expect(await bob.bench.shows("● team.b").contains("second"))
    #expect(await ada.bench.shows("⇄ team.a").contains("stays"))
  }

  @Test("without the server it says since when and how old the list is, and a write is refused with the reason")
  func offline() async throws {
    let screen = try await screen()
    try await screen.session.set("team.a", "first")
    let error = RepositoryError(.unreachable, "The team's server cannot be reached.")
    teams.server.state = .offline(TeamOffline(since: .now(), copiedAt: .now(), error: error))
    #expect(await screen.bench.shows("team offline since").contains("first"))
    #expect(await screen.bench.shows("team as of").contains("⇄ team.a"))
    await #expect(throws: SharedDataError.self) { try await screen.session.set("team.a", "second") }
    teams.server.state = .connected
    #expect(await !screen.bench.hides("team offline").contains("team as of"))
  }
}
