public import HTTPTypes

/// Looks at a response and says whether it is what was expected.
///
/// ```swift
/// Request.get("/items")
///   .validating(.status(in: 200..<300))
///   .validating(.header("Content-Type", "application/json"))
///   .validating(Validator("at least one item") { response in
///     (try? response.jsonArray().isEmpty) == false ? nil : "there is none"
///   })
/// ```
public struct Validator: Sendable {
  /// The expectation, in words.
  public let expectation: String
  /// The reason why a response is invalid; nil when it is valid.
  public let reason: @Sendable (Response) -> String?
  /// Whether it has looked at the status of what it accepts.
  private(set) var judgesStatus = true
  /// Gives its parts in a response that it rejects.
  package var parts: (@Sendable (Response) -> [CheckedPart])?

  /// - Parameters:
  ///   - expectation: the expectation, in words: `at least one item`.
  ///   - reason: returns the reason a response is invalid, in words; nil when it is valid.
  public init(_ expectation: String, reason: @escaping @Sendable (Response) -> String?) {
    self.expectation = expectation
    self.reason = reason
  }
}

extension Validator {
  /// Accepts this status alone.
  public static func status(_ code: Int) -> Validator {
    status(in: [code...code])
  }

  /// Accepts the statuses of this range.
  public static func status(in range: Range<Int>) -> Validator {
    status(in: range.isEmpty ? [] : [range.lowerBound...range.upperBound - 1])
  }

  /// Accepts the statuses that lie in one of these ranges.
  public static func status(in ranges: [ClosedRange<Int>]) -> Validator {
    let expected = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
      .joined(separator: " or ")
    var validator = Validator("status \(expected)") { response in
      let code = response.status.code
      return ranges.contains { $0.contains(code) } ? nil : "got \(code)"
    }
    validator.parts = { [CheckedPart("status", "= \($0.status.code)")] }
    return validator
  }

  /// The response must have a header or a trailer of this name, in any casing, and with this value if one is given.
  public static func header(_ name: String, _ value: String? = nil) -> Validator {
    let expectation = value.map { "header \(name): \($0)" } ?? "header \(name)"
    var validator = Validator(expectation) { response in
      let values = response.headers.values(of: name) + response.trailers.values(of: name)
      if values.isEmpty { return "there is no header \(name)" }
      guard let value, !values.contains(value) else { return nil }
      return "the header \(name) is “\(values.joined(separator: ", "))”"
    }
    validator.judgesStatus = false
    validator.parts = { response in
      let values = response.headers.values(of: name)
      let outcome = values.isEmpty ? "is not there" : "= \(JSONValue.string(values.joined(separator: ", ")))"
      return [CheckedPart("header \(name)", outcome)]
    }
    return validator
  }

  /// Looks at a response of HTTP by its head alone. A response that a transport of your own brought from elsewhere is
  /// invalid.
  public static func http(
    _ expectation: String, reason: @escaping @Sendable (HTTPResponse.Status, HTTPFields) -> String?
  ) -> Validator {
    Validator(expectation) { response in
      URLText.isHTTP(response.url) || URLText.isWebSocket(response.url)
        ? reason(response.status, response.headers) : "it is not an HTTP response"
    }
  }
}

extension [Validator] {
  /// The first refusal, in order.
  package func firstFailure(of response: Response) -> ValidationFailure? {
    for validator in self {
      if let reason = validator.reason(response) {
        var failure = ValidationFailure(expectation: validator.expectation, reason: reason)
        failure.checked = validator.parts?(response) ?? []
        return failure
      }
    }
    return nil
  }
}

extension HTTPFields {
  /// The values of all fields of a name, in any casing, in order.
  fileprivate func values(of name: String) -> [String] {
    HTTPField.Name(name).map { self[values: $0] } ?? []
  }
}
