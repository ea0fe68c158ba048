/// A body that a codec has read.
///
/// ```swift
/// switch try response.content() {
/// case .json(let value): show(value)
/// case .text(let text): show(text)
/// default: break
/// }
/// ```
@nonexhaustive public enum Content: Sendable, Hashable {
  /// It was JSON.
  case json(JSONValue)
  /// It was `application/x-www-form-urlencoded`: its fields in their order.
  case form([FormField])
  /// It was text.
  case text(String)
  /// It was anything else, as it is.
  case bytes([UInt8])

  /// One field of a form.
  public struct FormField: Sendable, Hashable {
    /// Decoded.
    public var name: String
    /// Decoded; empty where the field has no `=`.
    public var value: String

    /// A field of this name and value, neither of them encoded.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }
}
