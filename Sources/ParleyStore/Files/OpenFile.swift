import Glibc
import ParleyEngine
internal import SystemCalls

typealias OpenFile = SystemCalls.OpenFile<RepositoryError>

extension OpenFile where Failure == RepositoryError {
  /// A pipe that somebody put into the file's place holds nobody up, and is refused like every other thing that is no file.
  /// - Parameter flags: of `open(2)`. A file that is made is readable and writable by its owner alone, whatever the umask.
  convenience init(_ path: String, _ flags: Int32) throws(RepositoryError) {
    try self.init(path, flags | O_NONBLOCK, permissions: 0o600, for: .reading)
    guard isFileOrFolder else {
      throw RepositoryError(.unusablePath, "This is not a regular file.", place: path)
    }
    if flags & O_CREAT != 0 { fchmod(descriptor, 0o600) }
  }

  private var isFileOrFolder: Bool {
    guard let status = try? status() else { return false }
    return [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// The whole content, as far as `limit`; nil when there is no such file.
  static func contents(of path: String, limit: Int) throws(RepositoryError) -> [UInt8]? {
    guard access(path, F_OK) == 0 else { return nil }
    return try OpenFile(path, O_RDONLY).read(at: 0, count: limit)
  }

  /// Whether there is nothing, or a file without a byte.
  static func isAbsent(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 ? errno == ENOENT : status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  /// Whether this process has the file open already, anywhere.
  static func isOpen(_ path: String) -> Bool {
    var wanted = stat()
    guard stat(path, &wanted) == 0 else { return false }
    return Folder(path: "/proc/self/fd").names().contains { name in
      var status = stat()
      guard let descriptor = Int32(name), fstat(descriptor, &status) == 0 else { return false }
      return status.st_ino == wanted.st_ino && status.st_dev == wanted.st_dev
    }
  }
}
