package import TerminalKit

/// Signs that a pane draws, such as `▲ ▼`, and their meaning.
package struct Sign: Hashable, Sendable {
  package let glyphs: String
  package let meaning: String
}

/// The title of a pane's keys, in the help and in the key reference.
package struct Heading: Sendable, ExpressibleByStringLiteral {
  package let title: String
  /// The pane's purpose, in a sentence or two; nil where the keys say it themselves.
  package let purpose: String?
  /// Those that the pane can show, in the order in which the help lists them.
  package let signs: [Sign]

  package init(_ title: String, purpose: String? = nil, signs: KeyValuePairs<String, String> = [:]) {
    (self.title, self.purpose) = (title, purpose)
    self.signs = signs.map { Sign(glyphs: $0.key, meaning: $0.value) }
  }

  package init(stringLiteral title: String) { self.init(title) }
}

/// The words of a screen that are not in the rows of its commands.
package struct ScreenWords: Sendable {
  package let headings: [KeyContext: Heading]
  /// The usual words by which its commands, and the one that shows it, are found, besides their titles and help.
  package let palette: [CommandID: String]

  package init(headings: [KeyContext: Heading], palette: [CommandID: String]) {
    (self.headings, self.palette) = (headings, palette)
  }
}
