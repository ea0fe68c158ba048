import ParleyEngine

@testable import ParleyStore

/// A store whose keys `token` and `user.*` are sealed by the cipher `vault`.
struct VaultUnderTest {
  let store: Store
  let shared: SharedData
  let cipher = VaultCipher("vault")

  var storage: any SharedDataStorage { store.sharedData }
  var keys: CipherKeys { store.cipherKeys }
  var data: DatabaseFile { get throws { try store.access.opened().data } }

  /// - Parameter secret: opens the cipher; nil leaves it locked.
  init(in folder: TemporaryFolder, _ secret: KeySecret?) async throws {
    store = try await Store.opened(in: folder)
    let rules = [SharedRule("token", cipher: "vault"), SharedRule("user.*", cipher: "vault")]
    shared = SharedData(storage: store.sharedData, environment: "local", rules: SharedRules(rules))
    shared.register(cipher, as: "vault")
    guard let secret else { return }
    do {
      cipher.unlock(with: try await store.cipherKeys.open("vault", with: secret, cost: 16))
    } catch {
      await store.close()
      throw error
    }
  }

  func change(from old: String, to new: String) async throws {
    try await keys.change("vault", from: .passphrase(old), to: .passphrase(new), cost: 16)
  }

  func close() async {
    await store.close()
  }
}
