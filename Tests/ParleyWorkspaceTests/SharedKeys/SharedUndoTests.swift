import ParleyEngine
import ParleyStore
import ParleyTeam
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Undo of a shared key brings back what was before, redo what was after", .timeLimit(.minutes(2)))
struct SharedUndoTests {
  private let folder: TemporaryDirectory
  private let teams = OneTeam()
  private let prompter = OnePassphrase()

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(
      """
      parley: 1
      id: shop
      ciphers: { vault: { passphrase: prompt } }
      shared:
        "sealed.*": { cipher: vault }
      team: { postgres: "postgresql://db.example/shop", passphrase: prompt, keys: ["team.*"] }

      """, to: "shop/parley.yaml")
    for name in ["local", "other"] { try folder.write("vars: {}\n", to: "shop/environments/\(name).yaml") }
    try folder.write("url: http://127.0.0.1/{{shared.first}}\n", to: "shop/requests/r.yaml")
  }

  private func open() async throws -> Session {
    let session = try await Session.open(
      at: folder.path("shop"), state: StateFolder(path: folder.path("state")), environment: "local",
      passphraseCost: 16, teams: teams)
    try session.permissions.allow(session.permissions.missing())
    await session.team.apply()
    return session
  }

  /// What a key holds and is, and what the files say of it.
  private struct Picture: Equatable {
    let value: SharedValue?
    let cipher: String?
    let expires: Timestamp?
    let isTeams: Bool
    let said: String?
  }

  private static let names = ["first", "second", "sealed.a", "team.a", "team.b"]

  private func picture(_ session: Session) async throws -> [String: Picture] {
    var pictures: [String: Picture] = [:]
    for name in Self.names {
      guard let entry = try await session.sharedKeys.reveal(name, by: prompter), !entry.isRemoval else { continue }
      pictures[name] = Picture(
        value: entry.value, cipher: entry.cipher, expires: entry.expires, isTeams: entry.isTeams,
        said: session.sharedKeys.cipherSaid(of: name))
    }
    return pictures
  }

  private enum Step: CaseIterable {
    case text, json, leaf, remove, expire, rename, vault, gzip, open, restore
  }

  /// - Returns: the name of the key after it; nil where it could not be done.
  private func take(
    _ step: Step, on name: String, _ session: Session, _ random: inout SeededGenerator
  ) async throws -> String? {
    let number = Int.random(in: 0..<1000, using: &random)
    switch step {
    case .text: try await session.sharedKeys.set(name, .text("\(number)"))
    case .json: try await session.sharedKeys.set(name, .json(["n": .number(JSONNumber(number))]))
    case .leaf: try await session.sharedKeys.set(name, .json(["n": [1, .number(JSONNumber(number))]]), lifetime: .kept)
    case .remove: guard try await session.shared.remove(name, writer: SharedKeys.byHand) else { return nil }
    case .expire:
      let moment = Timestamp.now().advanced(by: .seconds(9_000 + number))
      guard try await session.sharedKeys.expire(name, at: moment, by: prompter) != nil else { return nil }
    case .rename:
      guard let new = Self.names.randomElement(using: &random), new != name else { return nil }
      guard try await session.shared.entry(name).map({ !$0.isRemoval }) == true else { return nil }
      try await session.sharedKeys.rename(name, to: new, by: prompter)
      return new
    case .vault: try await session.sharedKeys.bind(name, to: "vault", by: prompter)
    case .gzip: try await session.sharedKeys.bind(name, to: "gzip", by: prompter)
    case .open: try await session.sharedKeys.bind(name, to: nil, by: prompter)
    case .restore:
      let history = try await session.shared.history(of: name)
      guard history.count > 1, let change = history.randomElement(using: &random) else { return nil }
      try await session.shared.bringBack(change.sequence, of: name, writer: SharedKeys.byHand)
    }
    return name
  }

  @Test(
    "after any series of what can be done with keys, step by step back and forth",
    arguments: Sample.of(Array(1...12), 4))
  func anySeries(seed: Int) async throws {
    let session = try await open()
    _ = try await session.team.makeKey(by: prompter)
    try await session.ciphers.unlock("vault", by: prompter)
    var random = SeededGenerator(seed: UInt64(seed))
    var done: [(name: String, after: String, step: Step)] = []
    var pictures = [try await picture(session)]
    for _ in 0..<14 {
      guard let name = Self.names.randomElement(using: &random), let step = Step.allCases.randomElement(using: &random)
      else { continue }
      let after: String?
      do { after = try await take(step, on: name, session, &random) } catch is SharedDataError { after = nil }
      let now = try await picture(session)
      guard let after else {
        #expect(now == pictures.last, "refused \(step) of \(name)")
        continue
      }
      done.append((name, after, step))
      pictures.append(now)
    }
    let undo = SharedUndo(session)
    for (index, last) in done.enumerated().reversed() {
      try await undo.undo(last.after, by: prompter)
      try #require(try await picture(session) == pictures[index], "undo of \(last) among \(done.map(\.step))")
    }
    for (index, next) in done.enumerated() {
      try await undo.redo(next.name, by: prompter)
      try #require(try await picture(session) == pictures[index + 1], "redo of \(next) among \(done.map(\.step))")
    }
    await session.close()
  }

  @Test("undo of another cipher changes the cipher back, in another program too, and keeps the key")
  func cipher() async throws {
    var session = try await open()
    try await session.sharedKeys.set("first", "a")
    let text = try folder.read("shop/parley.yaml")
    try await session.sharedKeys.bind("first", to: "vault", by: prompter)
    await session.close()
    session = try await open()
    try await SharedUndo(session).undo("first", by: prompter)
    #expect(try await session.shared.entry("first")?.cipher == nil)
    #expect(try await session.shared.get("first") == "a")
    #expect(try folder.read("shop/parley.yaml") == text)
    try await SharedUndo(session).redo("first", by: prompter)
    #expect(try await session.shared.entry("first")?.cipher == "vault")
    await session.close()
  }

  @Test("what was masked by where it came from is masked again once another cipher is taken back")
  func masked() async throws {
    let session = try await open()
    try await session.shared.set("first", "a", isSecret: true)
    try await session.sharedKeys.bind("first", to: "vault", by: prompter)
    try await SharedUndo(session).undo("first", by: prompter)
    #expect(try await session.shared.entry("first")?.isSecret == true)
    #expect(try await session.shared.entry("first")?.cipher == SharedData.secretCipher)
    await session.close()
  }

  @Test("undo of a rename brings back the old name in files and store, with its history")
  func rename() async throws {
    let session = try await open()
    try await session.sharedKeys.set("first", "a")
    try await session.sharedKeys.set("first", "b")
    let file = try folder.read("shop/requests/r.yaml")
    try await session.sharedKeys.rename("first", to: "second", by: prompter)
    #expect(try folder.read("shop/requests/r.yaml") != file)
    try await SharedUndo(session).undo("second", by: prompter)
    #expect(try folder.read("shop/requests/r.yaml") == file)
    #expect(try await session.shared.get("first") == "b")
    #expect(try await session.shared.get("second") == nil)
    try await SharedUndo(session).undo("first", by: prompter)
    #expect(try await session.shared.get("first") == "a")
    await session.close()
  }

  @Test("a batch of one is taken back as one of many is, and so are ciphers and names, whichever was done last")
  func batches() async throws {
    let session = try await open()
    for name in ["first", "second"] { try await session.sharedKeys.set(name, "a") }
    let undo = SharedUndo(session)
    _ = try await session.sharedKeys.remove(["first"], by: prompter)
    #expect(try await undo.undoLast(redoes: false, by: prompter) == ["first"])
    #expect(try await session.shared.get("first") == "a")
    #expect(try await undo.undoLast(redoes: true, by: prompter) == ["first"])
    #expect(try await session.shared.get("first") == nil)
    try await session.sharedKeys.bind(["second": "gzip"], by: prompter)
    #expect(try await undo.undoLast(redoes: false, by: prompter) == ["second"])
    #expect(try await session.shared.entry("second")?.cipher == nil)
    try await session.sharedKeys.rename("second", to: "first", by: prompter)
    #expect(try await undo.undoLast(redoes: false, by: prompter) == ["second"])
    #expect(try await session.shared.get("second") == "a")
    await session.close()
  }

  @Test("so is a batch of one of the team's keys, also where another change of it was made by itself before")
  func teamBatches() async throws {
    let session = try await open()
    _ = try await session.team.makeKey(by: prompter)
    try await session.sharedKeys.set("first", "own")
    _ = try await session.sharedKeys.remove(["first"], by: prompter)
    for value in ["a", "b"] { try await session.sharedKeys.set("team.key", .text(value)) }
    let undo = SharedUndo(session)
    _ = try await session.sharedKeys.remove(["team.key"], by: prompter)
    #expect(try await undo.undoLast(redoes: false, by: prompter) == ["team.key"])
    #expect(try await session.shared.get("team.key") == "b")
    #expect(try await undo.undoLast(redoes: true, by: prompter) == ["team.key"])
    #expect(try await session.shared.get("team.key") == nil)
    await session.close()
  }
}

private struct OnePassphrase: Prompter {
  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    questions.map { _ in PromptAnswer("words") }
  }
}
