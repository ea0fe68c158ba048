/// The default of a setting.
package enum DefaultValue: Sendable, Equatable, ExpressibleByStringLiteral {
  /// A value that could be written there, such as `30s`.
  case value(String)
  /// A description, such as "by content type", of a default that is not a single value.
  case words(String)

  package init(stringLiteral text: String) { self = .value(text) }

  /// As people read it.
  package var words: String {
    switch self {
    case .value(let text): text
    case .words(let text): text.replacing("`", with: "")
    }
  }
}
