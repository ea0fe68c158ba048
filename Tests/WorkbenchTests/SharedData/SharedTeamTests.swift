import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyTeam
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

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
      try session.permissions.allow(session.permissions.missing())
      _ = try await session.reload()
      _ = try await session.team.makeKey(by: Passphrase(words: "words"))
    }
  }

  @Test("a key whose value is locked is shown as that, never as removed, and unlocking is offered wherever it is")
  func locked() async throws {
    let ada = try await screen()
    try await ada.session.sharedKeys.set("team.a", "first")
    try await ada.session.sharedKeys.set("team.a", "second")
    let bob = try await SharedScreen(120, workspace: Self.workspace, teams: teams) { session in
      try session.permissions.allow(session.permissions.missing())
      _ = try await session.reload()
    }
    let bench = bob.bench
    let text = await bench.shows("unlocks the cipher team")
    #expect(text.contains("team.a") && text.contains("locked") && !text.contains("removed"), "\(text)")
    #expect(try await bench.services.shared.sharedKey("team.a", at: nil)?.history.count == 2)
    try await bench.press("t")
    #expect(await !bench.idle().contains("removed"))
    try await bench.press("t", "D")
    let question = await bench.shows("Delete team.a?")
    #expect(question.contains("locked: nobody can see now") && question.contains("unlock it first"), "\(question)")
    try await bench.press("Esc", "m", "D")
    #expect(await bench.shows("Delete team.a?").contains("unlock them first"))
    bench.pass(.seconds(1))
    try await bench.press("u")
    await bench.shows("passphrase of team")
    await bench.type("words")
    try await bench.press("Enter")
    await bench.shows("second")
  }

  @Test("what one person sets lights up on the screen of another")
  func lightsUp() async throws {
    let (ada, bob) = (try await screen(), try await screen())
    try await ada.session.sharedKeys.set("team.a", "first")
    try await ada.session.sharedKeys.set("own", "stays")
    #expect(await !bob.bench.shows("first").contains("stays"))
    try await ada.session.sharedKeys.set("team.b", "second")
    await bob.bench.shows("~ team.b", "second")
    await ada.bench.shows("⇄ team.a", "stays")
  }

  @Test("a snapshot of the team's and one's own keys is restored as a whole or only one's own, and u takes back both")
  func snapshots() async throws {
    let screen = try await screen()
    let (bench, session) = (screen.bench, screen.session)
    for name in ["team.a", "own"] { try await session.sharedKeys.set(name, "first") }
    _ = try await session.sharedKeys.takeSnapshot("before", by: NoPrompter())
    for name in ["team.a", "own"] { try await session.sharedKeys.set(name, "second") }
    try await bench.press("S")
    #expect(await bench.shows("before").contains("2 keys, 1 of the team's"))
    await bench.type("before")
    try await bench.press("Enter")
    #expect(await bench.shows("for everybody").contains("Restore your own keys"))
    await bench.type("your own")
    try await bench.press("Enter")
    #expect(await bench.shows("Restored own from before").contains("u takes it back"))
    #expect(try await session.shared.get("team.a") == "second")
    try await session.sharedKeys.set("own", "third")
    try await bench.press("S")
    await bench.idle()
    await bench.type("before")
    try await bench.press("Enter")
    await bench.idle()
    await bench.type("restore")
    try await bench.press("Enter")
    #expect(await bench.shows("Restore the snapshot before?").contains("The team's keys change for everybody"))
    try await bench.confirm()
    #expect(await bench.shows("Restored 2 keys from before").contains("u takes it back"))
    #expect(try await session.shared.get("team.a") == "first")
    try await bench.press("u")
    await bench.shows("Took it back: 2 keys", "second")
    #expect(try await session.shared.get("own") == "third")
    let error = RepositoryError(.unreachable, "The team's server cannot be reached.")
    teams.server.state = .offline(TeamOffline(since: .now(), copiedAt: .now(), error: error))
    try await bench.press("S")
    #expect(await bench.shows("Those of the team").contains("before"))
  }

  @Test("before keys of the team are deleted it is said for whom; what nobody has changed since comes back by itself")
  func deletes() async throws {
    let screen = try await screen()
    let (bench, session) = (screen.bench, screen.session)
    for name in ["own", "team.a"] { try await session.sharedKeys.set(name, "first") }
    _ = await bench.shows("team.a")
    try await bench.press("g", "m", "m", "D")
    #expect(await bench.shows("Delete 2 keys?").contains("1 of them is the team's: it is deleted for everybody."))
    try await bench.confirm()
    _ = await bench.shows("Deleted 2 keys")
    try await session.sharedKeys.set("team.a", "second")
    try await bench.press("u")
    #expect(await bench.shows("Undo the others?").contains("“team.a” has been changed since"))
    try await bench.confirm()
    #expect(await bench.shows("Took it back: own").contains("own"))
    #expect(try await session.shared.get("own") == "first")
    #expect(try await session.shared.get("team.a") == "second")
    try await bench.press("G", "D")
    #expect(await bench.shows("Delete team.a?").contains("It is the team's: it is deleted for everybody."))
  }

  @Test("without the server it says since when and how old the list is, and a write is refused with the reason")
  func offline() async throws {
    let screen = try await screen()
    try await screen.session.sharedKeys.set("team.a", "first")
    let error = RepositoryError(.unreachable, "The team's server cannot be reached.")
    teams.server.state = .offline(TeamOffline(since: .now(), copiedAt: .now(), error: error))
    await screen.bench.shows("team offline since", "first")
    await screen.bench.shows("team as of", "⇄ team.a")
    let narrow = try await self.screen(width: 80)
    let bar = try #require(await narrow.bench.shows("team ✗").split(separator: "\n").first)
    #expect(bar.contains("5 Shared") && !bar.contains("offline"), "\(bar)")
    await #expect(throws: SharedDataError.self) { try await screen.session.sharedKeys.set("team.a", "second") }
    teams.server.state = .connected
    await screen.bench.until { !$0.contains("team offline") && !$0.contains("team as of") }
  }
}
