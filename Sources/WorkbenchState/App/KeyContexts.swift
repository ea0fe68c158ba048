package import TerminalKit

/// The contexts in which keys are valid. A pane's own contexts come first, then `browsing` or, while a text field has
/// the keys, nothing, then `always`.
extension KeyContext {
  /// Everywhere, from inside a text field too: function keys and Ctrl.
  package static let always: KeyContext = "always"
  /// Everywhere but in a text field: letters and digits.
  package static let browsing: KeyContext = "browsing"
  /// In every text field.
  package static let typing: KeyContext = "typing"

  package static let sidebar: KeyContext = "sidebar"
  package static let composer: KeyContext = "composer"
  package static let response: KeyContext = "answer"
  package static let events: KeyContext = "events"
  package static let history: KeyContext = "history"
  package static let strip: KeyContext = "strip"

  /// In every pop-up.
  package static let popup: KeyContext = "popup"
}

extension KeyContext {
  /// The contexts that the shell adds to a pane's own.
  package static func around(isTyping: Bool) -> [KeyContext] {
    isTyping ? [.typing, .always] : [.browsing, .always]
  }
}
