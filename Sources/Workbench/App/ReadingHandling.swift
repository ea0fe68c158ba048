import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Long lines, and screens for a screen reader.
enum ReadingHandling {
  static var commands: [CommandRow] {
    [
      CommandRow(
        "view.wrap", "Wrap long lines",
        help: "Lets long lines of bodies and headers go on in the next row, or cuts them again; kept in your settings.",
        keys: ["\\"], in: [.browsing]
      ) { state in
        turnWrap(in: &state)
      },
      CommandRow(
        "view.plain", "For a screen reader",
        help:
          "Shows one pane at a time without borders, the cursor on the selected line and each change as a line; kept in your settings.",
        in: [.browsing]
      ) { state in
        turnPlain(in: &state)
      },
    ]
  }

  private static func turnWrap(in state: inout State) -> [Effect] {
    state.reading.wraps.toggle()
    let words = state.reading.wraps ? "Long lines go on in the next row." : "Long lines are cut; → scrolls."
    return keep(.wrap, state.reading.wraps) + [.say(.done(words))]
  }

  private static func turnPlain(in state: inout State) -> [Effect] {
    state.reading.isPlain.toggle()
    let words = state.reading.isPlain ? "The screen is made for a screen reader." : "The screen has its usual panes."
    return keep(.screenReader, state.reading.isPlain) + [.say(.done(words))]
  }

  private static func keep(_ setting: PersonSettings.Setting, _ isOn: Bool) -> [Effect] {
    [.perform(SettingEffect(setting: setting, value: isOn ? "yes" : "no"))]
  }
}
