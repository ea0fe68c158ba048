import Glibc
import ParleyEngine

// What the operating system says, in words for a person.

extension RepositoryError {
  /// - Parameters:
  ///   - summary: one sentence: what could not be done.
  ///   - path: the file it happened to.
  ///   - code: what the system said.
  static func system(_ summary: String, at path: String, code: Int32 = errno) -> RepositoryError {
    RepositoryError(
      Kind(systemCode: code), summary, detail: "\(String(cString: strerror(code))).", place: path,
      advice: advice(for: code))
  }

  private static func advice(for code: Int32) -> String? {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: "Make room on this disk; nothing that was kept before is lost."
    case EACCES, EPERM, EROFS: "Allow yourself to read and write it, or choose another folder."
    case ENOTDIR, EEXIST: "Choose a path that is a folder, or does not exist yet."
    default: nil
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
