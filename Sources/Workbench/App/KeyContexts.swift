import TerminalKit

/// Where keys have a meaning. A pane's own contexts come first, then `browsing` or, while a text field has the keys,
/// nothing, then `always`.
extension KeyContext {
  /// Everywhere, from inside a text field too: function keys and Ctrl.
  static let always: KeyContext = "always"
  /// Everywhere but in a text field: letters and digits.
  static let browsing: KeyContext = "browsing"
  /// In every text field.
  static let typing: KeyContext = "typing"

  static let sidebar: KeyContext = "sidebar"
  static let composer: KeyContext = "composer"
  static let response: KeyContext = "answer"
  static let events: KeyContext = "events"
  static let strip: KeyContext = "strip"

  /// In every pop-up.
  static let popup: KeyContext = "popup"
}

extension KeyContext {
  /// Every set of contexts that can be active at once, for the test that no key has two meanings.
  static let active: [[KeyContext]] =
    Screens.all.flatMap { $0.keyContextSets } + LogStrip.keyContextSets
    + [[.popup], [.popup, .sheet], [.popup, .question], [.popup, .sheet, .danger]]

  /// What the shell adds to a pane's own contexts.
  static func around(isTyping: Bool) -> [KeyContext] {
    isTyping ? [.typing, .always] : [.browsing, .always]
  }
}
