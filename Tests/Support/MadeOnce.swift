import Glibc

/// A folder that takes seconds to make, and that all processes of a run of the tests share: the first one makes it, and the others wait.
public enum MadeOnce {
  /// - Parameters:
  ///   - name: The folder's, where the logs of the tests are: the next run removes it.
  ///   - file: What it is made from. Without a run that removes it, it is made anew when this is newer.
  ///   - make: Makes the folder with this path.
  /// - Returns: Its path.
  public static func folder(_ name: String, from file: String, make: (String) throws -> Void) throws -> String {
    let logs = "\(Repository.root)/.build/tests"
    guard mkdir(logs, 0o755) == 0 || errno == EEXIST else { throw SupportError.system("Cannot make \(logs)") }
    let folder = "\(logs)/\(name)"
    let lock = open("\(folder).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw SupportError.system("Cannot open \(folder).lock") }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0 { guard errno == EINTR else { throw SupportError.system("flock") } }
    let mark = "\(folder).made"
    if let made = changeTime(of: mark), let source = changeTime(of: file), made > source { return folder }
    removeTree(folder)
    try make(folder)
    unlink(mark)
    let made = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard made >= 0 else { throw SupportError.system("Cannot make \(mark)") }
    close(made)
    return folder
  }

  /// In seconds; nil where there is nothing.
  private static func changeTime(of path: String) -> Double? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
  }
}
