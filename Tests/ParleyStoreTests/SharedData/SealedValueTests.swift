import GRDB
import Glibc
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

@Suite("Secrets are sealed with AES-256-GCM", .timeLimit(.minutes(2)))
struct SealedValueTests {
  let folder = TemporaryFolder()

  @Test("A passphrase opens what it sealed, after reopening too")
  func passphrase() async throws {
    var vault = try await VaultUnderTest(in: folder, .passphrase("correct horse"))
    try await vault.shared.set("token", "s3cret value")
    #expect(try await vault.shared.get("token") == "s3cret value")
    #expect(plain("s3cret value").isEmpty && plain("correct horse").isEmpty)
    await vault.close()
    #expect(plain("s3cret value").isEmpty && plain("correct horse").isEmpty && !plain("token").isEmpty)
    vault = try await VaultUnderTest(in: folder, .passphrase("correct horse"))
    #expect(try await vault.shared.get("token") == "s3cret value")
    #expect(try await vault.shared.entry("token")?.isSecret == true)
    await vault.close()
  }

  /// The files in which it stands as it is.
  private func plain(_ text: String) -> [String] {
    Disk.files(below: folder.path).filter { Disk.read($0).holds(Array(text.utf8)) }
  }

  @Test("A wrong passphrase is a clear error and destroys nothing")
  func wrongPassphrase() async throws {
    var vault = try await VaultUnderTest(in: folder, .passphrase("right"))
    try await vault.shared.set("token", "value")
    await vault.close()
    #expect(await refusal { _ = try await VaultUnderTest(in: folder, .passphrase("Right")) } == .wrongKey)
    vault = try await VaultUnderTest(in: folder, nil)
    #expect(await refusal { try await vault.keys.check("vault", with: .passphrase("wrong")) } == .wrongKey)
    #expect(await refusal { _ = try await vault.shared.get("token") } == .locked)
    #expect(await refusal { try await vault.shared.set("token", "2") } == .locked)
    #expect(await refusal { try await vault.shared.bind("token", to: nil) } == .locked)
    await vault.close()
    vault = try await VaultUnderTest(in: folder, .passphrase("right"))
    #expect(try await vault.shared.get("token") == "value")
    await vault.close()
  }

  @Test("A key file opens what it sealed; another one does not")
  func keyFile() async throws {
    let path = folder("keys/ci.key")
    try KeyFile.make(at: path)
    #expect(Disk.mode(path) == 0o600)
    #expect(await refusal { try KeyFile.make(at: path) } == .keyFile)
    var vault = try await VaultUnderTest(in: folder, .keyFile(try KeyFile(at: path)))
    try await vault.shared.set("token", .bytes([0, 1, 2]))
    await vault.close()
    try KeyFile.make(at: folder("keys/other.key"))
    let other = KeySecret.keyFile(try KeyFile(at: folder("keys/other.key")))
    #expect(await refusal { _ = try await VaultUnderTest(in: folder, other) } == .wrongKey)
    #expect(await refusal { _ = try await VaultUnderTest(in: folder, .passphrase("x")) } == .wrongKey)
    vault = try await VaultUnderTest(in: folder, .keyFile(try KeyFile(at: path)))
    #expect(try await vault.shared.get("token") == .bytes([0, 1, 2]))
    await vault.close()
  }

  @Test("A key file that is missing, damaged or readable by others is refused")
  func keyFileRefused() async throws {
    let path = folder("ci.key")
    #expect(await refusal { _ = try KeyFile(at: path) } == .keyFile)
    try KeyFile.make(at: path)
    for mode in [mode_t(0o640), 0o604, 0o620, 0o601] {
      chmod(path, mode)
      #expect(await refusal { _ = try KeyFile(at: path) } == .keyFile)
    }
    chmod(path, 0o600)
    let whole = Disk.read(path)
    for damaged in [[], Array(whole.dropLast(2)), whole + [65], Array("x".utf8) + whole.dropFirst()] {
      Disk.write(damaged, to: path)
      #expect(await refusal { _ = try KeyFile(at: path) } == .keyFile)
    }
  }

  @Test("A new passphrase rewraps the key and rewrites no value")
  func change() async throws {
    var vault = try await VaultUnderTest(in: folder, .passphrase("old"))
    try await vault.shared.set("token", "value")
    let before = try await vault.storage.lastChange(of: vault.shared.key("token"))
    #expect(await refusal { try await vault.change(from: "wrong", to: "new") } == .wrongKey)
    try await vault.change(from: "old", to: "new")
    #expect(try await vault.storage.lastChange(of: vault.shared.key("token")) == before)
    await vault.close()
    #expect(await refusal { _ = try await VaultUnderTest(in: folder, .passphrase("old")) } == .wrongKey)
    vault = try await VaultUnderTest(in: folder, .passphrase("new"))
    #expect(try await vault.shared.get("token") == "value")
    await vault.close()
  }

  @Test("The same value is sealed with a nonce of its own each time, and a nonce cannot be used twice")
  func nonces() async throws {
    let vault = try await VaultUnderTest(in: folder, .passphrase("p"))
    for _ in 0..<20 { try await vault.shared.set("token", "the same") }
    let history = try await vault.storage.history(of: vault.shared.key("token"), before: nil, limit: 99)
    let seals = try history.map { try #require(try $0.content?.kept.get().seal) }
    #expect(Set(seals.map(\.nonce)).count == 20)
    let again = SharedEdit(
      key: SharedKey("other"), content: history[0].content, writer: nil, at: .now(), origin: 1)
    await #expect(throws: RepositoryError.self) { try await vault.storage.append(again) }
    await vault.close()
  }

  @Test("A value that was moved to another key or environment does not open")
  func moved() async throws {
    let vault = try await VaultUnderTest(in: folder, .passphrase("p"))
    for name in ["token", "user.other"] { try await vault.shared.set(name, .text("of \(name)")) }
    try vault.data.workNow { database in
      try database.execute(sql: "UPDATE shared SET key = 'moved' WHERE key = 'token'")
      try database.execute(sql: "UPDATE shared SET key = 'token' WHERE key = 'user.other'")
    }
    #expect(try await vault.shared.entry("token")?.problem?.kind == .damaged)
    try vault.data.workNow { database in
      try database.execute(sql: "UPDATE shared SET key = 'user.other', environment = 'staging' WHERE key = 'token'")
    }
    vault.shared.environment = "staging"
    #expect(await refusal { _ = try await vault.shared.get("user.other") } == .damaged)
    await vault.close()
  }

  @Test("Opening the same new cipher twice at once makes one key")
  func race() async throws {
    let vault = try await VaultUnderTest(in: folder, nil)
    async let first = vault.keys.open("vault", with: .passphrase("p"), cost: 16)
    async let second = vault.keys.open("vault", with: .passphrase("p"), cost: 16)
    let place = SharedKey("a")
    let sealed = try await first.seal([1, 2, 3], of: place)
    #expect(try await second.open(sealed, of: place) == [1, 2, 3])
    await vault.close()
  }
}
