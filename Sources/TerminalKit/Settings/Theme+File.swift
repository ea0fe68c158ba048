extension Theme {
  /// Reads a theme that a person wrote. What it does not name is as in the theme it is based on, and so is all that is seen
  /// without colour.
  ///
  ///     # ~/.config/parley/themes/sea.theme
  ///     base      = dark            # or another that is built in; dark by default
  ///     accent    = 80              # a number of the 256 colours
  ///     failure   = #ff8787 bold    # the nearest of them
  ///     selection = white on 24     # black red green yellow blue magenta cyan white, bright-red …
  ///     text      = default         # the terminal's own
  ///     env-green = 114 bold        # `color: green` of an environment
  ///
  /// - Throws: for the first line that cannot be understood.
  package init(name: String, file text: String) throws(SettingsError) {
    let lines = try SettingsLines(text).lines
    var theme = try Self.base(of: lines)
    for line in lines where line.name != "base" {
      guard let role = Role(fileName: line.name) else { throw .unknownRole(line) }
      theme[role] = try Paint(line, over: theme[role])
    }
    self.init(name: name, theme)
  }

  private static func base(of lines: [SettingsLines.Line]) throws(SettingsError) -> Theme {
    guard let line = lines.first(where: { $0.name == "base" }) else { return .dark }
    guard let base = shipped.first(where: { $0.name == line.value }) else {
      throw SettingsError(
        line: line.number, "There is no theme “\(line.value)” to base this one on.",
        advice: "There are: \(shipped.map(\.name).joined(separator: ", ")).")
    }
    return base
  }

  /// The themes that need no file.
  package static let shipped = [dark, light, nord, gruvbox, colorBlind, highContrast, terminal]
}

extension Role {
  /// The role's name in a file; the colours of environments begin with `env-`.
  package var fileName: String {
    if case .named(let color) = self { return "env-\(color.rawValue)" }
    return "\(self)"
  }

  init?(fileName: String) {
    guard let role = Self.allCases.first(where: { $0.fileName == fileName }) else { return nil }
    self = role
  }
}

extension Paint {
  /// `COLOUR [on COLOUR] [bold dim italic underline reverse]`
  fileprivate init(_ line: SettingsLines.Line, over base: Paint) throws(SettingsError) {
    self.init(withoutColor: base.withoutColor)
    var words = line.value.split(separator: " ").map(String.init)[...]
    guard let first = words.popFirst() else { throw .noColor(line) }
    foreground = try Color.read(first, line)
    if words.first == "on" {
      words.removeFirst()
      guard let ground = words.popFirst() else { throw .noColor(line) }
      background = try Color.read(ground, line)
    }
    for word in words {
      guard let attribute = Attributes.names[word] else {
        throw SettingsError(
          line: line.number, "“\(Sanitizer.visible(word))” is not a text attribute.",
          advice: "Write bold, dim, italic, underline or reverse.")
      }
      attributes.insert(attribute)
    }
  }
}

extension Attributes {
  fileprivate static let names: [String: Attributes] = [
    "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
  ]
}

extension SettingsError {
  fileprivate static func unknownRole(_ line: SettingsLines.Line) -> SettingsError {
    let roles = Role.allCases.map(\.fileName).joined(separator: ", ")
    return SettingsError(
      line: line.number, "There is no theme role “\(Sanitizer.visible(line.name))”.",
      advice: "There are: \(roles).")
  }

  fileprivate static func noColor(_ line: SettingsLines.Line) -> SettingsError {
    SettingsError(line: line.number, "“\(line.name)” has no colour.", advice: Color.advice)
  }
}
