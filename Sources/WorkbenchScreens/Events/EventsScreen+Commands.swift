import TerminalKit
import WorkbenchParts
import WorkbenchServices
package import WorkbenchState

extension EventsScreen {
  private static let needsLine: @Sendable (State) -> String? = {
    $0.events.selected == nil ? "The cursor is not on a line." : nil
  }

  private static let needsLines: @Sendable (State) -> String? = {
    $0.events.window.total == 0 ? "No line is listed." : nil
  }

  package static var commands: [CommandRow] {
    moving + acting + Chains.ofEvents
      + .completing("events.completion", in: .eventsCompletion) { .events(.complete($0)) }
  }

  private static var acting: [CommandRow] {
    [
      CommandRow(
        .openEvent, "events.open", in: [.events], hint: .init("open", rank: 10), does: .events(.open),
        disabledReason: needsLine),
      row(
        "follow", "Follow or hold", "Follows new events, or holds the log still.", ["Space"], in: [.events],
        hint: .init("follow / hold", rank: 20)
      ) { screen, _ in
        screen.setFollowing(!screen.isFollowing)
      }.unlessPast("the log"),
      row(
        "filter", "Filter", "Words and fields, such as `kind:fail status>=500 name:login`; `-` before one means not.",
        ["/"], in: [.events], hint: .init("filter", rank: 30)
      ) { screen, _ in
        screen.startFiltering()
      },
      row(.keepFilter, "events.endFilter", in: [.eventsFilter], hint: .init("to the lines", rank: 10)) { screen, _ in
        screen.endFilter()
        return []
      },
      row(
        "saveFilter", "Save the filter", "Saves the filter under a name.", ["S"], in: [.events],
        disabledReason: { $0.events.input.text.isEmpty ? "There is no filter; / makes one." : nil }
      ) { screen, _ in
        [.ask(FilterNameForm(filter: screen.input.text))]
      },
      row(
        "chooseFilter", "Choose a saved filter",
        "Lists the saved filters; while there are none, begins a filter as / does.", ["f"], in: [.events],
        hint: .init("saved filters", rank: 35)
      ) { screen, _ in
        [.perform(FilterEffect.list)]
      },
      row(
        "forgetFilter", "Delete the saved filter", "Deletes the active filter from the saved ones.", ["D", "Delete"],
        in: [.events], disabledReason: { $0.events.savedInUse == nil ? "No saved filter is active." : nil }
      ) { screen, _ in
        screen.savedInUse.map { [.perform(FilterEffect.forget($0.name))] } ?? []
      },
      row(
        "mark", "Mark", "Marks or unmarks the line and goes to the next; the filter `is:marked` finds marked ones.",
        ["m"],
        in: [.events],
        hint: .init("mark", rank: 40), disabledReason: needsLine
      ) { screen, _ in
        screen.mark()
      },
      row("copy", "Copy the line", "Copies the line as text.", ["y"], in: [.events], disabledReason: needsLine) {
        screen, _ in
        screen.selected.map { [.terminal(.copy(LogText.line(of: $0), of: "the line"))] } ?? []
      },
      row(
        "copyLines", "Copy all lines", "Copies all lines that the filter shows, as text.", ["Y"], in: [.events],
        disabledReason: needsLines
      ) { screen, _ in
        [.perform(LogLinesEffect(filter: screen.filter, end: screen.moment?.time, target: .clipboard))]
      },
      row(
        "saveLines", "Save the lines to a file", "Writes all lines that the filter shows to a new file, as text.",
        ["s"],
        in: [.events], hint: .init("save", rank: 45), disabledReason: needsLines
      ) { screen, _ in
        [.ask(LogFileForm(filter: screen.filter, end: screen.moment?.time))]
      },
    ]
  }

  /// At the end the log is followed, and above it held still.
  private static var moving: [CommandRow] {
    .moving("events", in: .events) { .events(.move($0)) }
  }
}
