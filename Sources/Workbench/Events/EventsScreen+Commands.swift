import TerminalKit
import WorkbenchServices

extension EventsScreen {
  private static let needsLine: @Sendable (State) -> String? = {
    $0.events.selected == nil ? "The cursor is not on a line." : nil
  }

  private static let needsLines: @Sendable (State) -> String? = {
    $0.events.window.total == 0 ? "No line is listed." : nil
  }

  static var commands: [CommandRow] {
    moving + acting + Chains.ofEvents
      + .completing("events.completion", in: .eventsCompletion) { .events(.complete($0)) }
  }

  private static var acting: [CommandRow] {
    [
      CommandRow(
        .openEvent, "events.open", in: [.events], hint: .init("open", rank: 10), does: .events(.open),
        disabledReason: needsLine),
      CommandRow(
        "events.follow", "Follow or hold", help: "Follows new events, or holds the log still.", keys: ["Space"],
        in: [.events], hint: .init("follow / hold", rank: 20), does: .events(.follow)
      ).unless(State.whyPast("the log")),
      CommandRow(
        "events.filter", "Filter",
        help: "Words and fields, such as `kind:fail status>=500 name:login`; `-` before one means not.", keys: ["/"],
        in: [.events], hint: .init("filter", rank: 30), does: .events(.filter)),
      CommandRow(
        .keepFilter, "events.endFilter", in: [.eventsFilter], hint: .init("to the lines", rank: 10),
        does: .events(.endFilter)),
      CommandRow(
        "events.saveFilter", "Save the filter",
        help: "Saves the filter under a name.",
        keys: ["S"], in: [.events], does: .events(.askNameOfFilter),
        disabledReason: { $0.events.input.text.isEmpty ? "There is no filter; / makes one." : nil }),
      CommandRow(
        "events.chooseFilter", "Choose a saved filter", help: "Lists the saved filters.",
        keys: ["f"],
        in: [.events], hint: .init("saved filters", rank: 35), does: .events(.chooseFilter)),
      CommandRow(
        "events.forgetFilter", "Delete the saved filter",
        help: "Deletes the active filter from the saved ones.",
        keys: ["D", "Delete"], in: [.events], does: .events(.forgetFilter),
        disabledReason: { $0.events.savedInUse == nil ? "No saved filter is active." : nil }),
      CommandRow(
        "events.mark", "Mark",
        help: "Marks or unmarks the line; the filter `is:marked` finds it.",
        keys: ["m"], in: [.events], hint: .init("mark", rank: 40), does: .events(.mark),
        disabledReason: needsLine),
      CommandRow(
        "events.copy", "Copy the line", help: "Copies the line as text.", keys: ["y"], in: [.events],
        does: .events(.copyLine), disabledReason: needsLine),
      CommandRow(
        "events.copyLines", "Copy all lines", help: "Copies all lines that the filter shows, as text.", keys: ["Y"],
        in: [.events], does: .events(.copyLines), disabledReason: needsLines),
      CommandRow(
        "events.saveLines", "Save the lines to a file",
        help: "Writes all lines that the filter shows to a new file, as text.", keys: ["s"], in: [.events],
        hint: .init("save", rank: 45), does: .events(.askFile), disabledReason: needsLines),
    ]
  }

  /// At the end the log is followed, and above it held still.
  private static var moving: [CommandRow] {
    .moving("events", in: .events) { .events(.move($0)) }
  }
}
