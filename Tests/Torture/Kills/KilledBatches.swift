import ParleyEngine
import ParleyStore
import TestSupport

/// A program that sets many keys together, restores a snapshot of them and takes that back.
struct KilledBatches: KillKind {
  func attempt(_ trial: Trial) async throws {
    let folder = try TemporaryDirectory()
    let (place, key) = (folder.path("store"), folder.path("key"))
    var told: [String] = []
    for _ in 1...3 {
      told = try await Killed.lines("store-torture", ["together", place, key], in: trial, after: 100..<1200)
      try await Killed.look(into: Store(at: place, machineKey: key), trial) { store in
        let values = try await values(in: store)
        trial.expect(values.count <= 1, "The keys hold different values: \(values.sorted())")
        trial.expect(told.isEmpty || values != ["missing"], "The keys are gone")
      }
    }
  }

  private func values(in store: Store) async throws -> Set<String> {
    let cipher = VaultCipher("vault")
    cipher.unlock(with: try await store.cipherKeys.open("vault", with: .passphrase("p"), cost: 16))
    let rules = SharedRules([SharedRule("user.*", cipher: "vault")])
    let shared = SharedData(storage: store.sharedData, environment: "local", rules: rules)
    shared.register(cipher, as: "vault")
    var values: Set<String> = []
    for number in 0..<200 {
      let name = "\(number.isMultiple(of: 2) ? "user" : "page").\(number)"
      values.insert(try await shared.get(name)?.text ?? "missing")
    }
    return values
  }
}
