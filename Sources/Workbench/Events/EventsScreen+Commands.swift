import TerminalKit

extension EventsScreen {
  private static let needsLine: @Sendable (State) -> String? = {
    $0.events.selected == nil ? "There is no line here." : nil
  }

  static var commands: [CommandRow] { moving + acting }

  private static var acting: [CommandRow] {
    [
      CommandRow(
        "events.open", "Open what it speaks of", help: "Shows the exchange or the failure that the line is about.",
        keys: ["Enter"], in: [.events], hint: .init("open", rank: 10), does: .events(.open),
        disabledReason: needsLine),
      CommandRow(
        "events.follow", "Follow or hold", help: "Follows what comes in, or holds the log still.", keys: ["Space"],
        in: [.events], hint: .init("follow / hold", rank: 20), does: .events(.follow)),
      CommandRow(
        "events.filter", "Filter",
        help: "Words and fields, such as `kind:fail status>=500 name:login`; `-` before one means not.", keys: ["/"],
        in: [.events], hint: .init("filter", rank: 30), does: .events(.filter)),
      CommandRow(
        "events.endFilter", "Keep the filter", help: "Leaves the filter as it is, and goes to the lines.",
        keys: ["Enter", "Down"], in: [.eventsFilter], hint: .init("to the lines", rank: 10),
        does: .events(.endFilter)),
      CommandRow(
        "events.saveFilter", "Keep the filter under a name",
        help: "Keeps the filter under a name, to be chosen again.",
        keys: ["S"], in: [.events], does: .events(.askNameOfFilter),
        disabledReason: { $0.events.input.text.isEmpty ? "There is no filter; / makes one." : nil }),
      CommandRow(
        "events.chooseFilter", "Choose a kept filter", help: "Lists the filters that were kept.",
        keys: ["f"],
        in: [.events], hint: .init("kept filters", rank: 35), does: .events(.chooseFilter)),
      CommandRow(
        "events.forgetFilter", "Forget the kept filter",
        help: "Takes the filter in use off the list of kept ones.",
        keys: ["D", "Delete"], in: [.events], does: .events(.forgetFilter),
        disabledReason: { $0.events.savedInUse == nil ? "No kept filter is in use." : nil }),
      CommandRow(
        "events.completionDown", "Next choice", help: "Goes to the next choice.", keys: ["Down"],
        in: [.eventsCompletion], does: .events(.chooseCompletion(.lines(1)))),
      CommandRow(
        "events.completionUp", "Choice before", help: "Goes to the choice before.", keys: ["Up"],
        in: [.eventsCompletion], does: .events(.chooseCompletion(.lines(-1)))),
      CommandRow(
        "events.completionAccept", "Take the choice", help: "Writes the chosen field or value.",
        keys: ["Tab"],
        in: [.eventsCompletion], hint: .init("complete", rank: 5), does: .events(.acceptCompletion)),
      CommandRow(
        "events.completionLeave", "Close the list", help: "Closes the list and changes nothing.",
        keys: ["Esc"],
        in: [.eventsCompletion], does: .events(.leaveCompletion)),
      CommandRow(
        "events.mark", "Mark",
        help: "Marks the line, or takes the mark away; `is:marked` finds it again.",
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
        "events.down", "Down", help: "Goes to the next line; at the end the log is followed.", keys: ["Down", "j"],
        in: [.events], does: .events(.move(.lines(1)))),
      CommandRow(
        "events.up", "Up", help: "Goes to the line before, and holds the log still.", keys: ["Up", "k"],
        in: [.events], does: .events(.move(.lines(-1)))),
      CommandRow(
        "events.pageDown", "Page down", help: "Goes a page down.", keys: ["PageDown", "Ctrl-D"], in: [.events],
        does: .events(.move(.pages(1)))),
      CommandRow(
        "events.pageUp", "Page up", help: "Goes a page up.", keys: ["PageUp", "Ctrl-U"], in: [.events],
        does: .events(.move(.pages(-1)))),
      CommandRow(
        "events.first", "Oldest", help: "Goes to the oldest line.", keys: ["Home", "g"], in: [.events],
        does: .events(.move(.first))),
      CommandRow(
        "events.last", "Newest", help: "Goes to the newest line, and follows the log.", keys: ["End", "G"],
        in: [.events], does: .events(.move(.last))),
    ]
  }
}
