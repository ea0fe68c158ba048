internal import Glibc
internal import SystemCalls

/// Held while a file is read, changed and replaced, by everybody who does so with the files of one folder: threads and
/// programs. It ends with this value, and with the program that holds it.
///
/// The folder itself is locked, so that nothing is left behind in a folder that people keep in git. Editors know nothing of
/// it, so its holder still compares before writing.
struct WriterLock: ~Copyable {
  private let folder: OpenFile

  /// Waits until no one else holds it.
  init(ofFilesIn folder: String) throws(FileError) {
    self.folder = try OpenFile(folder, O_RDONLY | O_DIRECTORY, for: .writing)
    // A file system without locks, as some on networks, has none of the protection either.
    _ = retryingInterrupts { flock(self.folder.descriptor, LOCK_EX) }
  }

  /// Lets go of it, which also happens with this value.
  func release() { flock(folder.descriptor, LOCK_UN) }
}
