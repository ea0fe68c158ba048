import ParleyEngine
import ParleyTeam
import Testing

@testable import ParleyStore

@Suite("Environments of a team that get another name", .timeLimit(.minutes(2)))
struct TeamEnvironmentTests {
  private let server = InMemoryTeam()

  @Test("An environment that gets another name takes its keys along, with who wrote them; one that has keys refuses")
  func environment() async throws {
    let (ada, bob) = (TeamMember("ada@laptop", server), TeamMember("bob@desk", server))
    try await ada.unlock()
    for value in ["1", "2"] as [SharedValue] { try await ada.shared.set("team.a", value, writer: "user/login") }
    await #expect(throws: RepositoryError.self) { try await bob.routed.moveTeamKeys(of: "local", to: "home") }
    try await bob.unlock()
    #expect(try await bob.routed.moveTeamKeys(of: "local", to: "home") == 0)
    #expect(try await bob.shared.list().total == 0)
    bob.shared.environment = "home"
    #expect(try await bob.shared.entry("team.a")?.writer == "user/login (ada@laptop)")
    #expect(try await bob.shared.undo("team.a", writer: TeamPerson.byHand).value == "1")
    try await ada.shared.set("team.a", "3")
    #expect(try await ada.routed.moveTeamKeys(of: "local", to: "home") == 1)
    #expect(try await ada.shared.get("team.a") == "3")
    #expect(try await ada.routed.moveTeamKeys(of: "none", to: "other") == 0)
  }

  @Test("An environment that gets another name takes its snapshots along, with who took them, and back again")
  func environmentSnapshots() async throws {
    let (ada, bob) = (TeamMember("ada@laptop", server), TeamMember("bob@desk", server))
    try await ada.unlock()
    try await bob.unlock()
    try await ada.shared.set("token", "first", isSecret: true)
    try await ada.shared.set("team.gone", "1")
    try await ada.shared.takeSnapshot("before", writer: TeamPerson.byHand)
    try await ada.shared.set("token", "second", isSecret: true)
    try await ada.shared.set("team.gone", "1")
    try await ada.shared.remove("team.gone")
    for (old, new) in [("local", "home"), ("home", "local"), ("local", "home")] {
      #expect(try await bob.routed.moveTeamKeys(of: old, to: new) == 0)
      bob.shared.environment = old
      #expect(try await bob.shared.snapshots().isEmpty)
      bob.shared.environment = new
      let known = try await bob.shared.snapshots()
      #expect(known.map(\.name) == ["before"] && known.first?.writer == "ada@laptop")
      #expect(try await bob.shared.get("token") == "second")
    }
    let changes = try await bob.shared.restoreSnapshot("before", writer: TeamPerson.byHand)
    #expect(changes.map(\.key) == [SharedKey("team.gone", in: "home"), SharedKey("token", in: "home")])
    #expect(try await bob.shared.get("token") == "first")
    #expect(try await bob.shared.get("team.gone") == "1")
    try await bob.shared.undo(batch: try #require(changes.first?.sequence))
    #expect(try await bob.shared.get("token") == "second")
    server.state = .offline(
      TeamOffline(since: .now(), copiedAt: .now(), error: RepositoryError(.unreachable, "away")))
    let refused = await #expect(throws: RepositoryError.self) {
      try await bob.routed.moveTeamKeys(of: "home", to: "local")
    }
    #expect(refused?.kind == .unreachable)
  }

  @Test("A name under which the team has snapshots is refused, and they stay what they are")
  func takenBySnapshots() async throws {
    let ada = TeamMember("ada@laptop", server)
    try await ada.unlock()
    try await ada.shared.set("team.a", "here")
    try await ada.shared.takeSnapshot("before", writer: TeamPerson.byHand)
    ada.shared.environment = "home"
    try await ada.shared.set("team.a", "there")
    try await ada.shared.takeSnapshot("before", writer: TeamPerson.byHand)
    try await ada.shared.remove("team.a")
    let refused = await #expect(throws: RepositoryError.self) {
      try await ada.routed.moveTeamKeys(of: "local", to: "home")
    }
    #expect(refused?.summary.contains("snapshots of “home”") == true)
    try await ada.shared.restoreSnapshot("before", writer: TeamPerson.byHand)
    #expect(try await ada.shared.get("team.a") == "there")
    ada.shared.environment = "local"
    #expect(try await ada.shared.get("team.a") == "here")
    #expect(try await ada.shared.snapshots().count == 1)
  }

  @Test("Of a long history the newest changes go along, in their order, for each key")
  func longHistories() async throws {
    let ada = TeamMember("ada@laptop", server)
    try await ada.unlock()
    for number in 1...250 {
      for key in ["team.a", "team.b"] { try await ada.shared.set(key, .text("\(key) \(number)")) }
    }
    try await ada.shared.set("team.c", "once")
    try await ada.shared.set("team.gone", "1")
    try await ada.shared.remove("team.gone")
    #expect(try await ada.routed.moveTeamKeys(of: "local", to: "home") == 0)
    for key in ["team.a", "team.b"] {
      let history = server.history(of: SharedKey(key, in: "home"), before: nil, limit: 300)
      #expect(history.count == 200)
      ada.shared.environment = "home"
      let known = try await ada.shared.history(of: key, limit: 300).compactMap { $0.value?.text }
      #expect(known == (51...250).reversed().map { "\(key) \($0)" })
    }
    #expect(try await ada.shared.get("team.c") == "once")
  }

  @Test("Keys of an environment that the file names go back, too, while it still has the old name")
  func takenBack() async throws {
    let ada = TeamMember("ada@laptop", server, sharing: SharedKeySelection(environments: ["local"]))
    try await ada.unlock()
    try await ada.shared.set("a", "1")
    #expect(try await ada.routed.moveTeamKeys(of: "local", to: "home") == 0)
    #expect(try await ada.shared.list().total == 0)
    #expect(try await ada.routed.moveTeamKeys(of: "home", to: "local") == 0)
    #expect(try await ada.shared.list().total == 0, "not the team's: home is not in the file")
    #expect(try await ada.routed.moveTeamKeys(of: "home", to: "local", takesBack: true) == 0)
    ada.shared.forgetReadings()
    #expect(try await ada.shared.get("a") == "1")
  }
}
