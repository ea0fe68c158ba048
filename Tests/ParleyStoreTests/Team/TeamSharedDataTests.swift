import ParleyEngine
import ParleyTeam
import Testing

@testable import ParleyStore

@Suite("Shared data of a team, sealed for its server", .timeLimit(.minutes(2)))
struct TeamSharedDataTests {
  private let server = InMemoryTeam()

  @Test("What one writes, the others read, with who wrote it")
  func together() async throws {
    let (ada, bob) = (TeamMember("ada@laptop", server), TeamMember("bob@desk", server))
    try await ada.unlock()
    try await bob.unlock()
    let changes = bob.shared.changes()
    try await bob.shared.open()
    try await ada.shared.set("team.a", "by hand of Ada", writer: TeamPerson.byHand)
    try await ada.shared.set("team.b", .json(["n": 7]), writer: "user/login")
    try await ada.shared.set("mine", "stays", writer: TeamPerson.byHand)
    #expect(await changes.next(2) == ["team.a = by hand of Ada", #"team.b = {"n":7}"#])
    #expect(try await bob.shared.entry("team.a")?.writer == "ada@laptop")
    #expect(try await bob.shared.entry("team.b")?.writer == "user/login (ada@laptop)")
    #expect(try await ada.shared.entry("team.b")?.writer == "user/login")
    #expect(try await bob.shared.get("mine") == nil)
    try await bob.shared.undo("team.b", writer: TeamPerson.byHand)
    #expect(try await ada.shared.entry("team.b")?.content == .removed)
    #expect(try await ada.shared.entry("team.b")?.writer == "bob@desk")
  }

  @Test("The server sees names, environments, sizes and times: no value, type, cipher, writer or expiry")
  func sealed() async throws {
    let ada = TeamMember("ada@laptop", server)
    try await ada.unlock()
    try await ada.shared.set("team.a", "a value in clear", writer: "user/login", isSecret: true)
    try await ada.shared.remove("team.a", writer: "user/logout")
    for row in server.rows(after: 0, limit: 9) {
      let text = String(decoding: row.sealed.bytes, as: UTF8.self)
      for word in ["value", "clear", "text", "team", "login", "logout", "ada", "laptop"] {
        #expect(!text.contains(word))
      }
      #expect(row.key == SharedKey("team.a", in: "local"))
    }
    let wrapped = try #require(server.wrappedKey(named: "team"))
    #expect(!String(decoding: wrapped, as: UTF8.self).contains("words"))
  }

