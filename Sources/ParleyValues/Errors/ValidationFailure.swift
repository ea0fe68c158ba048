/// A failed expectation of a response.
///
/// ```swift
/// throw ValidationFailure(expectation: "a signed response", reason: "its signature is another one")
/// ```
public struct ValidationFailure: ExplainedError, Hashable {
  /// The expectation, in words.
  public let expectation: String
  /// The reason the response does not meet it, in words.
  public let reason: String
  /// The parts of the expectation with their values.
  public var checked: [CheckedPart] = []

  /// A failure found by your own code.
  public init(expectation: String, reason: String) {
    self.expectation = expectation
    self.reason = reason
  }

  /// The client's header validation said no.
  package static let headers = ValidationFailure(
    expectation: "headers that the client accepts", reason: "its header validation rejected them")

  public var code: String { "expectation.missed" }
  public var summary: String { "Expected \(expectation): \(reason)." }
}
