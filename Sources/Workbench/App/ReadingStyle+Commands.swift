import TerminalKit
import WorkbenchServices
import WorkbenchState

// Long lines, and screens for a screen reader.
extension ReadingStyle {
  static var commands: [CommandRow] {
    [
      CommandRow(
        "view.wrap", "Wrap long lines",
        help: "Lets long lines of bodies and headers go on in the next row, or cuts them again; kept in your settings.",
        keys: ["\\"], in: [.browsing]
      ) { state in
        state.reading.turnWrap()
      },
      CommandRow(
        "view.plain", "For a screen reader",
        help:
          "Shows one pane at a time without borders, the cursor on the selected line and each change as a line; kept in your settings.",
        in: [.browsing]
      ) { state in
        state.reading.turnPlain()
      },
    ]
  }

  private mutating func turnWrap() -> [Effect] {
    wraps.toggle()
    let words = wraps ? "Long lines go on in the next row." : "Long lines are cut; → scrolls."
    return keep(.wrap, wraps) + [.say(.done(words))]
  }

  private mutating func turnPlain() -> [Effect] {
    isPlain.toggle()
    let words = isPlain ? "The screen is made for a screen reader." : "The screen has its usual panes."
    return keep(.screenReader, isPlain) + [.say(.done(words))]
  }

  private func keep(_ setting: PersonSettings.Setting, _ isOn: Bool) -> [Effect] {
    [.perform(SettingEffect(setting: setting, value: isOn ? "yes" : "no"))]
  }
}