  @Test("A snapshot restores what the team's keys held, sealed anew; the server sees its name, and not who took it")
  func snapshot() async throws {
    let (ada, bob) = (TeamMember("ada@laptop", server), TeamMember("bob@desk", server))
    #expect(await refusal { try await ada.shared.takeSnapshot("locked") } == .locked)
    try await ada.unlock()
    try await ada.shared.set("token", "first", isSecret: true)
    try await ada.shared.set("mine", "1")
    try await ada.shared.takeSnapshot("before", writer: TeamPerson.byHand)
    #expect(try await bob.shared.snapshots().first?.writer == nil)
    try await bob.unlock()
    #expect(try await bob.shared.snapshots().first?.writer == "ada@laptop")
    #expect(try await ada.shared.snapshots().first?.writer == TeamPerson.byHand)
    try await bob.shared.set("token", "second", isSecret: true)
    try await bob.shared.set("team.new", "third")
    let changes = try await bob.shared.restoreSnapshot("before", writer: TeamPerson.byHand)
    #expect(changes.map(\.key.name) == ["team.new", "token"] && changes.allSatisfy(\.isTeams))
    #expect(try await ada.shared.entry("token")?.value == "first")
    #expect(try await ada.shared.entry("token")?.writer == "bob@desk")
    try await bob.shared.undo(batch: try #require(changes.first?.sequence))
    #expect(try await ada.shared.entry("token")?.value == "second")
    #expect(try await ada.shared.entry("team.new")?.value == "third")
    let kept = try #require(try server.snapshots(of: "local").first)
    #expect(kept.head.id.name == "before")
    #expect(!String(decoding: kept.head.sealed.bytes, as: UTF8.self).contains("ada"))
  }

  @Test("A secret is masked for everybody, under the team's cipher")
  func secret() async throws {
    let (ada, bob) = (TeamMember("ada@laptop", server), TeamMember("bob@desk", server))
    try await ada.unlock()
    try await bob.unlock()
    let entry = try await ada.shared.set("token", "s3cret words", isSecret: true)
    #expect(entry.isSecret && entry.cipher == TeamCipher.name)
    let listed = try #require(try await bob.shared.list().entries.first)
    #expect(listed.content == .hidden && listed.cipher == TeamCipher.name)
    #expect(try await bob.shared.get("token") == "s3cret words")
  }

  @Test("Without the passphrase keys are seen by name, and neither read nor written")
  func locked() async throws {
    let (ada, bob) = (TeamMember("ada@laptop", server), TeamMember("bob@desk", server))
    try await ada.unlock()
    try await ada.shared.set("team.a", "1")
    #expect(try await bob.shared.list().entries.map(\.key.name) == ["team.a"])
    let reading = await #expect(throws: SharedDataError.self) { try await bob.shared.get("team.a") }
    #expect(reading?.kind == .locked && reading?.place == TeamCipher.name)
    let writing = await #expect(throws: SharedDataError.self) { try await bob.shared.set("team.b", "2") }
    #expect(writing?.kind == .locked && writing?.place == TeamCipher.name)
    try await bob.unlock()
    #expect(try await bob.shared.get("team.a") == "1")
    #expect(try await bob.shared.list().entries.map(\.value) == ["1"])
  }

  @Test("A key that gets another name keeps its history, into the team's keys and out of them too")
  func rename() async throws {
    let (ada, bob) = (TeamMember("ada@laptop", server), TeamMember("bob@desk", server))
    try await ada.unlock()
    try await bob.unlock()
    for value in ["1", "2"] as [SharedValue] { try await ada.shared.set("team.a", value) }
    try await ada.shared.rename([ada.shared.key("team.a")], to: "team.b", writer: TeamPerson.byHand)
    #expect(try await bob.shared.list().entries.map(\.key.name) == ["team.b"])
    #expect(try await bob.shared.get("team.b") == "2")
    #expect(try await bob.shared.undo("team.b", writer: TeamPerson.byHand).value == "1")
    try await ada.shared.set("mine", "3")
    try await ada.shared.rename([ada.shared.key("mine")], to: "team.c", writer: TeamPerson.byHand)
    #expect(try await bob.shared.get("team.c") == "3")
    #expect(try await ada.shared.get("mine") == nil)
    try await ada.shared.rename([ada.shared.key("team.c")], to: "mine", writer: TeamPerson.byHand)
    bob.shared.forgetReadings()
    #expect(try await bob.shared.get("team.c") == nil)
    #expect(try await ada.shared.get("mine") == "3")
  }

  @Test("A list that was read before follows every change")
  func listing() async throws {
    let (ada, bob) = (TeamMember("ada@laptop", server), TeamMember("bob@desk", server))
    try await ada.unlock()
    try await bob.unlock()
    for name in ["team.b", "team.d", "mine"] { try await ada.shared.set(name, "1") }
    func listed() async throws -> [String] {
      try await bob.shared.list().entries.map { "\($0.key.name) \($0.value?.text ?? "")" }
    }
    #expect(try await listed() == ["team.b 1", "team.d 1"])
    try await ada.shared.set("team.c", "2")
    try await ada.shared.set("team.a", "2")
    try await ada.shared.set("team.d", "2")
    try await ada.shared.remove("team.b")
    #expect(try await listed() == ["team.a 2", "team.c 2", "team.d 2"])
    try await ada.shared.remove("team.a")
    try await ada.shared.set("team.a", "3")
    try await ada.shared.bind("team.*", to: "gzip")
    try await bob.shared.bind("team.*", to: "gzip")
    #expect(try await bob.shared.list().entries.map(\.cipher) == ["gzip", "gzip", "gzip"])
  }

  @Test("Another passphrase is refused, and a new one opens what was there")
  func passphrase() async throws {
    let (ada, bob) = (TeamMember("ada@laptop", server), TeamMember("bob@desk", server))
    try await ada.unlock()
    try await ada.shared.set("team.a", "1")
    let wrong = await #expect(throws: SharedDataError.self) { try await bob.unlock("other words") }
    #expect(wrong?.kind == .wrongKey)
    #expect(bob.cipher.isLocked)
    try await ada.keys.change(from: .passphrase("the team's words"), to: .passphrase("new"), cost: 16)
    await #expect(throws: SharedDataError.self) { try await bob.unlock() }
    try await bob.unlock("new")
    #expect(try await bob.shared.get("team.a") == "1")
  }

  @Test("A team without a key says who makes it")
  func noKey() async throws {
    let error = await #expect(throws: SharedDataError.self) {
      try await TeamKeys(server, seen: NoSeenKey()).open(with: .passphrase("x"))
    }
    #expect(error?.kind == .storage(.notSetUp) && error?.advice?.contains("parley team init") == true)
  }

