import Commands
import ParleyEngine

/// A console that keeps what it was told.
final class RecordingConsole: Console {
  struct Told: Sendable {
    var output: [UInt8] = []
    var notes: [String] = []
    /// Nil for every time the line was taken away.
    var progress: [String?] = []
  }

  let notesToTerminal: Bool
  private let state = Lock(Told())

  init(isTerminal: Bool = false) {
    notesToTerminal = isTerminal
  }

  var told: Told { state.withLock { $0 } }
  var text: String { String(decoding: told.output, as: UTF8.self) }

  let takesOutput = true
  func write(_ bytes: [UInt8]) { state.withLock { $0.output += bytes } }
  func note(_ line: String) { state.withLock { $0.notes.append(line) } }
  func showProgress(_ line: String?) { state.withLock { $0.progress.append(line) } }
  func readLine() -> String? { nil }
  func readInput(limit: Int) -> [UInt8]? { [] }
  func askAtTerminal(_ question: String) -> String? { nil }
  func ask(_ question: String, isSecret: Bool) -> String? { nil }
  var writesToTerminal: Bool { false }
  var canAsk: Bool { false }
}
