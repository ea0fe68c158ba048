package import ParleyEngine
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Going back through a run, moment by moment.
package enum PastAction: Sendable {
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

  /// So many moments on; a negative number goes back.
  private mutating func moveInTime(by count: Int) -> [Effect] {
    steps.moveInTime(by: count)
    return []
  }

  /// So many steps, or writes of shared keys, on; a negative number goes back.
  private mutating func jumpInTime(to landmark: PastRun.Landmark, _ direction: Int) -> [Effect] {
    steps.moveInTime(to: landmark, direction) ? [] : [.say(.refused(landmark.noMore(direction)))]
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
        hint: .init("back in time", rank: 48), whyNotBack
      ) { screen in
        screen.moveInTime(by: -1)
      },
      pastRow(
        "forth", "Forth in time", "Shows the run one moment later; after the last moment, as it is now.", "}",
        hint: .init("forth", rank: 49), whyNotForth
      ) { screen in
        screen.moveInTime(by: 1)
      },
      pastRow(
        "moment", "Go to a moment",
        "Shows the run as it was when a step began, at `+312 ms`, at `14:03:07`, or at moment `#7`. A click on the time axis does the same.",
        "@", whyNotPast
      ) { screen in
        [.ask(MomentForm(text: screen.steps.selected.map { "\($0.path)" } ?? ""))]
      },
      pastRow(
        "stepBefore", "Previous step in time", "Shows the run as it was when the step before began.", "Alt-{",
        whyNotBack
      ) { screen in
        screen.jumpInTime(to: .step, -1)
      },
      pastRow(
        "stepAfter", "Next step in time", "Shows the run as it was when the next step began.", "Alt-}", whyNotForth
      ) { screen in
        screen.jumpInTime(to: .step, 1)
      },
      pastRow(
        "writeBefore", "Previous write", "Shows the run as it was when a shared key was written last.", "Alt-(",
        whyNotBack
      ) { screen in
        screen.jumpInTime(to: .write, -1)
      },
      pastRow(
        "writeAfter", "Next write", "Shows the run as it was when a shared key was written next.", "Alt-)", whyNotForth
      ) { screen in
        screen.jumpInTime(to: .write, 1)
      },
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
    _ id: String, _ title: String, _ help: String, _ key: String, hint: Command<State>.Hint? = nil,
    _ disabledReason: @escaping @Sendable (State) -> String?,
    does change: @escaping @Sendable (inout GroupsScreen) -> [Effect]
  ) -> CommandRow {
    row("past.\(id)", title, help, [key], in: [.groupRun], hint: hint, disabledReason: disabledReason) { screen, _ in
      change(&screen)
    }
  }
}