  @Test("A value moved to another key or environment does not open there, nor one turned into another change")
  func bound() async throws {
    let ada = TeamMember("ada@laptop", server)
    try await ada.unlock()
    try await ada.shared.set("team.a", "1")
    let row = try #require(server.lastRow(of: SharedKey("team.a", in: "local")))
    for key in [SharedKey("team.b", in: "local"), SharedKey("team.a", in: "staging"), SharedKey("team.a")] {
      let edit = SealedEdit(key: key, sealed: row.sealed, isRemoval: false, at: row.at, origin: row.origin)
      _ = try server.append(all: [edit])
      await #expect(throws: SharedDataError.self) { try await ada.shared.get(key) }
    }
    let later = SealedEdit(
      key: row.key, sealed: row.sealed, isRemoval: false, at: Timestamp(microseconds: 1), origin: row.origin)
    _ = try server.append(all: [later])
    let error = await #expect(throws: SharedDataError.self) { try await ada.shared.get("team.a") }
    #expect(error?.kind == .damaged)
  }

  @Test("What another cipher has sealed is refused: nobody else could open it")
  func otherCipher() async throws {
    let ada = TeamMember("ada@laptop", server)
    try await ada.unlock()
    let vault = VaultCipher("vault")
    vault.unlock(with: CipherKey(name: "vault", version: 1))
    ada.shared.register(vault, as: "vault")
    ada.shared.rules = SharedRules([SharedRule("team.*", cipher: "vault")])
    let error = await #expect(throws: SharedDataError.self) { try await ada.shared.set("team.a", "1") }
    #expect(error?.kind == .storage(.key) && error?.summary.contains("vault") == true)
    #expect(server.lastSequence() == 0)
  }

  @Test("What a person wants to have open is written again for all")
  func opened() async throws {
    let (ada, bob) = (TeamMember("ada@laptop", server), TeamMember("bob@desk", server))
    try await ada.unlock()
    try await bob.unlock()
    try await ada.shared.set("token", "s3cret words", isSecret: true)
    try await ada.shared.bind("token", to: nil)
    #expect(try await bob.shared.entry("token")?.isSecret == false)
    #expect(try await bob.shared.list().entries.first?.value == "s3cret words")
    #expect(server.lastSequence() == 1)
  }

  @Test("All of the team's keys go at once, and come back by one undo each")
  func removeAll() async throws {
    let ada = TeamMember("ada@laptop", server)
    try await ada.unlock()
    try await ada.shared.set("team.a", "1")
    try await ada.shared.set("team.b", "2")
    try await ada.shared.set("mine", "3")
    #expect(try await ada.shared.removeAll() == 3)
    #expect(try await ada.shared.list().total == 0)
    #expect(try await ada.shared.undo("team.b").value == "2")
  }

  @Test("While the server is away what is known is read, writing is refused, and this machine's keys go on")
  func offline() async throws {
    let ada = TeamMember("ada@laptop", server)
    try await ada.unlock()
    try await ada.shared.set("team.a", "1")
    let error = RepositoryError(.unreachable, "The team's server cannot be reached.")
    server.state = .offline(TeamOffline(since: .now(), copiedAt: .now(), error: error))
    #expect(try await ada.shared.get("team.a") == "1")
    let refused = await #expect(throws: SharedDataError.self) { try await ada.shared.set("team.a", "2") }
    #expect(refused?.kind == .storage(.unreachable))
    try await ada.shared.set("mine", "2")
    let (mine, theirs) = (ada.shared.key("mine"), ada.shared.key("team.a"))
    let content = SharedContent(kind: .text, cipher: nil, kept: .success(Ciphertext([51])))
    let edits = [mine, theirs].map { SharedEdit(key: $0, content: content, writer: nil, at: .now(), origin: 1) }
    await #expect(throws: RepositoryError.self) { try await ada.routed.append(all: edits) }
    #expect(try await ada.shared.get("mine") == "2")
    server.state = .connected
    try await ada.shared.set("team.a", "2")
    #expect(try await ada.shared.get("team.a") == "2")
  }
}
