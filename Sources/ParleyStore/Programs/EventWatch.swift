import Glibc
import ParleyEngine

/// Hears that other programs have written events: each then sets the time of the lock that it holds as an owner of runs. The log
/// itself cannot tell, as it grows with everything that this program writes too.
final class EventWatch: Sendable {
  private let watch: InotifyWatch

  /// - Parameters:
  ///   - own: the name of this program among those that run groups.
  ///   - onEvents: called on the watch's thread, once for several.
  /// - Throws: `.unusablePath` when the system watches no more files.
  init(_ folder: Folder, own: String, onEvents: @escaping @Sendable () -> Void) throws(RepositoryError) {
    watch = try InotifyWatch(folder.path, Int32(IN_ATTRIB)) { names in
      if names.contains(where: { name in StoreLocks.owner(of: name).map { $0 != own } ?? false }) { onEvents() }
    }
  }

  /// Tells every other program that this one has written events.
  static func tell(_ owner: String, in folder: Folder) {
    utimensat(AT_FDCWD, folder.file(StoreLocks.owner(owner)), nil, 0)
  }
}
