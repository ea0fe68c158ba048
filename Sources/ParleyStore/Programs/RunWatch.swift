internal import GRDB
import Glibc
import ParleyEngine
internal import SystemCalls

/// Hears that runs have begun, ended or gone, whichever program had them: each program touches a file beside the store when it
/// has written so, because the log itself grows with everything that anybody sends. Where a program has written what steps of a
/// run did, it touches the lock that it holds as an owner of runs.
final class RunWatch: Sendable {
  private let watch: InotifyWatch

  /// - Parameters:
  ///   - own: the name of this program among those that run groups.
  ///   - onChange: called on the watch's thread, of changes by this program too.
  ///   - onProgress: called in the same way, when a run of another program has gone on.
  /// - Throws: `.unusablePath` when the system watches no more files.
  init(
    _ folder: Folder, log: DatabaseFile, own: String, onChange: @escaping @Sendable () -> Void,
    onProgress: @escaping @Sendable () -> Void
  ) throws(RepositoryError) {
    watch = try InotifyWatch(folder.path, Int32(IN_CLOSE_WRITE | IN_DELETE)) { names in
      let owners = names.compactMap(StoreLocks.owner(of:)).filter { $0 != own }
      // The system lets go of a program's lock when that dies.
      let gone = owners.filter { !RunOwner.isAlive($0, in: folder) }
      for owner in gone { try? RunOwner.markInterrupted(owner, in: log) }
      if !gone.isEmpty || names.contains(StoreLocks.runs) { onChange() }
      if gone.count < owners.count { onProgress() }
    }
  }

  /// Tells every program that watches.
  static func tell(_ folder: Folder) {
    // Closing what was open to be written is what they hear of.
    _ = try? OpenFile(folder.file(StoreLocks.runs), O_WRONLY | O_CREAT)
  }

  /// Tells every other program that runs of this one have gone on. Its lock stays held: that belongs to the file as it was opened
  /// first.
  static func tellOfNodes(_ owner: String, in folder: Folder) {
    _ = try? OpenFile(folder.file(StoreLocks.owner(owner)), O_WRONLY)
  }
}
