/// The preferences of a person for all workspaces.
///
///     # ~/.config/parley/settings
///     theme = nord
package struct PersonSettings: Hashable, Sendable {
  /// The name of a theme; nil where none was chosen.
  package var theme: String?
  /// Which keys texts of several lines have.
  package var editing = Editing.plain

  /// Whether long lines of bodies go on in the next row.
  package var wraps = false
  /// Whether the screen is made for screen readers.
  package var isPlain = false

  package enum Editing: String, Hashable, Sendable, CaseIterable {
    case plain, vi
  }

  package init() {}

  /// - Throws: for the first line that cannot be understood.
  package init(_ text: String) throws(SettingsError) {
    for line in try SettingsLines(text).lines {
      guard let setting = Setting(rawValue: line.name) else {
        let names = Setting.allCases.map(\.rawValue).joined(separator: ", ")
        throw SettingsError(
          line: line.number, "There is no setting “\(Sanitizer.visible(line.name))”.", advice: "There are: \(names).")
      }
      switch setting {
      case .theme: theme = line.value.isEmpty ? nil : line.value
      case .editing:
        guard let editing = Editing(rawValue: line.value) else {
          let values = Editing.allCases.map(\.rawValue).joined(separator: ", ")
          throw SettingsError(
            line: line.number, "“\(Sanitizer.visible(line.value))” is no way of editing.",
            advice: "There are: \(values).")
        }
        self.editing = editing
      case .wrap: wraps = try Self.isYes(line)
      case .screenReader: isPlain = try Self.isYes(line)
      }
    }
  }

  private static func isYes(_ line: SettingsLines.Line) throws(SettingsError) -> Bool {
    guard line.value == "yes" || line.value == "no" else {
      throw SettingsError(
        line: line.number, "“\(line.name)” is “\(Sanitizer.visible(line.value))”.", advice: "Write yes or no.")
    }
    return line.value == "yes"
  }

  /// A setting that a line of the file may hold.
  package enum Setting: String, Hashable, Sendable, CaseIterable {
    case theme, editing, wrap
    case screenReader = "screen-reader"
  }

  /// Returns the text of such a file with another value of a setting. Everything else in it stays, comments and blank
  /// lines too.
  /// - Throws: an error if the text is no such file, or cannot hold the value.
  package static func text(
    _ text: String, setting: Setting, to value: String
  ) throws(SettingsError) -> String {
    let changed = try SettingsLines.text(text, giving: value, to: setting.rawValue)
    let kept = try SettingsLines(changed).lines.first { $0.name == setting.rawValue }?.value
    guard kept == value else {
      throw SettingsError("“\(Sanitizer.visible(value))” cannot be written to the settings file.")
    }
    return changed
  }
}
