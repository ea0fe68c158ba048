import ParleyEngine
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

/// The runs in progress, by the name the state knows them by. Belongs to the loop.
struct LiveRuns {
  private struct Followed {
    let live: LiveRun
    let listening: [Task<Void, Never>]
    /// The revision of the recording that the state has seen.
    var seen = 0
  }

  private var byID: [String: Followed] = [:]
  private let mailbox: Mailbox
  private let activity: Activity

  /// News that come sooner wait until then: no eye sees more.
  private static let frame = Duration.milliseconds(16)

  init(mailbox: Mailbox, activity: Activity) {
    self.mailbox = mailbox
    self.activity = activity
  }

  /// Starts it, and tells what happens to it.
  mutating func follow(_ live: LiveRun) {
    let (id, mailbox) = (live.id, mailbox)
    let listening = [live.run.changes, live.debugger.changes].map { changes in
      Task {
        for await _ in changes {
          mailbox.postChange(ofRun: id)
          try? await Task.sleep(for: Self.frame)
        }
      }
    }
    byID[id] = Followed(live: live, listening: listening)
    activity.change { $0.calls += 1 }
    live.questions.onChange { mailbox.postChange(ofRun: id) }
    live.run.onEnd { _ in mailbox.postChange(ofRun: id) }
    live.run.start()
  }

  func control(_ id: String, _ control: RunControl) {
    byID[id]?.live.perform(control)
  }

  /// The news since the last call; a run that has ended is released.
  mutating func news(of id: String) -> Action? {
    guard let followed = byID[id] else { return nil }
    let (run, debugger) = (followed.live.run, followed.live.debugger)
    let hasEnded = if case .ended = run.state { true } else { false }
    let changed = run.records(changedSince: followed.seen)
    byID[id]?.seen = changed.revision
    let news = RunNews(
      records: changed.records, stops: debugger.stops, focus: debugger.focus, isPaused: debugger.isPaused,
      questions: followed.live.questions.open, isStopping: run.isStopped, end: hasEnded ? run.recording.summary : nil)
    if hasEnded { letGo(id, followed) }
    return .groups(.news(id, news))
  }

  /// The program waits for their end, so that what runs always does so, and their recordings say that they were stopped.
  func stopAll() {
    for live in byID.values.map(\.live) {
      activity.change { $0.lastingEffects += 1 }
      live.run.onEnd { [activity] _ in activity.change { $0.lastingEffects -= 1 } }
      live.perform(.stop)
      live.questions.close()
    }
  }

  private mutating func letGo(_ id: String, _ followed: Followed) {
    for task in followed.listening { task.cancel() }
    byID[id] = nil
    activity.change { $0.calls -= 1 }
  }
}
