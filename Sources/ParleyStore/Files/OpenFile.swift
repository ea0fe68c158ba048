import Glibc
import ParleyEngine

/// An open file. It is closed when nobody holds this value any more, so a reader can never meet a closed one.
final class OpenFile: Sendable {
  let descriptor: Int32
  let path: String

  /// A pipe that somebody put into the file's place holds nobody up, and is refused like every other thing that is no file.
  /// - Parameter flags: of `open(2)`. A file that is made is readable and writable by its owner alone, whatever the umask.
  init(_ path: String, _ flags: Int32) throws(RepositoryError) {
    let descriptor = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw .system("The file cannot be opened.", at: path) }
    guard Self.isFileOrFolder(descriptor) else {
      close(descriptor)
      throw RepositoryError(.unusablePath, "This is not a regular file.", place: path)
    }
    if flags & O_CREAT != 0 { fchmod(descriptor, 0o600) }
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    close(descriptor)
  }

  private static func isFileOrFolder(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
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

  func status() throws(RepositoryError) -> stat {
    var result = stat()
    guard fstat(descriptor, &result) == 0 else { throw .system("The file cannot be examined.", at: path) }
    return result
  }

  /// The bytes from `offset` on, at most `count`; fewer only at the file's end.
  func read(at offset: Int, count: Int) throws(RepositoryError) -> [UInt8] {
    guard offset >= 0, count > 0 else { return [] }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        filled += got
      }
    }
    guard failure == 0 else { throw .system("The file cannot be read.", at: path, code: failure) }
    return bytes
  }

  /// Writes all of `bytes`, or throws.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(RepositoryError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.baseAddress.map { $0 + written }
      let put = pwrite(descriptor, rest, bytes.count - written, off_t(offset + written))
      if put < 0 && errno == EINTR { continue }
      guard put > 0 else { throw .system("The file cannot be written.", at: path) }
      written += put
    }
  }

  func synchronize() throws(RepositoryError) {
    guard fsync(descriptor) == 0 else { throw .system("The file cannot be written.", at: path) }
  }
}
