/// An error that speaks to a person: what happened, where, and what to do about it. Never a secret.
///
/// ```swift
/// catch let error as any ExplainedError {
///   print(error.summary, error.advice ?? "")
/// }
/// ```
public protocol ExplainedError: Error, Sendable, CustomStringConvertible {
  /// A stable name for programs, such as `network.refused`.
  var code: String { get }
  /// One sentence: what happened.
  var summary: String { get }
  /// Further details, if there are any.
  var detail: String? { get }
  /// The place of the error: a file with line and column, a request, a step.
  var place: String? { get }
  /// Advice on how to fix it.
  var advice: String? { get }
  /// The parts of a failed expectation with their values; none of any other error.
  var checked: [CheckedPart] { get }
}

extension ExplainedError {
  public var detail: String? { nil }
  public var place: String? { nil }
  public var advice: String? { nil }
  public var checked: [CheckedPart] { [] }

  /// All of it in one paragraph, for a log or a terminal.
  public var description: String {
    [place.map { "\($0): \(summary)" } ?? summary, detail, advice]
      .compactMap(\.self)
      .joined(separator: " ")
  }
}
