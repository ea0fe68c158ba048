internal import Glibc

/// Writes whole files so that at any moment, and after any crash, there is the old one or the new one.
enum AtomicFile {
  /// Writes beside the file, makes it durable, and puts it in the file's place.
  ///
  /// A symbolic link stays one: the file it leads to is replaced. A file that is there keeps its permissions.
  /// - Parameter mode: of a file that is not there yet; as the person's mask says where none is given.
  static func write(_ bytes: [UInt8], to path: String, mode: mode_t? = nil) throws(FileError) {
    try PreparedFile(bytes, for: path, mode: mode).takeItsPlace()
  }

  /// The same for a file that must not be there yet.
  static func create(_ bytes: [UInt8], at path: String) throws(FileError) {
    let temporary = temporaryPath(beside: path)
    defer { unlink(temporary) }
    try writeDurably(bytes, to: temporary, mode: nil)
    try FileSystem.place(temporary, at: path)
    try synchronizeFolder(of: path)
  }

  /// Makes what happened to names in a folder durable.
  static func synchronizeFolder(of path: String) throws(FileError) {
    try OwnedDescriptor(path.parentPath, O_RDONLY | O_DIRECTORY, action: "write").synchronize()
  }

  fileprivate static func writeDurably(_ bytes: [UInt8], to path: String, mode: mode_t?) throws(FileError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    let file = try OwnedDescriptor(path, flags, mode: mode == nil ? 0o666 : 0o600, action: "write")
    try file.write(bytes)
    if let mode, fchmod(file.descriptor, mode) != 0 { throw FileError("write", path, number: errno) }
    try file.synchronize()
  }

  fileprivate static func permissions(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  /// Hidden, so that neither listing nor watching takes it for a file of the workspace.
  fileprivate static func temporaryPath(beside path: String) -> String {
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    return path.parentPath.appendingPath(".\(path.lastPathPart).\(number).tmp")
  }
}

/// New bytes of a file, durable beside it. Between their making and the moment they take its place there is time to look at
/// the file once more, and none that a disk could make long.
struct PreparedFile: ~Copyable {
  private let target: String
  private let temporary: String

  init(_ bytes: [UInt8], for path: String, mode: mode_t? = nil) throws(FileError) {
    target = (try? FileSystem.realPath(path)) ?? path
    temporary = AtomicFile.temporaryPath(beside: target)
    do throws(FileError) {
      try AtomicFile.writeDurably(bytes, to: temporary, mode: AtomicFile.permissions(of: target) ?? mode)
    } catch {
      unlink(temporary)
      throw error
    }
  }

  deinit { unlink(temporary) }

  func takeItsPlace() throws(FileError) {
    guard rename(temporary, target) == 0 else { throw FileError("write", target, number: errno) }
    try AtomicFile.synchronizeFolder(of: target)
  }
}
