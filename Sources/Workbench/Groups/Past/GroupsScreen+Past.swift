import ParleyEngine
import TerminalKit
import WorkbenchServices

/// Going back through a run, moment by moment.
enum PastAction: Sendable {
  /// So many moments on; a negative number goes back.
  case move(Int)
  /// So many steps, or writes of shared keys, on; a negative number goes back.
  case jump(PastRun.Landmark, Int)
  /// Asks for a moment.
  case ask
  /// To a moment in words: a step, `+312 ms`, `14:03:07`, `#7`.
  case to(String)
  /// To what was at a time.
  case toTime(Timestamp)
  /// Shows the run as it is now.
  case now
}

extension GroupsScreen {
  static let isPast = "This is how the run was: Esc returns to now."

  mutating func moveInTime(_ action: PastAction) -> [Effect] {
    switch action {
    case .move(let count): steps.moveInTime(by: count)
    case .jump(let landmark, let direction):
      if !steps.moveInTime(to: landmark, direction) { return [.say(.refused(landmark.noMore(direction)))] }
    case .ask: return [.ask(MomentForm(text: steps.selected.map { "\($0.path)" } ?? ""))]
    case .to(let text):
      guard let time = steps.time(ofMoment: text) else {
        return [.ask(MomentForm(text: text, mistake: "No moment of this run is called so."))]
      }
      steps.moveInTime(to: time)
    case .toTime(let time): steps.moveInTime(to: time)
    case .now: steps.returnToNow()
    }
    return []
  }

  /// Whether the mouse leads to a moment.
  var canGoBack: Bool {
    guard let run = steps.present, !isEditing, comparison == nil else { return false }
    return !run.isUnderWay || run.isPaused || steps.past != nil
  }

  static var pastCommands: [CommandRow] {
    [
      pastRow(
        "back", "Back in time", "Shows the run as it was one moment earlier. No group runs meanwhile.", "{",
        .move(-1), hint: .init("back in time", rank: 48), whyNotBack),
      pastRow(
        "forth", "Forth in time", "Shows the run one moment later; after the last moment, as it is now.", "}",
        .move(1), hint: .init("forth", rank: 49), whyNotForth),
      pastRow(
        "moment", "Go to a moment",
        "Shows the run as it was when a step began, at `+312 ms`, at `14:03:07`, or at moment `#7`. A click on the time axis does the same.",
        "@", .ask, whyNotPast),
      pastRow(
        "stepBefore", "Previous step in time", "Shows the run as it was when the step before began.", "Alt-{",
        .jump(.step, -1), whyNotBack),
      pastRow(
        "stepAfter", "Next step in time", "Shows the run as it was when the next step began.", "Alt-}",
        .jump(.step, 1), whyNotForth),
      pastRow(
        "writeBefore", "Previous write", "Shows the run as it was when a shared key was written last.", "Alt-(",
        .jump(.write, -1), whyNotBack),
      pastRow(
        "writeAfter", "Next write", "Shows the run as it was when a shared key was written next.", "Alt-)",
        .jump(.write, 1), whyNotForth),
    ]
  }

  private static let whyNotForth: @Sendable (State) -> String? = {
    $0.groups.steps.past == nil ? "The run is shown as it is now." : nil
  }

  private static let whyNotBack: @Sendable (State) -> String? = { state in
    if let past = state.groups.steps.past { return past.index == 0 ? "This is the first moment." : nil }
    return whyNotPast(state)
  }

  private static let whyNotPast: @Sendable (State) -> String? = { state in
    let steps = state.groups.steps
    if state.groups.comparison != nil { return isComparing }
    if state.groups.isEditing { return isStillTyped }
    guard let run = steps.present else { return whyNoRunShown(state) }
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
