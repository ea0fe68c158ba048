internal import Glibc
import ParleyEngine
internal import ParleyText
package import SystemCalls

/// A call to the operating system about a file that failed.
package struct FileError: Error, Equatable {
  /// As in "read".
  package let action: String
  package let path: String
  /// The system's error number; 0 where the refusal is ours.
  package let number: Int32
  package let reason: String

  package init(_ action: String, _ path: String, number: Int32) {
    self.action = action
    self.path = path
    self.number = number
    self.reason = SystemError.reason(of: number)
  }

  package init(_ action: String, _ path: String, because reason: String) {
    self.action = action
    self.path = path
    self.number = 0
    self.reason = reason
  }

  /// There is no such file or folder.
  package var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  /// There is one already.
  var isCollision: Bool { number == EEXIST }
}

extension FileError: SystemFailure {
  package init(explaining error: SystemError) {
    if error.attempt == .leave {
      self.init("write", error.path, because: "its path leads out of the workspace, by a link or by ..")
    } else {
      self.init(Self.action(of: error.attempt), error.path, number: error.number)
    }
  }

  private static func action(of attempt: SystemError.Attempt) -> String {
    switch attempt {
    case .open(.reading), .examine, .read: "read"
    case .open(.writing), .write, .leave: "write"
    case .remove: "delete"
    case .open(.making), .make: "make"
    }
  }
}

extension FileError: ExplainedError {
  package var code: String { "file.\(action)" }
  package var summary: String { Printable.text("Cannot \(action) \(path): \(reason).") }
}

extension FileError {
  /// As a diagnostic says it.
  var finding: String { "cannot \(action) the file: \(reason)" }
}
