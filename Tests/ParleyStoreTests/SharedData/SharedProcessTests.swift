import Glibc
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

@Suite("Several processes share data", .timeLimit(.minutes(2)))
struct SharedProcessTests {
  let folder = TemporaryFolder()

  @Test("What another process writes is heard without asking, its removals too, and what was cached is forgotten")
  func foreign() async throws {
    let mine = try await SharedPlace.disk.shared(in: folder)
    #expect(try await mine.shared.get("a") == nil)
    let changes = mine.shared.changes()
    let theirs = try await SharedPlace.disk.shared(in: folder)
    try await theirs.shared.set("a", "1", writer: "other")
    try await theirs.shared.remove("a")
    try await theirs.shared.set("a", "2")
    #expect(await changes.next(3) == ["a = 1", "− a (1)", "a = 2"])
    #expect(try await mine.shared.get("a") == "2")
    await theirs.close()
    await mine.close()
  }

  @Test("Who only observes hears the first change of another process, and so does the event bus")
  func onlyObserving() async throws {
    let theirs = try await SharedPlace.disk.shared(in: folder)
    let bus = EventBus()
    let events = bus.subscribe()
    let mine = try await SharedPlace.disk.shared(in: folder, events: bus)
    let changes = mine.shared.changes(of: .key("a"))
    try await theirs.shared.set("a", "1")
    #expect(await changes.next(1) == ["a = 1"])
    for await case .event(let event) in events {
      guard case .updateSharedData(let told) = event.kind else { continue }
      #expect(told.key.name == "a" && told.isForeign)
      break
    }
    await theirs.close()
    await mine.close()
  }

  @Test("An observer of a store that is not open yet begins when it is")
  func observedBeforeOpening() async throws {
    let theirs = try await SharedPlace.disk.shared(in: folder)
    try await theirs.shared.set("a", "before")
    let store = Store(at: folder("store"), machineKey: folder("keys/machine.key"))
    let changes = SharedData(storage: store.sharedData, environment: "local").changes()
    try await store.open()
    try await theirs.shared.set("a", "after")
    #expect(await changes.next(1) == ["a = after"])
    await theirs.close()
    await store.close()
  }

  @Test("Two that hold the same memory hear each other")
  func memory() async throws {
    let storage = InMemorySharedData()
    let (mine, theirs) = (SharedData(storage: storage), SharedData(storage: storage))
    let changes = mine.changes()
    try await theirs.set("a", "1")
    try await theirs.remove("a")
    #expect(await changes.next(2) == ["a = 1", "− a (1)"])
  }

  @Test("Changes say whether somebody else made them")
  func origin() async throws {
    let mine = try await SharedPlace.disk.shared(in: folder)
    let theirs = try await SharedPlace.disk.shared(in: folder)
    var changes = mine.shared.changes().makeAsyncIterator()
    try await mine.shared.set("a", "mine")
    #expect(await changes.next()?.isForeign == false)
    try await theirs.shared.set("a", "theirs")
    #expect(await changes.next()?.isForeign == true)
    await theirs.close()
    await mine.close()
  }

  @Test("Two processes that count with compare-and-set lose no step")
  func counting() async throws {
    let steps = 500
    let store = try await Store.opened(in: folder)
    async let first = Torture("count", folder("store"), folder("keys/machine.key"), "\(steps)")?.lines()
    async let second = Torture("count", folder("store"), folder("keys/machine.key"), "\(steps)")?.lines()
    #expect(await first == ["counted"])
    #expect(await second == ["counted"])
    let shared = SharedData(storage: store.sharedData)
    #expect(try await shared.get("n")?.text == "\(2 * steps)")
    await store.close()
  }

  @Test("kill -9 in the middle of writing loses no value that was told safe")
  func killedWriting() async throws {
    var last = 0
    for round in 1...3 {
      let torture = try #require(Torture("set", folder("store"), folder("keys/machine.key"), "\(last)"))
      let lines = await torture.lines(killedAfter: 40 * round)
      last = max(last, lines.compactMap { Int($0) }.max() ?? 0)
      let vault = try await VaultUnderTest(in: folder, .passphrase("p"))
      let kept = try await vault.shared.get("token")?.text.flatMap { Int($0) } ?? 0
      // The next one may have been set, and killed before it could be told.
      #expect([last, last + 1].contains(kept))
      await vault.close()
    }
    #expect(last >= 100)
  }

  @Test("kill -9 in the middle of a rewrap or a rebinding leaves every value readable")
  func killedRewrapping() async throws {
    let vault = try await VaultUnderTest(in: folder, .passphrase("p"))
    for number in 0..<50 { try await vault.shared.set("user.\(number)", .text("value \(number)")) }
    await vault.close()
    for round in 1...4 {
      let torture = try #require(Torture("rewrap", folder("store"), folder("keys/machine.key")))
      #expect(await torture.lines(killedAfter: 5 * round).count >= 5 * round)
      let vault = try await VaultUnderTest(in: folder, nil)
      let key = try await key(of: vault)
      vault.cipher.unlock(with: key)
      for number in 0..<50 { #expect(try await vault.shared.get("user.\(number)")?.text == "value \(number)") }
      await vault.close()
    }
  }

  /// By whichever of the two passphrases holds.
  private func key(of vault: VaultUnderTest) async throws -> CipherKey {
    do {
      return try await vault.keys.open("vault", with: .passphrase("p"))
    } catch {
      return try await vault.keys.open("vault", with: .passphrase("q"))
    }
  }

  @Test("A full disk is a clear error, what was set stays, and setting goes on once there is room")
  func fullDisk() async throws {
    let torture = try #require(Torture("fill", folder("store"), folder("keys/machine.key"), "3000000"))
    let lines = await torture.lines()
    try #require(lines.count == 3)
    #expect(lines[0] == "store.writing")
    #expect(lines[1] == lines[2])
    let vault = try await VaultUnderTest(in: folder, .passphrase("p"))
    #expect(vault.store.notices.isEmpty)
    #expect(try await vault.shared.get("token")?.contentBytes.count == 20_000)
    await vault.close()
  }
}

@Suite("No shared secret reaches the disk in clear", .timeLimit(.minutes(2)))
struct SharedSecretSearchTests {
  let folder = TemporaryFolder()
  let secret = "a secret that no file may hold"

  @Test("No file holds a value, its passphrase or its key, while the store works and after it closed")
  func search() async throws {
    let vault = try await VaultUnderTest(in: folder, .passphrase("a passphrase that no file may hold"))
    for _ in 0..<5 { try await vault.shared.set("token", .text(secret)) }
    try await vault.shared.set("plain", .text(secret))
    try await vault.shared.bind("plain", to: "vault")
    try await vault.shared.set("page", .text(secret))
    try await vault.shared.bind("page", to: "gzip")
    try await vault.shared.undo("token")
    try await vault.change(from: "a passphrase that no file may hold", to: "another that no file may hold")
    #expect(found().isEmpty)
    await vault.close()
    #expect(found().isEmpty)
  }

  private func found() -> [String] {
    Disk.files(below: folder.path).filter { Disk.read($0).holds(Array("no file may hold".utf8)) }
  }
}
