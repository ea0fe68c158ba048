internal import ParleyText

/// The error of a program that should print a secret and did not. It never holds the program's standard output.
package enum CommandError: Error, Sendable, Equatable {
  case notStarted(String)
  case failed(status: Int, standardError: String)
  case timedOut(Duration)
  /// In bytes.
  case tooMuchOutput(limit: Int)
  case noText

  /// Goes on after the program's name.
  package var summary: String {
    switch self {
    case .notStarted: "could not be started"
    case .failed(let status, _): "ended with status \(status)"
    case .timedOut(let limit): "took longer than \(DurationText.text(of: limit))"
    case .tooMuchOutput(let limit): "printed more than \(limit) bytes"
    case .noText: "printed something other than UTF-8 text"
    }
  }

  /// The message of the system, or of the program, on the error; nil if there is none.
  package var detail: String? {
    switch self {
    case .notStarted(let reason): Printable.text(reason)
    case .failed(_, let standardError) where !standardError.isEmpty: Printable.text(standardError)
    default: nil
    }
  }
}
