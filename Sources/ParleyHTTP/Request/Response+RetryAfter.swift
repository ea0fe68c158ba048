import HTTPTypes

extension Response {
  /// How long the server asks to wait (`Retry-After`, RFC 9110 §10.2.3), in whole seconds or until a date.
  public func retryAfter(at now: Timestamp) -> Duration? {
    guard let value = headers[.retryAfter]?.trimmingBlanks else { return nil }
    if !value.isEmpty, value.utf8.allSatisfy(\.isASCIIDigit) {
      return .seconds(min(Int64(value) ?? .max, Self.longestRetryAfter))
    }
    return Timestamp(httpDate: value).map { max(.zero, now.duration(to: $0)) }
  }

  /// About a century, so that no sum with it overflows.
  private static let longestRetryAfter: Int64 = 3_000_000_000
}
