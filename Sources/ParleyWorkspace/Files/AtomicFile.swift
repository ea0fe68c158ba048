internal import Glibc
internal import SystemCalls

typealias AtomicFile = SystemCalls.AtomicFile<FileError>
typealias PreparedFile = SystemCalls.PreparedFile<FileError>

extension AtomicFile where Failure == FileError {
  /// Writes beside the file, makes it durable, and puts it in the file's place.
  ///
  /// A symbolic link stays one: the file it leads to is replaced. A file that is there keeps its permissions.
  /// - Parameter mode: of a file that is not there yet; as the person's mask says where none is given.
  static func write(_ bytes: [UInt8], to path: String, mode: mode_t? = nil) throws(FileError) {
    try PreparedFile(bytes, for: path, mode: mode).takeItsPlace()
  }

  /// The same for a file that must not be there yet.
  static func create(_ bytes: [UInt8], at path: String) throws(FileError) {
    try write(bytes, to: path, permissions: nil, existing: .refused)
  }
}

extension PreparedFile where Failure == FileError {
  init(_ bytes: [UInt8], for path: String, mode: mode_t? = nil) throws(FileError) {
    let target = (try? FileSystem.realPath(path)) ?? path
    try self.init(bytes, at: target, permissions: FileSystem.permissions(of: target) ?? mode)
  }
}
