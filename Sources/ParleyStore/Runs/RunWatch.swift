internal import GRDB
import Glibc
import ParleyEngine

/// Hears that runs have begun, ended or gone, whichever program had them: each program touches a file beside the store when it
/// has written so, because the log itself grows with everything that anybody sends.
final class RunWatch: Sendable {
  private let watch: InotifyWatch

  /// - Parameter onChange: called on the watch's thread, of changes by this program too.
  /// - Throws: `.unusablePath` when the system watches no more files.
  init(_ folder: Folder, log: DatabaseFile, onChange: @escaping @Sendable () -> Void) throws(RepositoryError) {
    watch = try InotifyWatch(folder.path, Int32(IN_CLOSE_WRITE | IN_DELETE)) { names in
      // The system lets go of a program's lock when that dies.
      let gone = names.compactMap(StoreLocks.owner(of:)).filter { !RunOwner.isAlive($0, in: folder) }
      for owner in gone { try? RunOwner.markInterrupted(owner, in: log) }
      if !gone.isEmpty || names.contains(StoreLocks.runs) { onChange() }
    }
  }

  /// Tells every program that watches.
  static func tell(_ folder: Folder) {
    // Closing what was open to be written is what they hear of.
    _ = try? OpenFile(folder.file(StoreLocks.runs), O_WRONLY | O_CREAT)
  }
}
