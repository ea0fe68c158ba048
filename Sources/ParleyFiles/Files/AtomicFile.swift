package import Glibc
package import SystemCalls

package typealias AtomicFile = SystemCalls.AtomicFile<FileError>
package typealias PreparedFile = SystemCalls.PreparedFile<FileError>

extension AtomicFile where Failure == FileError {
  /// Writes beside the file, makes it durable, and puts it in the file's place.
  ///
  /// A symbolic link stays one: the file it leads to is replaced. A file that is there keeps its permissions.
  /// - Parameter mode: the permissions of a new file; those of the umask if nil.
  package static func write(_ bytes: [UInt8], to path: String, mode: mode_t? = nil) throws(FileError) {
    try PreparedFile(bytes, for: path, mode: mode).takeItsPlace()
  }

  /// The same for a file that must not be there yet.
  package static func create(_ bytes: [UInt8], at path: String) throws(FileError) {
    try write(bytes, to: path, permissions: nil, existing: .refused)
  }
}

package typealias FilePlace = SystemCalls.FilePlace<FileError>

extension FilePlace where Failure == FileError {
  /// The bytes of the regular file there; nil where there is none.
  package func readIfPresent(limit: Int) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try FileSystem.bytes(of: open(O_RDONLY | O_NONBLOCK, for: .reading), limit: limit)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Of the file that is there.
  package var permissions: mode_t? { status.map { $0.st_mode & 0o7777 } }
}

extension PreparedFile where Failure == FileError {
  /// A file that is there keeps its permissions.
  /// - Parameter mode: the permissions of a new file; those of the umask if nil.
  package init(_ bytes: [UInt8], for place: FilePlace, mode: mode_t? = nil) throws(FileError) {
    try self.init(bytes, at: place, permissions: place.permissions ?? mode)
  }

  package init(_ bytes: [UInt8], for path: String, mode: mode_t? = nil) throws(FileError) {
    let target = StreamPlace.followingLinks(path)
    try self.init(bytes, at: target, permissions: FileSystem.permissions(of: target) ?? mode)
  }
}
