public import ParleyEngine

/// The error of an evaluation that ended early.
///
///     do { _ = try JQProgram(".[]").values(of: 1) } catch {
///       print(error)  // Cannot iterate over number (1)
///     }
public struct JQRuntimeError: Error, Hashable, Sendable {
  /// The reason for which an evaluation ended early.
  public enum Reason: Hashable, Sendable {
    /// An error of the language, which `try` could have caught.
    case failed
    /// More steps than this.
    case steps(Int)
    /// More outputs than this.
    case outputs(Int)
    /// More bytes than this.
    case memory(Int)
    /// More containers inside of one another than this.
    case nesting(Int)
    /// More of a processor's time than this.
    case time(Duration)
    /// The filter calls itself more often than the stack allows.
    case depth
    /// A regular expression that takes forever on this text.
    case expression
    /// Nobody waits for it any more.
    case cancelled
  }

  /// The reason for the end.
  public let reason: Reason
  /// One sentence: jq's own for errors of the language.
  public let message: String
  /// The value that was passed to `error`, for errors of the language; otherwise nil.
  public let value: JSONValue?
  /// The line of the filter where it happened, from 1.
  public let line: Int?
  /// The character in that line, from 1.
  public let column: Int?
  /// The path in the input of the value that could not be used; nil if it is unknown.
  public let path: JQPath?
  /// Whether the message is one of jq's sentences, and no value of the filter.
  var isSentence = true
}

extension JQRuntimeError: CustomStringConvertible {
  /// The sentence, and the place in the input.
  public var description: String { path.map { "\(message) (at \($0))" } ?? message }
}

extension JQRuntimeError.Reason {
  var message: String {
    switch self {
    case .failed: "The filter failed"
    case .steps(let limit): "The filter did not end within \(limit) steps"
    case .outputs(let limit): "The filter has more than \(limit) outputs"
    case .memory(let limit): "The filter needs more than \(limit >> 20) MB of memory"
    case .nesting(let limit): "A value is nested more than \(limit) levels deep"
    case .time(let limit): "The filter did not end within \(limit / .seconds(1)) s"
    case .depth: "The filter calls itself too often without an end"
    case .expression: "The regular expression takes too long on this text"
    case .cancelled: "The filter was cancelled"
    }
  }
}
