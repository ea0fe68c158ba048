/// A screen in memory, for tests: feed it events, look at the last frame.
///
/// The program runs its loop on a thread of its own; the test speaks from another and never sleeps:
///
///     terminal.type("g g", "Enter")
///     let frame = await terminal.settled()
///     #expect(frame.text == …)
package final class MemoryTerminal: Terminal, Sendable {
  struct State {
    var size: Size
    var theme: Theme = .dark
    var events: [InputEvent] = []
    var isWoken = false
    var isWaiting = false
    var stage = Stage.new
    var frame: Frame
    var record = Record()
    var handOver: @Sendable ([String]) -> Int32 = { _ in 0 }
    var clipboardLimit = Int.max
    var watchers: [Watcher] = []
    var watchersMade = 0
  }

  enum Stage {
    case new, started
    /// The program handles nothing any more.
    case left
  }

  /// A record of everything the program did to the terminal, besides the content of its frames.
  package struct Record: Sendable {
    package var framesDrawn = 0
    package var redraws = 0
    package var suspensions = 0
    package var commands: [[String]] = []
    /// The environment variables that were withheld from the last command.
    package var withheld: Set<String> = []
    package var titles: [String] = []
    package var copied: [String] = []
  }

  struct Watcher {
    let id: Int
    let isDue: (State) -> Bool
    let continuation: CheckedContinuation<Frame, Never>
  }

  let state: Monitor<State>

  package init(size: Size) {
    state = Monitor(State(size: size, frame: Frame(size: size)))
  }

  package var size: Size { state.withLock { $0.size } }

  package var theme: Theme {
    get { state.withLock { $0.theme } }
    set { state.withLock { $0.theme = newValue } }
  }

  package var waker: any Waker { MemoryWaker(terminal: self) }

  package func start() throws(TerminalError) { change { $0.stage = .started } }
  package func stop() { change { $0.stage = .left } }

  package func draw(_ frame: Frame) {
    change {
      $0.frame = frame
      $0.record.framesDrawn += 1
    }
  }

  package func redraw() { change { $0.record.redraws += 1 } }

  package func nextEvent(timeout: Duration?) -> InputEvent? {
    let event = state.wait(timeout: timeout) { state -> InputEvent? in
      let event = state.takeEvent()
      // In one step with taking the event: between the two the program would look settled.
      state.isWaiting = event == nil
      state.notify()
      return event
    }
    if event == nil { state.withLock { $0.isWaiting = false } }
    return event
  }

  package func suspend() {
    change {
      $0.record.suspensions += 1
      $0.events.insert(.resumed, at: 0)
    }
  }

  package func handOver(to command: [String], without variables: Set<String>) throws(TerminalError) -> Int32 {
    let run = state.withLock { state in
      state.record.commands.append(command)
      state.record.withheld = variables
      return state.handOver
    }
    let status = run(command)
    change { $0.events.insert(.resumed, at: 0) }
    return status
  }

  package func setTitle(_ title: String) { change { $0.record.titles.append(title) } }

  /// Text of more bytes than this is not taken.
  package var clipboardLimit: Int {
    get { state.withLock { $0.clipboardLimit } }
    set { state.withLock { $0.clipboardLimit = newValue } }
  }

  package func copy(_ text: String) -> Bool {
    guard text.utf8.count <= clipboardLimit else { return false }
    change { $0.record.copied.append(text) }
    return true
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      state.notify()
    }
  }
}

private struct MemoryWaker: Waker {
  let terminal: MemoryTerminal

  func wake() {
    terminal.state.withLock { $0.isWoken = true }
  }
}

extension MemoryTerminal.State {
  fileprivate mutating func takeEvent() -> InputEvent? {
    if !events.isEmpty { return events.removeFirst() }
    guard isWoken else { return nil }
    isWoken = false
    return .woken
  }

  /// Whether the program has done all it was asked to, and sleeps or has ended.
  var isSettled: Bool { stage == .left || (isWaiting && events.isEmpty && !isWoken) }

  mutating func nextWatcherID() -> Int {
    watchersMade += 1
    return watchersMade
  }

  mutating func dismissWatcher(_ id: Int) {
    guard let index = watchers.firstIndex(where: { $0.id == id }) else { return }
    watchers.remove(at: index).continuation.resume(returning: frame)
  }

  mutating func notify() {
    var waiting: [MemoryTerminal.Watcher] = []
    for watcher in watchers {
      if watcher.isDue(self) { watcher.continuation.resume(returning: frame) } else { waiting.append(watcher) }
    }
    watchers = waiting
  }
}
