import TerminalKit

extension EventsScreen {
  private static let needsLine: @Sendable (State) -> String? = {
    $0.events.selected == nil ? "The cursor is not on a line." : nil
  }

  static var commands: [CommandRow] {
    moving + acting + Chains.ofEvents
      + .completing("events.completion", in: .eventsCompletion) { .events(.complete($0)) }
  }

  private static var acting: [CommandRow] {
    [
      CommandRow(
        "events.open", "Open the exchange or failure", help: "Shows the exchange or the failure of the line.",
        keys: ["Enter"], in: [.events], hint: .init("open", rank: 10), does: .events(.open),
        disabledReason: needsLine),
      CommandRow(
        "events.follow", "Follow or hold", help: "Follows new events, or holds the log still.", keys: ["Space"],
        in: [.events], hint: .init("follow / hold", rank: 20), does: .events(.follow)),
      CommandRow(
        "events.filter", "Filter",
        help: "Words and fields, such as `kind:fail status>=500 name:login`; `-` before one means not.", keys: ["/"],
        in: [.events], hint: .init("filter", rank: 30), does: .events(.filter)),
      CommandRow(
        "events.endFilter", "Keep the filter", help: "Keeps the filter and moves to the lines.",
        keys: ["Enter", "Down"], in: [.eventsFilter], hint: .init("to the lines", rank: 10),
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
    ]
  }

  private static var moving: [CommandRow] {
    [
      CommandRow(
        "events.down", "Down", help: "Moves to the next line; at the end, follows the log.", keys: ["Down", "j"],
        in: [.events], does: .events(.move(.lines(1)))),
      CommandRow(
        "events.up", "Up", help: "Moves to the previous line and holds the log still.", keys: ["Up", "k"],
        in: [.events], does: .events(.move(.lines(-1)))),
      CommandRow(
        "events.pageDown", "Page down", help: "Moves a page down.", keys: ["PageDown", "Ctrl-D"], in: [.events],
        does: .events(.move(.pages(1)))),
      CommandRow(
        "events.pageUp", "Page up", help: "Moves a page up.", keys: ["PageUp", "Ctrl-U"], in: [.events],
        does: .events(.move(.pages(-1)))),
      CommandRow(
        "events.first", "Oldest", help: "Moves to the oldest line.", keys: ["Home", "g"], in: [.events],
        does: .events(.move(.first))),
      CommandRow(
        "events.last", "Newest", help: "Moves to the newest line and follows the log.", keys: ["End", "G"],
        in: [.events], does: .events(.move(.last))),
    ]
  }
}
