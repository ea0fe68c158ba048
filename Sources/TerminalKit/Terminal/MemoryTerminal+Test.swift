extension MemoryTerminal {
  /// The frame drawn last.
  package var frame: Frame { state.withLock { $0.frame } }
  package var text: String { frame.text }
  package var record: Record { state.withLock { $0.record } }
  package var isStarted: Bool { state.withLock { $0.stage == .started } }

  package func send(_ events: InputEvent...) {
    state.withLock { $0.events += events }
  }

  /// Presses keys, each given by name or as a sequence of names: `terminal.press("g g", "Ctrl-S")`.
  package func press(_ sequences: String...) throws(KeyNameError) {
    var keys: [Key] = []
    for sequence in sequences { keys += try KeySequence(sequence).keys }
    state.withLock { $0.events += keys.map(InputEvent.key) }
  }

  /// Types text, a key for each character.
  package func type(_ text: String) {
    let keys = text.map { $0 == "\n" ? Key.enter : $0 == "\t" ? .tab : .character($0) }
    state.withLock { $0.events += keys.map(InputEvent.key) }
  }

  package func resize(to size: Size) {
    state.withLock {
      $0.size = size
      $0.events.append(.resize(size))
    }
  }

  /// Sets the function that runs when the program hands the screen over to another; by default nothing runs, and the
  /// status is 0.
  package func onHandOver(_ run: @escaping @Sendable ([String]) -> Int32) {
    state.withLock { $0.handOver = run }
  }

  /// The frame that stands once the program has handled everything and sleeps for more, or has ended.
  package func settled() async -> Frame {
    await frame { $0.isSettled }
  }

  /// The first frame, from the present one on, that the test waits for. Tests bound the wait by a `.timeLimit`.
  package func frame(where isWanted: @escaping @Sendable (Frame) -> Bool) async -> Frame {
    await frame { (state: State) in isWanted(state.frame) }
  }

  /// A test that is cancelled, as by its time limit, gets the frame of that moment and fails on it instead of hanging.
  private func frame(when isDue: @escaping @Sendable (State) -> Bool) async -> Frame {
    let id = state.withLock { $0.nextWatcherID() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          let isCancelled = Task.isCancelled
          state.watchers.append(
            Watcher(id: id, isDue: { isCancelled || isDue($0) }, continuation: continuation))
          state.notify()
        }
      }
    } onCancel: {
      state.withLock { $0.dismissWatcher(id) }
    }
  }
}
