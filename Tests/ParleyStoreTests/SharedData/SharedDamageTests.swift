import GRDB
import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Damage to shared data is told, and spoils nothing else", .timeLimit(.minutes(2)))
struct SharedDamageTests {
  let folder = TemporaryFolder()

  @Test("One flipped bit in any stored value is found, and the others stay readable", arguments: ["token", "plain"])
  func everyBit(name: String) async throws {
    let vault = try await VaultUnderTest(in: folder, .passphrase("p"))
    for key in ["token", "plain", "user.whole", "whole"] { try await vault.shared.set(key, "value") }
    for column in ["value", "nonce"] {
      let whole = try #require(try await blob(column, of: name, in: vault))
      for bit in 0..<whole.count * 8 {
        var damaged = whole
        damaged[bit / 8] ^= 1 << UInt8(bit % 8)
        try await set(column, of: name, to: damaged, in: vault)
        #expect(try await vault.shared.entry(name)?.problem?.kind == .damaged)
      }
      try await set(column, of: name, to: whole, in: vault)
    }
    #expect(try await vault.shared.entry(name)?.value == "value")
    #expect(try await vault.shared.list().entries.compactMap(\.value) == ["value", "value"])
    #expect(try await vault.shared.get("user.whole") == "value")
    await vault.close()
  }

  @Test("A damaged value can be undone, set again and removed")
  func goesOn() async throws {
    let vault = try await VaultUnderTest(in: folder, .passphrase("p"))
    for value in ["1", "2"] { try await vault.shared.set("token", .text(value)) }
    try await set("value", of: "token", to: [1, 2, 3], in: vault)
    #expect(await refusal { _ = try await vault.shared.get("token") } == .damaged)
    #expect(try await vault.shared.undo("token").value == "1")
    #expect(try await vault.shared.remove("token"))
    try await vault.shared.bind("token", to: nil)
    await vault.close()
  }

  @Test("A flipped bit in the row of a cipher's key is told from a wrong passphrase")
  func keyRow() async throws {
    let vault = try await VaultUnderTest(in: folder, .passphrase("p"))
    let columns = ["salt", "verifier", "wrapped", "checksum"]
    for column in columns {
      let whole = try vault.data.readNow { database in
        try [UInt8].fetch(database, "SELECT \(column) FROM cipher_key", [])
      }
      var damaged = try #require(whole)
      damaged[3] ^= 4
      try await setKey(column, to: damaged, in: vault)
      #expect(await refusal { try await vault.keys.check("vault", with: .passphrase("p")) } == .damaged)
      #expect(await refusal { try await vault.change(from: "p", to: "q") } == .damaged)
      try await setKey(column, to: try #require(whole), in: vault)
    }
    try await vault.keys.check("vault", with: .passphrase("p"))
    await vault.close()
  }

  @Test("Whatever byte of the file is damaged, every result is the value or a clear error")
  func anyByte() async throws {
    var vault = try await VaultUnderTest(in: folder, .passphrase("p"))
    for number in 0..<20 { try await vault.shared.set("user.\(number)", .text("value \(number)")) }
    await vault.close()
    let path = folder("store/data.sqlite")
    let whole = Disk.read(path)
    for offset in stride(from: 100, to: whole.count, by: max(1, whole.count / 150)) {
      var damaged = whole
      damaged[offset] ^= 0x10
      for leftover in Disk.names(in: folder("store")) where leftover.hasPrefix("data.sqlite") {
        Disk.remove(folder("store/\(leftover)"))
      }
      Disk.write(damaged, to: path)
      do { vault = try await VaultUnderTest(in: folder, nil) } catch is RepositoryError { continue }
      if let key = try? await vault.keys.open("vault", with: .passphrase("p"), cost: 16) {
        vault.cipher.unlock(with: key)
      }
      for number in 0..<20 {
        guard let value = try? await vault.shared.get("user.\(number)") else { continue }
        #expect(value.text == "value \(number)")
      }
      _ = try? await vault.shared.list()
      await vault.close()
    }
  }

  @Test("A truncated file is set aside, which is told, and its bytes stay")
  func truncated() async throws {
    var vault = try await VaultUnderTest(in: folder, .passphrase("p"))
    try await vault.shared.set("token", .text(String(repeating: "value", count: 5000)))
    await vault.close()
    let path = folder("store/data.sqlite")
    let cut = Array(Disk.read(path).prefix(6000))
    Disk.write(cut, to: path)
    vault = try await VaultUnderTest(in: folder, nil)
    _ = try? await vault.shared.get("token")
    await vault.close()
    vault = try await VaultUnderTest(in: folder, nil)
    let aside = Disk.names(in: folder("store")).filter { $0.contains("damaged") && !$0.hasSuffix("-shm") }
    #expect(aside.contains { Disk.read(folder("store/\($0)")).starts(with: cut.prefix(16)) })
    #expect(try await vault.shared.get("other") == nil)
    await vault.close()
  }

  private func blob(_ column: String, of name: String, in vault: VaultUnderTest) async throws -> [UInt8]? {
    try vault.data.readNow { database in
      try [UInt8].fetch(database, "SELECT \(column) FROM shared WHERE key = ? AND is_current = 1", [name])
    }
  }

  private func set(_ column: String, of name: String, to bytes: [UInt8], in vault: VaultUnderTest) async throws {
    try vault.data.workNow { database in
      try database.execute(
        sql: "UPDATE shared SET \(column) = ? WHERE key = ? AND is_current = 1", arguments: [bytes.databaseBlob, name])
    }
  }

  private func setKey(_ column: String, to bytes: [UInt8], in vault: VaultUnderTest) async throws {
    try vault.data.workNow { database in
      try database.execute(sql: "UPDATE cipher_key SET \(column) = ?", arguments: [bytes.databaseBlob])
    }
  }
}
