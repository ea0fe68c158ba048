import ParleyEngine

/// A console on which questions are asked while a run goes on: lines of the run wait until the question is answered, and the
/// line of progress stands below them, where there is a terminal.
final class RunConsole: Console {
  private struct State {
    var isAsking = false
    var held: [String] = []
    var progress: String?
    /// Whether that only says what the command is busy with.
    var isBusy = false
    /// Whether a part of the result is on standard output already.
    var hasOutput = false
  }

  private let console: any Console
  private let state = Lock(State())

  init(_ console: any Console) {
    self.console = console
  }

  func note(_ line: String) {
    state.withLock { state in
      if state.isAsking { return state.held.append(line) }
      hideProgress(state)
      console.note(line)
      showProgress(state)
    }
  }

  func showProgress(_ line: String?) {
    state.withLock { state in
      state.isBusy = false
      if state.isAsking || state.progress == nil && line == nil { return state.progress = line }
      state.progress = line
      if notesToTerminal { console.showProgress(line) }
    }
  }

  /// Like progress, but never below a result, and never in place of progress that says more.
  func showBusy(_ line: String) {
    state.withLock { state in
      guard !state.hasOutput, !state.isAsking, state.progress == nil || state.isBusy else { return }
      (state.progress, state.isBusy) = (line, true)
      showProgress(state)
    }
  }

  func ask(_ question: String, isSecret: Bool) -> String? {
    asking { console.ask(question, isSecret: isSecret) }
  }

  func askAtTerminal(_ question: String) -> String? {
    asking { console.askAtTerminal(question) }
  }

  private func asking(_ ask: () -> String?) -> String? {
    state.withLock { state in
      hideProgress(state)
      state.isAsking = true
    }
    defer {
      state.withLock { state in
        for line in state.held { console.note(line) }
        (state.isAsking, state.held) = (false, [])
        showProgress(state)
      }
    }
    return ask()
  }

  private func hideProgress(_ state: State) {
    if notesToTerminal, state.progress != nil { console.showProgress(nil) }
  }

  private func showProgress(_ state: State) {
    if notesToTerminal, let line = state.progress { console.showProgress(line) }
  }

  func write(_ bytes: [UInt8]) {
    state.withLock { state in
      state.hasOutput = true
      // Both may be the same terminal.
      hideProgress(state)
      state.progress = nil
    }
    console.write(bytes)
  }

  func masked(_ document: JSONValue) -> JSONValue { console.masked(document) }
  var unmasked: any Console { console.unmasked }
  var columns: Int? { console.columns }
  var usesColor: Bool { console.usesColor }
  var takesOutput: Bool { console.takesOutput }
  func readLine() -> String? { console.readLine() }
  func readInput(limit: Int) -> [UInt8]? { console.readInput(limit: limit) }
  var writesToTerminal: Bool { console.writesToTerminal }
  var notesToTerminal: Bool { console.notesToTerminal }
  func dropTypedAhead() { console.dropTypedAhead() }
  var canAsk: Bool { console.canAsk }
}
