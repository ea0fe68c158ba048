import GRDB
import Glibc
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

@Suite("Sealing", .timeLimit(.minutes(2)))
struct SealingTests {
  let folder = TemporaryFolder()
  let sealer = AESSealer(keyName: "machine", key: Array(repeating: 7, count: 32))
  let place = SealedPlace(table: "exchange", row: "1", column: "content")

  @Test("A sealed value opens in its place, and shows nothing of what it was")
  func opens() throws {
    let plain = Array("attack at dawn".utf8)
    let sealed = try sealer.seal(plain, at: place)
    #expect(try sealer.open(sealed, at: place) == plain)
    #expect(sealed.count == plain.count + AESSealer.overhead)
    #expect(!sealed.holds(plain))
  }

  @Test("The same value is never sealed the same way twice")
  func freshNonces() throws {
    let value: [UInt8] = [1, 2, 3]
    var nonces: Set<[UInt8]> = []
    for _ in 0..<100 { nonces.insert(Array(try sealer.seal(value, at: place).prefix(12))) }
    #expect(nonces.count == 100)
  }

  @Test(
    "A sealed value opens in no other place",
    arguments: [
      SealedPlace(table: "draft", row: "1", column: "content"),
      SealedPlace(table: "exchange", row: "2", column: "content"),
      SealedPlace(table: "exchange", row: "1", column: "url"),
      SealedPlace(table: "exchange", row: "1c", column: "ontent"),
    ])
  func staysInItsPlace(other: SealedPlace) throws {
    let sealed = try sealer.seal([1, 2, 3], at: place)
    let error = #expect(throws: RepositoryError.self) { try sealer.open(sealed, at: other) }
    #expect(error?.kind == .damaged)
  }

  @Test("A value that was changed or cut, or sealed with another key, does not open")
  func noticesChanges() throws {
    let sealed = try sealer.seal([1, 2, 3], at: place)
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(throws: RepositoryError.self) { try sealer.open(changed, at: place) }
      #expect(throws: RepositoryError.self) { try sealer.open(Array(sealed[..<index]), at: place) }
    }
    let others = [
      AESSealer(keyName: "machine", key: Array(repeating: 8, count: 32)),
      AESSealer(keyName: "other", key: Array(repeating: 7, count: 32)),
    ]
    for other in others {
      #expect(throws: RepositoryError.self) { try other.open(sealed, at: place) }
    }
  }

  @Test("A bit that flips in a sealed row is an error of that row alone")
  func flippedBitInARow() async throws {
    let store = try await Store.opened(in: folder)
    let exchanges = [Exchange.answered(secrets: Secrets(["one secret"])), .answered(secrets: Secrets(["two secrets"]))]
    for exchange in exchanges { try await store.keep(exchange) }
    try await store.access.opened().log.write { database in
      var content = try [UInt8].fetch(database, "SELECT content FROM exchange WHERE id = ?", [exchanges[0].id.rawValue])
      content?[40] ^= 1
      try database.execute(
        sql: "UPDATE exchange SET content = ? WHERE id = ?",
        arguments: [content?.databaseBlob, exchanges[0].id.rawValue])
    }
    let error = await #expect(throws: RepositoryError.self) { try await store.history.exchange(exchanges[0].id) }
    #expect(error?.kind == .damaged)
    #expect(try await store.history.recent(2).count == 2)
    #expect(try await store.history.exchange(exchanges[1].id) != nil)
    await store.close()
  }
}

@Suite("The machine key", .timeLimit(.minutes(2)))
struct MachineKeyTests {
  let folder = TemporaryFolder()
  var key: String { folder("keys/machine.key") }
  let secret = Exchange.answered("a", text: "hidden", secrets: Secrets(["hidden"]))

  private func storeWithASecret() async throws -> Store {
    let store = try await Store.opened(in: folder)
    try await store.keep(secret)
    await store.close()
    return store
  }

  @Test("It is made at the first start: 32 bytes for the owner alone, whatever the umask")
  func isMade() async throws {
    _ = try await storeWithASecret()
    #expect(Disk.read(key).count == 32)
    #expect(Set(Disk.read(key)).count > 8)
    #expect(Disk.mode(key) == 0o600)
    #expect(Disk.mode(folder("keys")) == 0o700)
  }

  @Test("One that others can read is refused")
  func refusesAnOpenOne() async throws {
    let store = try await storeWithASecret()
    for mode: mode_t in [0o640, 0o604, 0o660] {
      chmod(key, mode)
      let error = await #expect(throws: RepositoryError.self) { try await store.open() }
      #expect(error?.kind == .key)
      #expect(error?.place == key)
      #expect(error?.advice?.contains("chmod 600") == true)
    }
    chmod(key, 0o600)
    try await store.open()
    await store.close()
  }

  @Test("One that is missing while sealed rows need it is an error; brought back, everything opens")
  func missing() async throws {
    let store = try await storeWithASecret()
    rename(key, key + ".away")
    let error = await #expect(throws: RepositoryError.self) { try await store.open() }
    #expect(error?.kind == .key)
    #expect(!Disk.exists(key))
    rename(key + ".away", key)
    try await store.open()
    #expect(try await store.history.exchange(secret.id)?.exchange.response?.text() == "hidden")
    await store.close()
  }

  @Test("Another key than the one that sealed is an error, and is not taken for it")
  func another() async throws {
    let store = try await storeWithASecret()
    rename(key, key + ".away")
    Disk.write(Array(repeating: 1, count: 32), to: key)
    chmod(key, 0o600)
    let error = await #expect(throws: RepositoryError.self) { try await store.open() }
    #expect(error?.kind == .key)
    rename(key + ".away", key)
    try await store.open()
    #expect(try await store.history.exchange(secret.id) != nil)
    await store.close()
  }

  @Test("One that is cut is an error", arguments: [0, 31, 33])
  func cut(size: Int) async throws {
    let store = try await storeWithASecret()
    Disk.write(Array(repeating: 1, count: size), to: key)
    let error = await #expect(throws: RepositoryError.self) { try await store.open() }
    #expect(error?.kind == .key)
    #expect(Disk.read(key).count == size)
  }

  @Test("Where nothing is sealed, a missing key is just made again")
  func madeAnew() async throws {
    let store = try await Store.opened(in: folder)
    try await store.keep(.answered("plain"))
    await store.close()
    unlink(key)
    try await store.open()
    try await store.keep(secret)
    #expect(try await store.history.exchange(secret.id) != nil)
    await store.close()
  }

  @Test("Stores that start at the same moment agree on one key")
  func race() async throws {
    let stores = (0..<8).map { Store(at: folder("store\($0)"), machineKey: key) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in stores {
        group.addTask {
          try await store.open()
          try await store.keep(secret)
          await store.close()
        }
      }
      try await group.waitForAll()
    }
    for store in stores {
      try await store.open()
      #expect(try await store.history.exchange(secret.id) != nil)
      await store.close()
    }
  }
}
