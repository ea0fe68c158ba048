internal import Cryptography
import Glibc
import ParleyEngine
internal import SystemCalls

/// The key that seals where no cipher is configured: 32 random bytes in a file of this machine that only its owner reads.
struct MachineKey: Sendable {
  static let name = "machine"
  private static let size = 32

  let path: String

  /// The sealer, or nil when there is no key yet.
  /// - Throws: `.key` when others can read it or it is no key.
  func sealer() throws(RepositoryError) -> AESSealer? {
    guard access(path, F_OK) == 0 else { return nil }
    let file = try OpenFile(path, O_RDONLY)
    try check(file.status())
    let bytes = try file.read(at: 0, count: Self.size + 1)
    guard bytes.count == Self.size else {
      throw refusal("The machine key is damaged.", advice: "Restore it from a backup. Nothing has been changed.")
    }
    return AESSealer(keyName: Self.name, key: bytes)
  }

  /// Makes the key; when another process is faster, its key stands.
  func make() throws(RepositoryError) -> AESSealer {
    _ = try Folder.makingPrivate(Folder.parent(of: path) ?? "/")
    let bytes = RandomBytes.make(Self.size)
    try AtomicFile.writePrivately(bytes, to: path, existing: .kept)
    guard let sealer = try sealer() else {
      throw refusal("The machine key disappeared while it was created.", advice: nil)
    }
    return sealer
  }

  /// The error of a store whose sealed rows cannot be opened because this key is missing.
  func missing() -> RepositoryError {
    refusal(
      "The store has encrypted data, but its key is missing.",
      advice: "Restore \(path) from a backup. To start over, move the store's folder away. Nothing has been changed."
    )
  }

  private func check(_ status: stat) throws(RepositoryError) {
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
      throw refusal("The machine key is not a file of yours.", advice: "Check who created it.")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw refusal("Others can read the machine key.", advice: "Make it private: chmod 600 \(path)")
    }
  }

  private func refusal(_ summary: String, advice: String?) -> RepositoryError {
    RepositoryError(.key, summary, place: path, advice: advice)
  }
}
