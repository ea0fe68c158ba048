import ParleyEngine
import TerminalKit
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

// What a key has begun may bring up a question after a moment. Until that is known keys wait: they belong to the question, and if there is
// none, they act.
extension State {
  /// Waits for what has begun now.
  mutating func followAsking(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .perform(let work) where work.mayAsk: held.beginEffect(at: now)
      case .followRun(let run): held.wait(for: .run(run.id), at: now)
      default: break
      }
    }
    if held.isAsking { held.keepWaiting(for: mayAsk) }
  }

  mutating func settled() -> [Effect] {
    held.endEffect()
    return []
  }

  /// Gives a form the keys that were typed for it. For any other pop-up, typed keys are dropped.
  mutating func meetQuestion() -> [Effect] {
    guard held.isAsking, let popup = popups.top else { return [] }
    let typed = held.meet()
    return popup.sheet.isTyping ? typed.map { .then(.input($0)) } : []
  }

  /// Ctrl-C while it is not known yet whether work brings up a question: the work is abandoned, and keys act again.
  mutating func stopAsking() -> [Effect]? {
    guard held.canBeLeft else { return nil }
    held.stopWaiting()
    files.cancelSend()
    return [.leaveAsking, .say(.done("Stopped waiting."))]
  }

  /// Whether a question can still come up first.
  private func mayAsk(_ asking: TypeAheadBuffer.Asking) -> Bool {
    switch asking {
    case .reading(let id): files.isWaiting(toSend: id)
    case .call(let id): transfers[id].map { !$0.isAnswered && $0.progress == TransferProgress() } ?? false
    case .run(let id): groups.live.first { $0.id == id }.map(mayAsk) ?? false
    }
  }

  /// The first step says it: when it has begun, it has asked. The question itself is seen on its screen alone.
  private func mayAsk(_ run: ShownRun) -> Bool {
    guard run.questions.isEmpty else { return screen == .groups && !groups.isEditing }
    return run.stops.isEmpty && !run.records.values.contains { !$0.attempts.isEmpty }
  }
}
