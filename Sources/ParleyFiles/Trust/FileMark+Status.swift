internal import Glibc
internal import ParleyModel

extension FileMark {
  /// Of the regular file at a path; nil where there is none.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let parts = [Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    self.init(rawValue: parts.map(String.init).joined(separator: " "))
  }
}
