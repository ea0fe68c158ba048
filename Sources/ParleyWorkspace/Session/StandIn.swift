internal import Glibc
internal import ParleyEngine
internal import ParleyFiles
internal import ParleyStore
internal import SystemCalls

/// A store in memory for a session whose state folder is on a disk that takes nothing more: it begins with what is kept there,
/// and forgets all that comes.
struct StandIn: Sendable {
  /// Larger files stay on the disk: what they hold is not there for this session.
  private static let largest = 64 << 20

  let folder: String
  let store: Store
  /// The reason why nothing is kept.
  let reason: RepositoryError

  /// - Returns: nil where the disk still takes something, so that whatever went wrong is something else.
  init?(for location: StoreLocation) throws {
    guard let refusal = Self.refusal(of: location.folder) else { return nil }
    let base = StagedFile.folderInMemory ?? "/tmp/parley-\(geteuid())"
    folder = base.appendingPath("store-\(getpid())-\(RandomText.uuid())")
    try FileSystem.makeDirectories(folder, mode: 0o700)
    for name in StorePart.allCases.flatMap({ ["\($0.fileName)-wal", $0.fileName] }) {
      try Self.copy(location.folder.appendingPath(name), to: folder.appendingPath(name))
    }
    let key = location.state.machineKey
    store = Store(at: folder, machineKey: FileSystem.exists(key) ? key : folder.appendingPath("machine.key"))
    reason = RepositoryError(
      .writing, "Nothing of this session is kept: the disk of the state folder cannot be written to.",
      detail: refusal.summary, place: location.state.path,
      advice: "Free some space and restart. Until then requests, shared data and cookies work in memory.")
  }

  /// Forgets it all.
  func remove() {
    FileSystem.deleteTree(folder)
  }

  /// The system's refusal to write some more bytes to the disk; nil if it accepts them.
  private static func refusal(of path: String) -> FileError? {
    let folder = nearestFolder(to: path)
    let probe = folder.appendingPath(".parley-\(RandomText.uuid())")
    defer { unlink(probe) }
    do throws(FileError) {
      try OpenFile(probe, O_WRONLY | O_CREAT | O_EXCL, permissions: 0o600, for: .writing)
        .write([UInt8](repeating: 1, count: 128 << 10))
    } catch {
      return [ENOSPC, EDQUOT, EROFS].contains(error.number) ? FileError("write", folder, number: error.number) : nil
    }
    return nil
  }

  private static func nearestFolder(to path: String) -> String {
    FileSystem.kind(ofTarget: path) == .directory || path.parentPath == path ? path : nearestFolder(to: path.parentPath)
  }

  private static func copy(_ path: String, to target: String) throws(FileError) {
    guard let bytes = try? FileSystem.readIfPresent(path, limit: largest) else { return }
    try OpenFile(target, O_WRONLY | O_CREAT | O_EXCL, permissions: 0o600, for: .writing).write(bytes)
  }
}
