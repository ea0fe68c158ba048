internal import ParleyEngine
internal import ParleyFiles
internal import ParleyStore

/// The ciphers of `parley.yaml`, each locked or with its key.
final class CipherVaults: Sendable {
  private let vaults = Lock<[String: VaultCipher]>([:])

  subscript(name: String) -> VaultCipher? { vaults.withLock { $0[name] } }

  /// Registers those that are declared. One that stays declared stays unlocked.
  func declare(_ names: [String], in shared: SharedData) {
    let vaults = vaults.withLock { vaults in
      vaults = Dictionary(names.map { ($0, vaults[$0] ?? VaultCipher($0)) }) { first, _ in first }
      return vaults
    }
    for (name, vault) in vaults { shared.register(vault, as: name) }
    for name in shared.cipherNames
    where vaults[name] == nil && !CipherDefinition.builtIn.contains(name) && name != CipherDefinition.team {
      shared.unregister(cipher: name)
    }
  }
}
