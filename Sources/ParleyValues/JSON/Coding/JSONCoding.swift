/// How models are written as JSON, and read from it, where an API has habits of its own.
///
/// ```swift
/// configuration.codecs["shop"] = JSONCodec(dates: .secondsSince1970, keys: .snakeCase)
/// let value = try JSONValue(encoding: order, as: JSONCoding(dates: .millisecondsSince1970))
/// ```
public struct JSONCoding: Sendable, Hashable {
  /// How a `Date` is written.
  @nonexhaustive public enum Dates: Sendable, Hashable {
    /// `"2026-11-21T14:03:07Z"` (RFC 3339), with a fraction of a second where there is one. Any zone is read, and so is a number
    /// as `secondsSince2001` writes it.
    case iso8601
    /// A number of seconds, as Unix counts them.
    case secondsSince1970
    /// A number of milliseconds, as JavaScript counts them.
    case millisecondsSince1970
    /// A number of seconds, as `Date` writes itself.
    case secondsSince2001
  }

  /// How the names of properties are written.
  @nonexhaustive public enum Keys: Sendable, Hashable {
    /// As the model has them.
    case unchanged
    /// `firstName` is `first_name`. The keys of dictionaries stay as they are.
    case snakeCase
  }

  /// How a `Data` is written.
  @nonexhaustive public enum Bytes: Sendable, Hashable {
    /// A text in base64.
    case base64
    /// A list of numbers.
    case numbers
  }

  /// How dates are written.
  public var dates: Dates
  /// How the names of properties are written.
  public var keys: Keys
  /// How bytes are written.
  public var data: Bytes

  /// The standard, but for what is named.
  public init(dates: Dates = .iso8601, keys: Keys = .unchanged, data: Bytes = .base64) {
    self.dates = dates
    self.keys = keys
    self.data = data
  }

  /// ISO 8601, names as they are, base64.
  public static let standard = JSONCoding()
}
