import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyTeam
import ParleyWorkspace
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 2: runs of a team", .timeLimit(.minutes(1)))
struct TeamRunScreenTests {
  private let teams = OneTeam()
  private static let workspace = """
    parley: 1
    id: shop
    team: { postgres: "postgresql://db.example/shop", passphrase: prompt, keys: ["team.*"] }

    """

  /// - Parameter isUnlocked: whether the team's key was made or opened before.
  private func screen(isUnlocked: Bool = true, runs: Bool = false) async throws -> SharedScreen {
    let screen = try await SharedScreen(120, workspace: Self.workspace, teams: teams) { session in
      try session.permissions.allow(session.permissions.missing())
      _ = try await session.reload()
      if isUnlocked { _ = try await session.team.makeKey(by: Passphrase(words: "words")) }
    }
    try screen.folder.write("serial:\n  - { local: first, jq: '1' }\n", to: "shop/groups/pay.yaml")
    _ = try await screen.session.reload()
    if runs {
      _ = await (try screen.session.groups.run("pay")).result()
      try await screen.session.flushEvents()
    }
    try await screen.bench.press("2")
    return screen
  }

  @Test("a run that one publishes is listed with who did, opened and compared by another")
  func together() async throws {
    let ada = try await screen(runs: true)
    _ = await ada.bench.shows(" 1 ✓")
    try await ada.bench.press("G", "Alt-p")
    let published = await ada.bench.shows("Published run 1 as team:1. Secrets are masked.")
    #expect(!published.contains("⇄ 1 ✓"))

    let bob = try await screen()
    #expect(await bob.bench.shows("⇄ 1 ✓").contains("@"))
    try await bob.bench.press("G", "Enter")
    await bob.bench.shows("Imported run 1 of pay", "⇣")
    let kept = try await bob.session.store.runs.recent(9, group: nil)
    #expect(kept.map(\.summary.id) == (try await ada.session.store.runs.recent(9, group: nil)).map(\.summary.id))
  }

  @Test("a run that somebody publishes appears by itself, and is gone when it is removed; one's own is listed once")
  func news() async throws {
    let ada = try await screen(runs: true)
    let bob = try await screen()
    _ = await bob.bench.shows("pay")
    try await ada.bench.press("G", "Alt-p")
    #expect(await bob.bench.shows("⇄ 1 ✓").contains("@"))
    #expect(await ada.bench.shows("⇄").ranges(of: " 1 ✓").count == 1)
    try await bob.session.teamRuns.remove(1, by: NoPrompter())
    _ = await bob.bench.hides("⇄ 1 ✓")
    #expect(await ada.bench.hides("⇄").contains(" 1 ✓"))
  }

  @Test("one of the team's runs is marked like one's own, and compared")
  func marks() async throws {
    let ada = try await screen(runs: true)
    _ = await ada.bench.shows(" 1 ✓")
    try await ada.bench.press("G", "Alt-p")
    let bob = try await screen(runs: true)
    _ = await bob.bench.shows("⇄ 1 ✓")
    try await bob.bench.press("G", "m")
    _ = await bob.bench.shows("◇")
    try await bob.bench.press("g", "j", "j", "m", "=")
    _ = await bob.bench.shows("- run 1   + run 2   all steps are the same")
  }

  @Test("without the server one's own runs stay, and one line says so")
  func offline() async throws {
    let screen = try await screen(runs: true)
    _ = await screen.bench.shows(" 1 ✓")
    let error = RepositoryError(.unreachable, "The team's server cannot be reached.")
    teams.server.state = .offline(TeamOffline(since: .now(), copiedAt: nil, error: error))
    #expect(await screen.bench.shows("⇄ team offline since").contains(" 1 ✓"))
    teams.server.state = .connected
    #expect(await screen.bench.hides("⇄ team offline").contains(" 1 ✓"))
  }

  @Test("while the team's key is locked they are not listed; Alt-t asks for the passphrase")
  func locked() async throws {
    _ = try await screen()
    let bob = try await screen(isUnlocked: false)
    _ = await bob.bench.shows("⇄ locked: Alt-t unlocks")
    try await bob.bench.press("Alt-t")
    _ = await bob.bench.shows("Passphrase of the team")
    await bob.bench.type("words")
    try await bob.bench.press("Enter")
    _ = await bob.bench.hides("locked: Alt-t")
  }
}
