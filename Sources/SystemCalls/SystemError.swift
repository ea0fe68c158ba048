import Glibc

/// A call to the system that failed: what was attempted, with which file, and the system's number for the reason.
package struct SystemError: Error, Equatable {
  /// The purpose for which a file is opened.
  package enum Purpose: Equatable, Sendable {
    case reading, writing, making
  }

  package enum Attempt: Equatable, Sendable {
    case open(Purpose), examine, read, write
    /// A new name.
    case make
    case remove
    /// To go out of a folder below which everything is to stay.
    case leave
  }

  package let attempt: Attempt
  package let path: String
  package let number: Int32

  package init(_ attempt: Attempt, _ path: String, number: Int32 = errno) {
    self.attempt = attempt
    self.path = path
    self.number = number
  }

  /// As in "No such file or directory".
  package var reason: String { Self.reason(of: number) }

  package static func reason(of number: Int32) -> String { String(cString: strerror(number)) }
}

/// The error that a layer throws, in its own words, when a system call fails.
package protocol SystemFailure: Error {
  init(explaining error: SystemError)
}

extension SystemError: SystemFailure {
  package init(explaining error: SystemError) { self = error }
}
