/// A body that a codec has read.
@nonexhaustive public enum Content: Sendable, Hashable {
  case json(JSONValue)
  case form([FormField])
  case text(String)
  case bytes([UInt8])

  public struct FormField: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }
}
