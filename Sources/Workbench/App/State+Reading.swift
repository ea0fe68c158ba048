import TerminalKit
import WorkbenchServices
import WorkbenchState

extension State {
  static var readingCommands: [CommandRow] {
    [
      CommandRow(
        "view.wrap", "Wrap long lines",
        help: "Lets long lines of bodies and headers go on in the next row, or cuts them again; kept in your settings.",
        keys: ["\\"], in: [.browsing]
      ) { state in
        state.turnWrap()
      },
      CommandRow(
        "view.plain", "For a screen reader",
        help:
          "Shows one pane at a time without borders, the cursor on the selected line and each change as a line; kept in your settings.",
        in: [.browsing]
      ) { state in
        state.turnPlain()
      },
    ]
  }

  private mutating func turnWrap() -> [Effect] {
    reading.wraps.toggle()
    let words = reading.wraps ? "Long lines go on in the next row." : "Long lines are cut; → scrolls."
    return keep(.wrap, reading.wraps) + [.say(.done(words))]
  }

  private mutating func turnPlain() -> [Effect] {
    reading.isPlain.toggle()
    let words = reading.isPlain ? "The screen is made for a screen reader." : "The screen has its usual panes."
    return keep(.screenReader, reading.isPlain) + [.say(.done(words))]
  }

  private func keep(_ setting: PersonSettings.Setting, _ isOn: Bool) -> [Effect] {
    [.perform(SettingEffect(setting: setting, value: isOn ? "yes" : "no"))]
  }
}
