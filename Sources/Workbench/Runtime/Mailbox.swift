import ParleyEngine
import TerminalKit
import WorkbenchState

/// The input of the loop: actions in the order they came, calls that have news, events that wait.
final class Mailbox: Sendable {
  private struct Content {
    var actions: [Action] = []
    var calls: [ExchangeID] = []
    var runs: [String] = []
    var hasEvents = false
    /// How often something was put in.
    var puts = 0
  }

  struct Delivery {
    var actions: [Action]
    /// Each once, however often it changed: only its present state counts.
    var calls: [ExchangeID]
    /// The same for runs.
    var runs: [String]
    var hasEvents: Bool
  }

  private let content = Lock(Content())
  private let waker: any Waker
  private let activity: Activity

  init(waker: any Waker, activity: Activity) {
    self.waker = waker
    self.activity = activity
  }

  func post(_ actions: [Action]) {
    put { $0.actions += actions }
  }

  func postChange(of call: ExchangeID) {
    put { if !$0.calls.contains(call) { $0.calls.append(call) } }
  }

  func postChange(ofRun run: String) {
    put { if !$0.runs.contains(run) { $0.runs.append(run) } }
  }

  func postEvents() {
    put { $0.hasEvents = true }
  }

  /// Takes everything out.
  func take() -> Delivery {
    let taken = content.withLock { content in
      defer { content = Content() }
      return content
    }
    // Only what was taken: a put that is in progress has counted itself already.
    activity.change { $0.waitingActions -= taken.puts }
    return Delivery(actions: taken.actions, calls: taken.calls, runs: taken.runs, hasEvents: taken.hasEvents)
  }

  private func put(_ body: (inout Content) -> Void) {
    activity.change { count in
      count.waitingActions += 1
      count.generation += 1
    }
    content.withLock { content in
      body(&content)
      content.puts += 1
    }
    waker.wake()
  }
}
