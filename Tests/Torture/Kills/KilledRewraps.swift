import ParleyEngine
import ParleyStore
import TestSupport

/// A program that changes the passphrase and the cipher of keys, and one that writes such a key meanwhile.
struct KilledRewraps: KillKind {
  private static let count = 30

  func attempt(_ trial: Trial) async throws {
    let folder = try TemporaryDirectory()
    let (place, key) = (folder.path("store"), folder.path("key"))
    try await fill(Store(at: place, machineKey: key))
    async let rewrapped = Killed.lines("store-torture", ["rewrap", place, key], in: trial, after: 100..<1200)
    async let set = Killed.lines("store-torture", ["set", place, key, "0"], in: trial, after: 100..<1200)
    _ = try await rewrapped
    let told = try await set.compactMap { Int($0) }.max() ?? 0
    try await Killed.look(into: Store(at: place, machineKey: key), trial) { store in
      let shared = try await open(store)
      for number in 0..<Self.count {
        let value = try await shared.get("user.\(number)")?.text
        trial.expect(value == "value \(number)", "user.\(number) is \(value ?? "gone")")
      }
      let last = try await shared.get("token")?.text.flatMap { Int($0) } ?? 0
      trial.expect(last >= told, "token is \(last), though \(told) was set")
    }
  }

  private func fill(_ store: Store) async throws {
    try await store.open()
    let cipher = VaultCipher("vault")
    cipher.unlock(with: try await store.cipherKeys.open("vault", with: .passphrase("p"), cost: 16))
    let shared = shared(in: store, cipher)
    for number in 0..<Self.count { try await shared.set("user.\(number)", .text("value \(number)")) }
    await store.close()
  }

  /// By whichever of the two passphrases holds.
  private func open(_ store: Store) async throws -> SharedData {
    let cipher = VaultCipher("vault")
    do {
      cipher.unlock(with: try await store.cipherKeys.open("vault", with: .passphrase("p"), cost: 16))
    } catch {
      cipher.unlock(with: try await store.cipherKeys.open("vault", with: .passphrase("q"), cost: 16))
    }
    return shared(in: store, cipher)
  }

  private func shared(in store: Store, _ cipher: VaultCipher) -> SharedData {
    let rules = [SharedRule("token", cipher: "vault"), SharedRule("user.*", cipher: "vault")]
    let shared = SharedData(storage: store.sharedData, environment: "local", rules: SharedRules(rules))
    shared.register(cipher, as: "vault")
    return shared
  }
}
