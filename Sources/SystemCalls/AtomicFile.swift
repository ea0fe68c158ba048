package import Glibc

/// The treatment of a file that exists already.
package enum ExistingFile {
  /// The new content takes the old one's place.
  case replaced
  /// The existing file stays, without an error.
  case kept
  /// The existing file stays, and the new content is refused.
  case refused
}

/// Writes whole files so that at any moment, and after any crash, there is the old one or the new one.
package enum AtomicFile<Failure: SystemFailure> {
  /// Writes beside the file, makes it durable, and puts it in the file's place.
  /// - Parameter permissions: of the new file, whatever the umask; as the umask says where none are given.
  package static func write(
    _ bytes: [UInt8], to path: String, permissions: mode_t?, existing: ExistingFile
  ) throws(Failure) {
    try write(bytes, to: FilePlace(path), permissions: permissions, existing: existing)
  }

  /// The same at a place in an open folder.
  package static func write(
    _ bytes: [UInt8], to place: FilePlace<Failure>, permissions: mode_t?, existing: ExistingFile
  ) throws(Failure) {
    try PreparedFile<Failure>(bytes, at: place, permissions: permissions).takeItsPlace(existing)
  }

  /// Makes what happened to names in the folder of a file durable.
  package static func synchronizeFolder(of path: String) throws(Failure) {
    try FilePlace<Failure>(path).folder.synchronize()
  }

  /// Gives a file another name unless there is a file of that name. Two names for a moment, where the file system knows
  /// such links; a look before the renaming elsewhere.
  package static func place(_ path: String, at target: String) throws(Failure) {
    try FilePlace<Failure>(path).move(to: FilePlace(target), .refused)
  }
}

/// New bytes of a file, durable beside it. Between their making and the moment they take its place there is time to look at
/// the file once more, and none that a disk could make long.
package struct PreparedFile<Failure: SystemFailure>: ~Copyable {
  private let target: FilePlace<Failure>
  private let temporary: FilePlace<Failure>

  /// - Parameter permissions: of the new file, whatever the umask; as the umask says where none are given.
  package init(_ bytes: [UInt8], at path: String, permissions: mode_t?) throws(Failure) {
    try self.init(bytes, at: FilePlace(path), permissions: permissions)
  }

  /// The same at a place in an open folder.
  package init(_ bytes: [UInt8], at place: FilePlace<Failure>, permissions: mode_t?) throws(Failure) {
    target = place
    temporary = place.beside
    do throws(Failure) {
      try temporary.make(bytes, permissions: permissions)
    } catch {
      try? temporary.remove()
      throw error
    }
  }

  deinit { try? temporary.remove() }

  package func takeItsPlace(_ existing: ExistingFile = .replaced) throws(Failure) {
    try temporary.move(to: target, existing)
    try target.folder.synchronize()
  }
}
