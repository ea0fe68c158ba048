/// From what it follows when the value of a shared key expires. An expired key counts as absent.
///
/// ```swift
/// SharedRule("token", expiry: .after(.seconds(1800)))
/// ```
public enum SharedExpiry: Sendable, Hashable {
  /// So long after it was written.
  case after(Duration)
  /// As the value itself says: it is a JSON Web Token with a claim `exp`.
  case jwt
  /// As the response that the value was captured from says at this path: a number of seconds, or a time.
  case response(ValuePath)

  /// Returns the expiry of a value that is written now; nil for never, and if only a response could tell it.
  func moment(of value: SharedValue, writtenAt now: Timestamp) -> Timestamp? {
    switch self {
    case .after(let duration): now.advanced(by: duration)
    case .jwt: value.text.flatMap(WebToken.init)?.expires
    case .response: nil
    }
  }
}

/// How long a value that is written holds.
public enum SharedLifetime: Sendable, Hashable {
  /// As the key's rule says; without one it never expires.
  case asRuled
  /// As this says, whatever the rule says.
  case ruled(by: SharedExpiry)
  /// As the key's rule says; without one as long as the value that it takes the place of, if that has not expired.
  case kept
  /// Until then, whatever the rule says.
  case until(Timestamp)
  /// It never expires, whatever the rule says.
  case unlimited
}

extension SharedExpiry {
  /// Returns the expiry that a response states: seconds from now, seconds or milliseconds since 1970, or a time as
  /// text.
  /// - Returns: nil for anything else.
  package static func moment(said value: JSONValue, from now: Timestamp) -> Timestamp? {
    if let number = value.double { return moment(number, from: now) }
    guard let text = value.string else { return nil }
    if let number = Double(text), text.utf8.allSatisfy({ $0 < 0x3A }) { return moment(number, from: now) }
    return Timestamp(rfc3339: text) ?? Timestamp(httpDate: text)
  }

  /// No token holds for thirty years, and no clock is that wrong.
  private static let leastSinceEpoch = 1e9
  private static let leastMilliseconds = 1e11
  private static let latest = 1e14

  private static func moment(_ number: Double, from now: Timestamp) -> Timestamp? {
    guard number.isFinite, number < latest, number > -latest else { return nil }
    if number >= leastMilliseconds { return Timestamp(microseconds: Int64(number * 1000)) }
    if number >= leastSinceEpoch { return Timestamp(microseconds: Int64(number * 1_000_000)) }
    return now.advanced(by: .microseconds(Int64(number * 1_000_000)))
  }
}
