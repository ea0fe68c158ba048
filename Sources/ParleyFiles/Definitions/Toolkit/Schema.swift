package import ParleyModel

/// The values that are allowed, declared once and used three times: for messages, for JSON Schemas that editors read,
/// and for the tables of the format's documentation.
package indirect enum Schema: Sendable, Equatable {
  case text(pattern: String? = nil)
  case integer(ClosedRange<Int>)
  case boolean
  case choice([String])
  case list(Schema)
  /// Any keys, each with such a value.
  case map(Schema, keys: String? = nil)
  case either([Schema])
  case object(ObjectSchema)
  case anything
  /// Another schema of the same page, by its name.
  case reference(String)
}

/// A map with known keys.
package struct ObjectSchema: Sendable, Equatable {
  package struct Property: Sendable, Equatable {
    package let name: String
    package let schema: Schema
    /// The value in words, as messages say it: "a duration such as 30s".
    package let expected: String
    package let summary: String
    package let isRequired: Bool
    /// The default while the key is absent.
    package var standard: DefaultValue?
  }

  package let title: String
  package let properties: [Property]
  /// Exactly one of the keys is given.
  package let isChoice: Bool
}
