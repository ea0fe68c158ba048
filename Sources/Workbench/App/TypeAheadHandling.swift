import ParleyEngine
import TerminalKit
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

/// A key may bring up a question after a moment. Until that is known keys wait: they belong to the question, and if there is
/// none, they act.
enum TypeAheadHandling {
  /// Waits for what has begun now.
  static func follow(_ effects: [Effect], in state: inout State) {
    for effect in effects {
      switch effect {
      case .perform(let work) where work.mayAsk: state.input.held.beginEffect(at: state.now)
      case .followRun(let run): state.input.held.wait(for: .run(run.id), at: state.now)
      default: break
      }
    }
    if state.input.held.isAsking { state.input.held.keepWaiting(for: { [state] in mayAsk($0, in: state) }) }
  }

  static func settled(in state: inout State) -> [Effect] {
    state.input.held.endEffect()
    return []
  }

  /// Gives a form the keys that were typed for it. For any other pop-up, typed keys are dropped.
  static func meetQuestion(in state: inout State) -> [Effect] {
    guard state.input.held.isAsking, let popup = state.popups.top else { return [] }
    let typed = state.input.held.meet()
    return popup.sheet.isTyping ? typed.map { .then(.input($0)) } : []
  }

  /// Ctrl-C while it is not known yet whether work brings up a question: the work is abandoned, and keys act again.
  static func stopAsking(in state: inout State) -> [Effect]? {
    guard state.input.held.canBeLeft else { return nil }
    state.input.held.stopWaiting()
    state.files.cancelSend()
    return [.leaveAsking, .say(.done("Stopped waiting."))]
  }

  /// Whether a question can still come up first.
  private static func mayAsk(_ asking: TypeAheadBuffer.Asking, in state: State) -> Bool {
    switch asking {
    case .reading(let id): state.files.isWaiting(toSend: id)
    case .call(let id): state.transfers[id].map { !$0.isAnswered && $0.progress == TransferProgress() } ?? false
    case .run(let id): state.groups.live.first { $0.id == id }.map({ mayAsk($0, in: state) }) ?? false
    }
  }

  /// The first step says it: when it has begun, it has asked. The question itself is seen on its screen alone.
  private static func mayAsk(_ run: ShownRun, in state: State) -> Bool {
    guard run.questions.isEmpty else { return state.screen == .groups && !state.groups.isEditing }
    return run.stops.isEmpty && !run.records.values.contains { !$0.attempts.isEmpty }
  }
}
