import ParleyEngine
import TerminalKit

/// Going back through a run, moment by moment.
enum PastAction: Sendable {
  /// So many moments on; a negative number goes back.
  case move(Int)
  /// Shows the run as it is now.
  case now
}

extension GroupsScreen {
  static let isPast = "This is how the run was: Esc returns to now."

  mutating func moveInTime(_ action: PastAction) -> [Effect] {
    switch action {
    case .move(let count): steps.moveInTime(by: count)
    case .now: steps.returnToNow()
    }
    return []
  }

  static var pastCommands: [CommandRow] {
    [
      pastRow(
        "back", "Back in time", "Shows the run as it was one moment earlier. Nothing can be sent meanwhile.", "{",
        .move(-1), hint: .init("back in time", rank: 48), whyNotBack),
      pastRow(
        "forth", "Forth in time", "Shows the run one moment later; after the last moment, as it is now.", "}",
        .move(1), hint: .init("forth", rank: 49)
      ) { $0.groups.steps.past == nil ? "The run is shown as it is now." : nil },
    ]
  }

  private static let whyNotBack: @Sendable (State) -> String? = { state in
    let steps = state.groups.steps
    if let past = steps.past { return past.index == 0 ? "This is the first moment." : nil }
    guard let run = steps.present else { return "No run is shown." }
    if run.isUnderWay, !run.isPaused { return "The run is in progress: Space pauses it." }
    return run.records.isEmpty ? "Nothing has happened yet." : nil
  }

  private static func pastRow(
    _ id: String, _ title: String, _ help: String, _ key: String, _ action: PastAction,
    hint: Command<State>.Hint? = nil, _ disabledReason: @escaping @Sendable (State) -> String?
  ) -> CommandRow {
    CommandRow(
      CommandID("groups.past.\(id)"), title, help: help, keys: [key], in: [.groupRun], hint: hint,
      does: .groups(.past(action)), disabledReason: disabledReason)
  }
}
