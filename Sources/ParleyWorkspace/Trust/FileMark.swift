internal import Glibc

/// By what a file is known again as the same: whoever writes to it or puts another in its place changes it.
package struct FileMark: RawRepresentable, Sendable, Hashable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Of the regular file at a path; nil where there is none.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    rawValue = [Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
      .map(String.init).joined(separator: " ")
  }
}
