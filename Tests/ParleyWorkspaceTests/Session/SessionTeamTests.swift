import ParleyEngine
import ParleyModel
import ParleyStore
import ParleyTeam
import TestSupport
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A session shares keys with a team", .timeLimit(.minutes(2)))
struct SessionTeamTests {
  private let folder: TemporaryDirectory
  private let teams = OneTeam()

  init() throws {
    folder = try TemporaryDirectory()
    for place in ["ada", "bob"] { try write(to: place) }
  }

  private func write(
    to place: String, team: String = "keys: [token, 'team.*']",
    rest: String = "ciphers: { vault: { passphrase: prompt } }"
  ) throws {
    try folder.write(
      """
      parley: 1
      id: shop
      vars: { host: db.example }
      \(rest)
      team:
        postgres: "postgresql://{{host}}/shop"
        schema: shop
        passphrase: prompt
        \(team)
      """, to: "\(place)/parley.yaml")
    try folder.write("vars: {}\n", to: "\(place)/environments/local.yaml")
    try folder.write("url: http://127.0.0.1/{{shared.token}}\n", to: "\(place)/requests/r.yaml")
  }

  private func open(_ place: String, trusting: Bool = true, teams: OneTeam? = nil) async throws -> Session {
    let session = try await Session.open(
      at: folder.path(place), state: StateFolder(path: folder.path("state-\(place)")), environment: "local",
      passphraseCost: 16, teams: teams ?? self.teams)
    if trusting {
      try session.permissions.allow(session.permissions.missing())
      await session.team.apply()
    }
    return session
  }

  @Test("what one person sets, another reads; other keys stay")
  func together() async throws {
    let (ada, bob) = (try await open("ada"), try await open("bob"))
    #expect(ada.workspace.diagnostics.isEmpty)
    #expect(try await ada.team.makeKey(by: Answers(["words", "words"])))
    try await ada.sharedKeys.set("team.a", "1")
    try await ada.sharedKeys.set("mine", "2")
    #expect(try await bob.shared.list().entries.map(\.key.name) == ["team.a"])
    #expect(try await bob.sharedKeys.reveal("team.a", by: Answers(["words"]))?.value == "1")
    #expect(try await bob.shared.get("mine") == nil)
    #expect(ada.team.owns("team.a") && !ada.team.owns("mine"))
    #expect(teams.addresses.map(\.connection) == Array(repeating: "postgresql://db.example/shop", count: 2))
    #expect(teams.addresses.first?.schema == "shop")
    await ada.close()
    await bob.close()
  }

