import HTTPTypes

/// Looks at an answer and says whether it is what was expected.
///
/// ```swift
/// let created = Validator("201 Created") { $0.status == .created ? nil : "the status is \($0.status.code)" }
/// ```
public struct Validator: Sendable {
  /// What is expected, in words.
  public let expectation: String
  /// The reason why an answer is invalid; nil when it is valid.
  public let reason: @Sendable (Response) -> String?

  public init(_ expectation: String, reason: @escaping @Sendable (Response) -> String?) {
    self.expectation = expectation
    self.reason = reason
  }

  /// Accepts the statuses that lie in one of these ranges.
  public static func status(in ranges: [ClosedRange<Int>]) -> Validator {
    let expected = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
      .joined(separator: " or ")
    return Validator("status \(expected)") { response in
      let code = response.status.code
      return ranges.contains { $0.contains(code) } ? nil : "the status is \(code), expected \(expected)"
    }
  }
}

extension Validator {
  /// Why an answer was not what was expected.
  public struct Miss: ExplainedError, Hashable {
    public let expectation: String
    public let reason: String

    public init(expectation: String, reason: String) {
      self.expectation = expectation
      self.reason = reason
    }

    public var code: String { "expectation.missed" }
    public var summary: String { "Expected \(expectation): \(reason)." }
  }
}

extension [Validator] {
  /// The first refusal, in order.
  func firstMiss(of response: Response) -> Validator.Miss? {
    for validator in self {
      if let reason = validator.reason(response) {
        return Validator.Miss(expectation: validator.expectation, reason: reason)
      }
    }
    return nil
  }
}
