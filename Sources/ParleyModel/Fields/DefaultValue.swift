/// What holds where nobody says anything.
package enum DefaultValue: Sendable, Equatable, ExpressibleByStringLiteral {
  /// A value that could be written there, such as `30s`.
  case value(String)
  /// What no single value says, such as "by content type".
  case words(String)

  package init(stringLiteral text: String) { self = .value(text) }
}