  @Test(
    "setting it up without a passphrase, or with a wrong one, lets nobody in; with it, members come before anything is asked again"
  )
  func settingUp() async throws {
    let (ada, administration) = (try await open("ada"), NotedAdministration())
    await #expect(throws: RenderError.self) {
      try await ada.team.initialize(administration, members: ["eve"], by: NoPrompter())
    }
    #expect(administration.members == [])
    let made = try await ada.team.initialize(administration, members: ["bob"], by: Answers(["words", "words"]))
    #expect(made.madeKey && administration.members == ["bob"])
    let bob = try await open("bob")
    await #expect(throws: SharedDataError.self) {
      try await bob.team.initialize(administration, members: ["eve"], by: Answers(["wrong"]))
    }
    #expect(administration.members == ["bob"])
    let again = try await bob.team.initialize(administration, members: ["cleo"], by: Answers(["words"]))
    #expect(!again.madeKey && administration.members == ["bob", "cleo"])
    await ada.close()
    await bob.close()
  }

  @Test("before it is trusted nothing is connected to, and who needs a key is asked for trust")
  func trust() async throws {
    let session = try await open("ada", trusting: false)
    #expect(teams.addresses.isEmpty)
    guard case .unavailable = session.team.state else {
      Issue.record("It is not trusted")
      return
    }
    let error = await #expect(throws: RenderError.self) { _ = try await session.sending.render("r") }
    #expect(error == .notTrusted([.database("postgresql://{{host}}/shop")]))
    await #expect(throws: SharedDataError.self) { try await session.sharedKeys.set("team.a", "1") }
    try await session.shared.set("mine", "1")
    #expect(try await session.shared.list().total == 1)
    try session.permissions.allow(session.permissions.missing())
    await session.team.apply()
    #expect(teams.addresses.count == 1)
    #expect(session.team.state == .connected)
    await session.close()
  }

  @Test("a wrong passphrase is refused and says so")
  func passphrase() async throws {
    let (ada, bob) = (try await open("ada"), try await open("bob"))
    #expect(try await ada.team.makeKey(by: Answers(["words", "words"])))
    try await ada.sharedKeys.set("token", "t")
    let wrong = await #expect(throws: SharedDataError.self) {
      try await bob.sending.render("r", prompter: Answers(["other"]))
    }
    #expect(wrong?.kind == .wrongKey && wrong?.summary.contains("team") == true)
    #expect(try await bob.sending.render("r", prompter: Answers(["words"])).url.text.hasSuffix("/t"))
    #expect(try await !bob.team.makeKey(by: Answers(["words"])))
    #expect(bob.ciphers.all.map(\.name) == ["vault", "team"])
    try await bob.ciphers.changeSecret(of: "team", by: Answers(["words"], ["new", "new"]))
    try await ada.ciphers.check("team", by: Answers(["new"]))
    await #expect(throws: SharedDataError.self) { try await ada.ciphers.check("team", by: Answers(["words"])) }
    await ada.close()
    await bob.close()
  }

  @Test("a team's key gets another name with the files")
  func renames() async throws {
    let (ada, bob) = (try await open("ada"), try await open("bob"))
    #expect(try await ada.team.makeKey(by: Answers(["words", "words"])))
    try await ada.sharedKeys.set("team.a", "1")
    try await ada.sharedKeys.rename("team.a", to: "team.b", by: NoPrompter())
    #expect(try await bob.shared.list().entries.map(\.key.name) == ["team.b"])
    #expect(try await bob.sharedKeys.reveal("team.b", by: Answers(["words"]))?.value == "1")
    await ada.close()
    await bob.close()
  }

  @Test("what was done with keys of the team and of this machine is taken back as a whole")
  func undo() async throws {
    let session = try await open("ada")
    #expect(try await session.team.makeKey(by: Answers(["words", "words"])))
    try await session.sharedKeys.set("team.a", "1")
    try await session.sharedKeys.set("mine", "2")
    let removed = try await session.sharedKeys.remove(["mine", "team.a"], by: NoPrompter())
    #expect(Set(removed.map(\.isTeams)) == [true, false])
    #expect(try await session.shared.list().total == 0)
    _ = try await session.sharedKeys.undo(try #require(removed.first?.sequence), by: NoPrompter())
    #expect(try await session.shared.list().entries.map(\.key.name) == ["mine", "team.a"])
    #expect(try await session.shared.get("team.a") == "1")
    await session.close()
  }

  @Test("a snapshot has the team's keys too: it is everybody's, and restoring it is said of who has taken it")
  func snapshots() async throws {
    let (ada, bob) = (try await open("ada"), try await open("bob"))
    #expect(try await ada.team.makeKey(by: Answers(["words", "words"])))
    try await ada.sharedKeys.set("team.a", "1")
    try await ada.sharedKeys.set("mine", "1")
    let taken = try await ada.sharedKeys.takeSnapshot("before", by: NoPrompter())
    #expect(taken.count == 2 && taken.teamCount == 1)
    #expect(try await ada.sharedKeys.snapshotList(by: NoPrompter()).snapshots == [taken])
    try await bob.sharedKeys.set("mine", "of Bob")
    #expect(try await bob.sharedKeys.snapshotList(by: NoPrompter()).snapshots.first?.writer == nil)
    let seen = try #require(try await bob.sharedKeys.snapshotList(by: Answers(["words"])).snapshots.first)
    #expect(seen.name == "before" && seen.count == 1 && !seen.hasOwnKeys && seen.writer != nil)
    try await bob.sharedKeys.set("team.a", "2")
    try await bob.sharedKeys.set("team.b", "new")
    try await ada.sharedKeys.set("mine", "2")

    #expect(
      try await ada.sharedKeys.restoreSnapshot("before", isOwnOnly: true, by: NoPrompter()).map(\.key.name) == ["mine"])
    let apart = await ada.sharedKeys.teamKeysApart(from: "before")
    #expect(apart?.contains("team.a") == true && apart?.contains("team.b") == true, "\(String(describing: apart))")
    let restored = try await bob.sharedKeys.restoreSnapshot("before", by: NoPrompter())
    #expect(Set(restored.map(\.key.name)) == ["team.a", "team.b"])
    #expect(try await ada.shared.entry("team.a")?.value == "1")
    #expect(try await bob.shared.get("mine") == "of Bob")
    #expect(await ada.sharedKeys.teamKeysApart(from: "before") == nil)
    await ada.close()
    await bob.close()
  }

  @Test(
    "while the server cannot be reached snapshots of this machine's keys are listed and restored, and none is taken")
  func snapshotsOffline() async throws {
    let session = try await open("ada")
    #expect(try await session.team.makeKey(by: Answers(["words", "words"])))
    try await session.sharedKeys.set("mine", "1")
    _ = try await session.sharedKeys.takeSnapshot("before", by: NoPrompter())
    try await session.sharedKeys.set("mine", "2")
    let error = RepositoryError(.unreachable, "The team's server cannot be reached.")
    teams.server.state = .offline(TeamOffline(since: .now(), copiedAt: .now(), error: error))
    let list = try await session.sharedKeys.snapshotList(by: NoPrompter())
    #expect(list.snapshots.map(\.name) == ["before"] && list.problem?.kind == .unreachable)
    await #expect(throws: SharedDataError.self) { try await session.sharedKeys.takeSnapshot("other", by: NoPrompter()) }
    await #expect(throws: SharedDataError.self) {
      try await session.sharedKeys.restoreSnapshot("before", by: NoPrompter())
    }
    #expect(try await session.shared.get("mine") == "2")
    #expect(try await session.sharedKeys.restoreSnapshot("before", isOwnOnly: true, by: NoPrompter()).count == 1)
    #expect(await session.sharedKeys.teamKeysApart(from: "before")?.contains("not known") == true)
    await session.close()
  }

  @Test("ciphers whose key only this machine has are refused for its keys")
  func ciphers() async throws {
    let session = try await open("ada")
    #expect(try await session.team.makeKey(by: Answers(["words", "words"])))
    try await session.sharedKeys.set("team.a", "1")
    for cipher in ["machine", "vault"] {
      let error = await #expect(throws: SharedDataError.self) {
        try await session.sharedKeys.bind("team.a", to: cipher, by: Answers(["x", "x"]))
      }
      #expect(error?.summary.contains(cipher) == true && error?.advice?.contains("cipher team") == true)
    }
    try await session.sharedKeys.bind("team.a", to: "team", by: NoPrompter())
    #expect(try await session.shared.entry("team.a")?.isSecret == true)
    #expect(session.team.owns("team.a"))
    await session.close()
  }

  @Test("an environment that is renamed takes the team's keys along, and its own; the other name's are not replaced")
  func environment() async throws {
    let (ada, bob) = (try await open("ada"), try await open("bob"))
    #expect(try await ada.team.makeKey(by: Answers(["words", "words"])))
    try await ada.sharedKeys.set("team.a", "1")
    try await ada.sharedKeys.set("mine", "2")
    _ = try await ada.environments.edit(.describe("local", EnvironmentSummary("home")))
    #expect(try await ada.shared.get("team.a") == "1")
    #expect(try await ada.shared.get("mine") == "2")
    #expect(try await bob.shared.list().total == 0)
    await #expect(throws: SharedDataError.self) {
      _ = try await bob.environments.edit(.describe("local", EnvironmentSummary("other")))
    }
    #expect(try await !bob.team.makeKey(by: Answers(["words"])))
    _ = try await bob.environments.edit(.describe("local", EnvironmentSummary("other")))
    try await bob.sharedKeys.set("team.a", "3")
    let refused = await #expect(throws: WorkspaceError.self) {
      _ = try await bob.environments.edit(.describe("other", EnvironmentSummary("home")))
    }
    #expect(refused?.summary.contains("1 key of an earlier environment") == true)
    #expect(bob.environmentName == "other")
    #expect(try await bob.shared.get("team.a") == "3")
    await ada.close()
    await bob.close()
  }

  @Test("a rename that was cut off between the team's keys and this machine's is finished by the next session")
  func cutOffRename() async throws {
    try write(to: "ada", team: "environments: [local]")
    try folder.write("vars: {}\n", to: "ada/environments/staging.yaml")
    try folder.write("url: http://127.0.0.1/{{shared.a}}\n", to: "ada/requests/r.yaml")
    let ada = try await open("ada")
    #expect(try await ada.team.makeKey(by: Answers(["words", "words"])))
    try await ada.sharedKeys.set("a", "1")
    try ada.select(environment: "staging")
    try await ada.sharedKeys.set("a", "2")
    let change = try SharedKeyRename("a", to: "b").change(in: ada.workspace)
    _ = try BegunRename(.sharedKey, from: "a", to: "b", change, beside: ada.location.folder)
    try await ada.shared.rename([SharedKey("a", in: "local")], to: "b", writer: nil)
    await ada.close()
    let next = try await open("ada")
    for name in ["local", "staging"] {
      #expect(try await next.sharedKeys.isThere(SharedKey("b", in: name)))
      #expect(try await !next.sharedKeys.isThere(SharedKey("a", in: name)))
    }
    #expect(String(decoding: try folder.read("ada/requests/r.yaml"), as: UTF8.self).contains("{{shared.b}}"))
    #expect(BegunRename(leftBeside: next.location.folder) == nil)
    await next.close()
  }

  @Test("an environment whose rename was cut off after the team's keys has them under its old name")
  func cutOffEnvironment() async throws {
    let ada = try await open("ada")
    #expect(try await ada.team.makeKey(by: Answers(["words", "words"])))
    try await ada.sharedKeys.set("team.a", "1")
    try await ada.sharedKeys.set("mine", "2")
    let change = try EnvironmentEdit.describe("local", EnvironmentSummary("home")).change(in: ada.workspace)
    let renamed = try #require(change.renamed)
    _ = try BegunRename(.environment, from: "local", to: "home", change, beside: ada.location.folder)
    try await ada.environments.moveTeamKeys(renamed, takesBack: false)
    #expect(try await ada.shared.get("team.a") == nil)
    await ada.close()
    let next = try await open("ada")
    try await next.ciphers.unlock("team", by: Answers(["words"]))
    #expect(try await next.shared.get("team.a") == "1")
    #expect(try await next.shared.get("mine") == "2")
    #expect(next.workspace.environments.map(\.name) == ["local"])
    #expect(BegunRename(leftBeside: next.location.folder) == nil)
    await next.close()
  }

  @Test("an environment that the file names as the team's is renamed there, too, and back again by an undo")
  func namedEnvironment() async throws {
    try write(to: "ada", team: "environments: [local, staging] # ours")
    try folder.write("vars: {}\n", to: "ada/environments/staging.yaml")
    let ada = try await open("ada")
    #expect(try await ada.team.makeKey(by: Answers(["words", "words"])))
    try await ada.sharedKeys.set("a", "1")
    try await ada.shared.takeSnapshot("before")
    let change = try await ada.environments.edit(.describe("local", EnvironmentSummary("home")))
    #expect(
      String(decoding: try folder.read("ada/parley.yaml"), as: UTF8.self).contains(
        "environments: [home, staging] # ours"))
    try await ada.ciphers.unlock("team", by: Answers(["words"]))
    #expect(try await ada.sharedKeys.reveal("a", by: NoPrompter())?.value == "1")
    #expect(ada.team.owns("a"))
    let moved = try await ada.shared.snapshots()
    #expect(moved.map(\.name) == ["before"] && moved.first?.teamCount == 1 && moved.first?.hasOwnKeys == true)
    try await ada.sharedKeys.set("a", "2")
    try await ada.shared.restoreSnapshot("before")
    #expect(try await ada.sharedKeys.reveal("a", by: NoPrompter())?.value == "1")
    try await ada.environments.make(change.reversed)
    #expect(try await ada.shared.snapshots().map(\.teamCount) == [1])
    #expect(
      String(decoding: try folder.read("ada/parley.yaml"), as: UTF8.self).contains(
        "environments: [local, staging] # ours"))
    try await ada.ciphers.unlock("team", by: Answers(["words"]))
    #expect(try await ada.sharedKeys.reveal("a", by: NoPrompter())?.value == "1")
    await ada.close()
  }

  @Test("the files may say another thing of it, and stop saying anything")
  func reload() async throws {
    let session = try await open("ada")
    #expect(try await session.team.makeKey(by: Answers(["words", "words"])))
    try await session.sharedKeys.set("team.a", "1")
    try write(to: "ada", team: "keys: [other]")
    try await session.reload()
    #expect(try await session.shared.list().total == 0)
    #expect(!session.team.owns("team.a"))
    try folder.write("parley: 1\nid: shop\n", to: "ada/parley.yaml")
    try await session.reload()
    #expect(session.team.state == .none)
    try await session.sharedKeys.set("team.a", "mine")
    #expect(teams.server.lastSequence() == 1)
    await session.close()
  }

  @Test(
    "a run that is published is opened, compared and replayed by the others, without its secrets unless they are meant to go along"
  )
  func runs() async throws {
    let server = try RawServer.answering(.text(#"{"n": 1}"#))
    for place in ["ada", "bob"] {
      try folder.write("url: \(server.url)/a\nheaders: { X-Key: '{{key}}' }\n", to: "\(place)/requests/a.yaml")
      try folder.write("vars: { key: { secret: prompt } }\n", to: "\(place)/environments/local.yaml")
      try folder.write("serial:\n  - request: a\n", to: "\(place)/groups/g.yaml")
    }
    let (ada, bob) = (try await open("ada"), try await open("bob"))
    #expect(try await ada.team.makeKey(by: Answers(["words", "words"])))
    let run = try ada.groups.run("g", given: ["key": "s3cret-of-ada"])
    _ = await run.result()
    try await ada.flushEvents()
    let kept = try await ada.runs.kept("last")
    let published = try await ada.teamRuns.publish(kept, by: NoPrompter())
    #expect(published.run.group == "g" && !published.run.hasSecrets)
    #expect(try await ada.teamRuns.publish(kept, withSecrets: true, by: NoPrompter()).run.hasSecrets)
    let listed = try await bob.teamRuns.list(limit: 9, by: Answers(["words"]))
    #expect(listed.map(\.number) == [2, 1])
    #expect(
      listed.allSatisfy { $0.group == "g" && $0.person == published.run.person && $0.state == kept.summary.state })
    for number in [1, 2] as [Int64] {
      let file = try #require(teams.server.publishedFile(of: number))
      #expect(!String(decoding: file.bytes, as: UTF8.self).contains("s3cret-of-ada"))
    }
    let fetched = try await bob.runs.kept("team:2")
    #expect(fetched.summary.id == kept.summary.id)
    let comparison = await bob.runs.compare(
      try await bob.runs.recording(of: fetched), with: try await bob.runs.recording(of: fetched))
    #expect(comparison.isSame)
    #expect(try await bob.runs.kept("team:1").id == fetched.id)
    try await bob.teamRuns.remove(1, by: NoPrompter())
    await #expect(throws: RepositoryError.self) { try await bob.runs.kept("team:1") }
    await #expect(throws: WorkspaceError.self) { try await bob.runs.kept("team:x") }
    await ada.close()
    await bob.close()
  }
}

/// Notes whom it lets in.
private final class NotedAdministration: TeamAdministration {
  private let noted = Lock<[String]>([])
  var members: [String] { noted.withLock { $0 } }

  func initialize(members: [String]) -> TeamStatus {
    noted.withLock { $0 += members }
    return status()
  }

  func migrate() -> (from: Int, to: Int) { (1, 1) }

  func status() -> TeamStatus {
    var status = TeamStatus()
    (status.version, status.programVersion, status.isMember) = (noted.withLock { $0.isEmpty } ? nil : 1, 1, true)
    return status
  }
}
