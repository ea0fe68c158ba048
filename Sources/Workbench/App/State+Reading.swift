import TerminalKit
import WorkbenchServices

/// How what is shown is read.
struct ReadingStyle: Hashable, Sendable {
  /// Whether long lines of bodies go on in the next row.
  var wraps = false
  /// Whether the screen is made for a screen reader: one pane, no borders, the cursor on what is selected, and each change as a
  /// line.
  var isPlain = false
}

enum ReadingAction: Sendable {
  case turnWrap
  case turnPlain
}

extension State {
  static var readingCommands: [CommandRow] {
    [
      CommandRow(
        "view.wrap", "Wrap long lines",
        help: "Lets long lines of bodies and headers go on in the next row, or cuts them again; kept in your settings.",
        keys: ["\\"], in: [.browsing], does: .reading(.turnWrap)),
      CommandRow(
        "view.plain", "For a screen reader",
        help:
          "Shows one pane at a time without borders, the cursor on the selected line and each change as a line; kept in your settings.",
        in: [.browsing], does: .reading(.turnPlain)),
    ]
  }

  mutating func reading(_ action: ReadingAction) -> [Effect] {
    switch action {
    case .turnWrap:
      reading.wraps.toggle()
      let words = reading.wraps ? "Long lines go on in the next row." : "Long lines are cut; → scrolls."
      return keep(.wrap, reading.wraps) + [.say(.done(words))]
    case .turnPlain:
      reading.isPlain.toggle()
      return keep(.screenReader, reading.isPlain)
        + [.say(.done(reading.isPlain ? "The screen is made for a screen reader." : "The screen has its usual panes."))]
    }
  }

  private func keep(_ setting: PersonSettings.Setting, _ isOn: Bool) -> [Effect] {
    [.perform(SettingEffect(setting: setting, value: isOn ? "yes" : "no"))]
  }
}
