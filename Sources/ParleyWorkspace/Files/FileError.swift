internal import Glibc
public import ParleyEngine

/// A call to the operating system about a file that failed.
public struct FileError: Error, Equatable {
  /// As in "read".
  public let action: String
  public let path: String
  /// The system's error number; 0 where the refusal is ours.
  public let number: Int32
  public let reason: String

  init(_ action: String, _ path: String, number: Int32) {
    self.action = action
    self.path = path
    self.number = number
    self.reason = String(cString: strerror(number))
  }

  init(_ action: String, _ path: String, because reason: String) {
    self.action = action
    self.path = path
    self.number = 0
    self.reason = reason
  }

  /// There is no such file or folder.
  public var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  /// There is one already.
  public var isCollision: Bool { number == EEXIST }
}

extension FileError: ExplainedError {
  public var code: String { "file.\(action)" }
  public var summary: String { Printable.text("Cannot \(action) \(path): \(reason).") }
}

extension FileError {
  /// As a diagnostic says it.
  var finding: String { "cannot \(action) the file: \(reason)" }
}
