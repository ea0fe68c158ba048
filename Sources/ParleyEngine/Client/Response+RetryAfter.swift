import HTTPTypes

extension Response {
  /// How long the server asks to wait (`Retry-After`, RFC 9110 §10.2.3), in whole seconds or until a date.
  public func retryAfter(at now: Timestamp) -> Duration? {
    guard let value = headers[.retryAfter]?.trimmed else { return nil }
    if !value.isEmpty, value.utf8.allSatisfy(\.isASCIIDigit) {
      return .seconds(min(Int64(value) ?? .max, Self.longestRetryAfter))
    }
    return Timestamp(httpDate: value).map { max(.zero, now.duration(to: $0)) }
  }

  /// About a century, so that no sum with it overflows.
  private static let longestRetryAfter: Int64 = 3_000_000_000
}

extension String {
  fileprivate var trimmed: Substring {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    let head = drop(while: isBlank)
    return head.lastIndex { !isBlank($0) }.map { head[...$0] } ?? ""
  }
}
