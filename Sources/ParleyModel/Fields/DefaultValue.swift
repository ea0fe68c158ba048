/// The default of a setting.
package enum DefaultValue: Sendable, Equatable, ExpressibleByStringLiteral {
  /// A value that could be written there, such as `30s`.
  case value(String)
  /// A description, such as "by content type", of a default that is not a single value.
  case words(String)

  package init(stringLiteral text: String) { self = .value(text) }
}
