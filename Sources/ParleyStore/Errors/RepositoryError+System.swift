import Glibc
import ParleyEngine
package import SystemCalls

// What the operating system says, in words for a person.

extension RepositoryError {
  /// - Parameters:
  ///   - summary: one sentence: what could not be done.
  ///   - path: the file it happened to.
  ///   - code: the system's error number.
  static func system(_ summary: String, at path: String, code: Int32 = errno) -> RepositoryError {
    RepositoryError(
      Kind(systemCode: code), summary, detail: "\(SystemError.reason(of: code)).", place: path,
      advice: advice(for: code))
  }

  private static func advice(for code: Int32) -> String? {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: "Free some space on this disk. Nothing stored before is lost."
    case EACCES, EPERM, EROFS: "Make it readable and writable, or choose another folder."
    case ENOTDIR, EEXIST: "Choose a folder, or a path that does not exist yet."
    default: nil
    }
  }
}

extension RepositoryError: SystemFailure {
  package init(explaining error: SystemError) {
    self = .system(Self.summary(of: error.attempt), at: error.path, code: error.number)
  }

  private static func summary(of attempt: SystemError.Attempt) -> String {
    switch attempt {
    case .open: "The file cannot be opened."
    case .examine: "The file cannot be examined."
    case .read: "The file cannot be read."
    case .write, .make, .leave: "The file cannot be written."
    case .remove: "The file cannot be deleted."
    }
  }
}

extension RepositoryError.Kind {
  fileprivate init(systemCode code: Int32) {
    switch code {
    case ENOSPC, EDQUOT, EFBIG, EIO: self = .writing
    default: self = .unusablePath
    }
  }
}
