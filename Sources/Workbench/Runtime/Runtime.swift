package import ParleyEngine
package import TerminalKit
import WorkbenchGroups
import WorkbenchScreens
package import WorkbenchServices
package import WorkbenchState

/// The loop: takes what has happened, changes the state, starts the effects, draws one frame, sleeps. The only part that
/// touches the terminal and the services.
///
///     terminal ─ InputEvent ─┐
///     services ─ Mailbox ────┴→ Action → State.update → [Effect] ─┬→ EffectRunner → services
///                                                                 └→ terminal
///                                        State.draw   → Frame ────→ terminal
///
/// Everything that waits is handled before one frame is drawn. With nothing in flight it sleeps without a timeout.
package final class Runtime {
  private(set) var state: State
  let terminal: any Terminal
  let services: Services
  package let activity = Activity()
  let mailbox: Mailbox
  let runner: EffectRunner
  var calls: Calls
  var runs: LiveRuns
  let editor: [String]
  let pager: [String]
  private let now: @Sendable () -> Timestamp

  /// How often the clock is looked at while something runs.
  static let tick = Duration.milliseconds(100)

  /// - Parameters:
  ///   - editor: the person's editor as words, the file's path to be added; empty when there is none.
  ///   - pager: the person's pager, likewise.
  ///   - notice: a line that is shown until the first key.
  ///   - request: a URL, `POST url body` or curl command to open.
  ///   - themes: those to choose from.
  ///   - settings: the person's, for all workspaces.
  ///   - now: the wall clock.
  package init(
    terminal: any Terminal, services: Services, commands: CommandSet, editor: [String] = [],
    pager: [String] = [], notice: String? = nil, request: String? = nil, themes: [Theme] = Theme.shipped,
    settings: PersonSettings = PersonSettings(),
    now: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) {
    self.terminal = terminal
    self.services = services
    self.editor = editor
    self.pager = pager
    self.now = now
    mailbox = Mailbox(waker: terminal.waker, activity: activity)
    runner = EffectRunner(services: services, mailbox: mailbox, activity: activity)
    calls = Calls(mailbox: mailbox, activity: activity)
    runs = LiveRuns(mailbox: mailbox, activity: activity)
    state = State(commands: commands, size: terminal.size, now: now())
    state.notice = notice.map(Notice.done)
    state.opening.given = request
    state.themes = Themes(themes, current: terminal.theme)
    state.editing.usesVi = settings.editing == .vi
    state.reading = ReadingStyle(wraps: settings.wraps, isPlain: settings.isPlain)
  }

  /// Runs until the person leaves the workspace, or the terminal is gone. Blocks the calling thread.
  /// - Returns: the workspace to go on with; nil to leave the program.
  @discardableResult
  package func run() throws(TerminalError) -> NextWorkspace? {
    try terminal.start()
    defer { end() }
    let events = listen()
    handle(.input(.resize(terminal.size)))
    handle(state.start())
    while !state.end.hasCome {
      handle(mailbox.take(), events)
      guard !state.end.hasCome else { break }
      terminal.draw(state.draw())
      sleep()
    }
    return state.end.nextWorkspace
  }

  private func listen() -> EventSubscription {
    let events = services.history.events()
    events.onArrival { [mailbox] in mailbox.postEvents() }
    services.history.onForeignEvents { [mailbox] in mailbox.post([.delivered]) }
    services.workspace.onChanging { [mailbox] in mailbox.post([.workspace(.changing)]) }
    services.workspace.onChange { [mailbox] in mailbox.post([.workspace(.reload)]) }
    services.history.onNotice { [mailbox] problem in mailbox.post([.told(problem)]) }
    services.requests.signIns.onChange { [mailbox] in mailbox.post([.signIn(.changed)]) }
    services.groups.onRunsChange { [mailbox] in mailbox.post([.groups(.refresh)]) }
    services.groups.onRunsProgress { [mailbox] in mailbox.post([.groups(.progress)]) }
    return events
  }

  /// Sleeps until something happens, and handles all the terminal has to tell.
  private func sleep() {
    activity.change { count in
      count.isLoopAtWork = false
      count.frames += 1
    }
    var event = terminal.nextEvent(timeout: state.needsClock ? Self.tick : nil)
    activity.change { count in
      count.isLoopAtWork = true
      count.generation += 1
    }
    handle(.clock(now()))
    while let next = event, !state.end.hasCome {
      if next != .woken { handle(.input(next)) }
      event = terminal.nextEvent(timeout: .zero)
    }
  }

  private func handle(_ delivery: Mailbox.Delivery, _ events: EventSubscription) {
    for action in delivery.actions { handle(action) }
    for id in delivery.calls {
      for action in calls.news(of: id) { handle(action) }
    }
    for id in delivery.runs {
      if let action = runs.news(of: id) { handle(action) }
    }
    if delivery.hasEvents {
      let told = events.takeAvailable()
      handle(.delivered)
      let changes = told.compactMap(\.sharedData)
      if !changes.isEmpty || told.contains(where: \.isGap) { handle(.shared(.told(changes))) }
    }
  }

  private func handle(_ action: Action) {
    handle(state.update(action))
  }

  private func handle(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .then(let action): handle(action)
      case .perform(let effect): runner.perform(effect)
      case .follow(let call): calls.follow(call)
      case .control(let id, let control): calls.control(id, control)
      case .followRun(let run): runs.follow(run)
      case .steer(let id, let control): runs.control(id, control)
      case .leaveAsking: runner.leaveAsking()
      case .terminal(let effect): perform(effect)
      }
    }
  }

  /// Nothing typed is lost: what is being kept is waited for.
  private func end() {
    calls.cancelAll()
    runs.stopAll()
    services.requests.signIns.close()
    terminal.stop()
    activity.waitForLastingEffects()
    activity.change { count in
      count.isLoopAtWork = false
      count.hasEnded = true
    }
  }
}

extension EventSubscription.Delivery {
  fileprivate var sharedData: Event.SharedData? {
    if case .event(let event) = self { event.kind.sharedData } else { nil }
  }

  fileprivate var isGap: Bool {
    if case .missed = self { true } else { false }
  }
}
