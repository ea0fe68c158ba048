package import Glibc
package import ParleyEngine
internal import SystemCalls

/// The few things that are asked of the file system.
package enum FileSystem {
  /// The bytes of a regular file; anything else (a pipe, a device) is refused and not waited for.
  package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    try bytes(of: OpenFile(path, O_RDONLY | O_NONBLOCK, for: .reading), limit: limit)
  }

  /// The same of one that is open.
  static func bytes(of file: OpenFile, limit: Int) throws(FileError) -> [UInt8] {
    let status = try file.status()
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError("read", file.path, because: "it is not a regular file")
    }
    return try file.readAll(limit: limit, expected: Int(status.st_size))
  }

  /// The same, or nothing where there is no such file.
  package static func readIfPresent(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
    do throws(FileError) { return try read(path, limit: limit) } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// The path without symbolic links and dots.
  package static func realPath(_ path: String) throws(FileError) -> String {
    guard let resolved = realpath(path, nil) else { throw FileError("find", path, number: errno) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  package static func kind(ofTarget path: String) -> DirectoryEntry.Kind? {
    var status = stat()
    return stat(path, &status) == 0 ? DirectoryEntry.Kind(mode: status.st_mode) : nil
  }

  /// Of a link, that it is one.
  package static func kind(of path: String) -> DirectoryEntry.Kind? {
    var status = stat()
    return lstat(path, &status) == 0 ? DirectoryEntry.Kind(mode: status.st_mode) : nil
  }

  /// As it is written in the link; nil where there is none, or its target is no UTF-8.
  package static func target(ofLink path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    return count > 0 ? String(validating: buffer[..<count], as: UTF8.self) : nil
  }

  /// Of the file itself, where the path is a link's; nil where there is none.
  static func permissions(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  /// A stamp that changes when the file is written; nil if there is no file.
  package static func stamp(of path: String) -> FileStamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return FileStamp(
      size: Int(status.st_size), seconds: Int(status.st_mtim.tv_sec), nanoseconds: Int(status.st_mtim.tv_nsec),
      node: UInt64(status.st_ino))
  }

  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  static func makeDirectory(_ path: String, mode: mode_t = 0o777) throws(FileError) {
    guard mkdir(path, mode) == 0 || errno == EEXIST else { throw FileError("make", path, number: errno) }
  }

  /// Makes a folder and those above it.
  package static func makeDirectories(_ path: String, mode: mode_t = 0o777) throws(FileError) {
    if kind(ofTarget: path) == .directory { return }
    let parent = path.parentPath
    if parent != path { try makeDirectories(parent, mode: mode) }
    try makeDirectory(path, mode: mode)
  }

  package static func delete(_ path: String) throws(FileError) {
    guard unlink(path) == 0 else { throw FileError("delete", path, number: errno) }
    try AtomicFile.synchronizeFolder(of: path)
  }

  /// A folder with all that is in it, as far as that is possible. Links are removed, never followed.
  package static func deleteTree(_ path: String) {
    if kind(of: path) == .directory {
      for name in ((try? Directory.entries(path)) ?? []).compactMap(\.name) { deleteTree(path.appendingPath(name)) }
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  static func currentDirectory() throws(FileError) -> String {
    try realPath(".")
  }
}

/// A file's stamp, by which a file that has been written since it was read is recognized.
package struct FileStamp: Hashable {
  let size: Int
  package let seconds: Int
  package let nanoseconds: Int
  let node: UInt64

  /// The resolution of file systems' clocks. A file that is written again within it, with as many bytes, keeps its
  /// stamp.
  private static let granularity = Duration.milliseconds(50)

  /// Whether what is written from a moment on has another stamp.
  package func tellsApart(from now: Timestamp) -> Bool {
    let written = Timestamp(microseconds: Int64(seconds) * 1_000_000 + Int64(nanoseconds) / 1000)
    return written.advanced(by: Self.granularity) < now
  }
}
