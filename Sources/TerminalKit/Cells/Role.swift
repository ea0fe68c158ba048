/// The meaning of a piece of the screen. Screens name roles; a ``Theme`` says how each looks.
package enum Role: Hashable, Sendable {
  case text, muted, accent
  /// The line or text the cursor is on, in the focused pane and in the others.
  case selection, selectionUnfocused
  case border, borderFocused
  case title
  /// The top bar and the log strip.
  case bar
  /// A key in a hint line or a key reference.
  case hint
  // The parts of a JSON document: names, text, numbers, and `true`, `false`, `null`.
  case key, string, number, literal
  case success, warning, failure, info
  /// A masked value.
  case secret
  /// A row that was marked, or a value that has just changed on the screen.
  case mark
  /// A place where the search term stands.
  case match
  /// A colour a person chose by name, as for an environment.
  case named(NamedColor)
  /// A place of a picture: a colour of the palette of 256, whatever the theme.
  case palette(UInt8)
}

extension Role: CaseIterable {
  package static let allCases: [Role] =
    [
      .text, .muted, .accent, .selection, .selectionUnfocused, .border, .borderFocused, .title, .bar, .hint,
      .key, .string, .number, .literal, .success, .warning, .failure, .info, .secret, .mark, .match,
    ] + NamedColor.allCases.map(Role.named)
}

/// The colours that can be named in a workspace file: `color: green`.
package enum NamedColor: String, Hashable, Sendable, CaseIterable, Codable {
  case red, orange, yellow, green, cyan, blue, purple, magenta, pink, brown, gray, white
}
