import Commands
import ParleyEngine

/// A console that keeps what it was told.
final class RecordingConsole: Console {
  struct Told: Sendable {
    var output: [UInt8] = []
    var notes: [String] = []
    /// Nil for every time the line was taken away.
    var progress: [String?] = []
    /// What was asked, and when typed-ahead lines were dropped, in order.
    var questions: [String] = []
  }

  let notesToTerminal: Bool
  private let state = Lock(Told())

  let writesToTerminal: Bool

  /// What a person says to every question.
  let answer: String?

  let columns: Int?
  let usesColor: Bool
  /// On standard input.
  let input: String

  init(
    isTerminal: Bool = false, writesToTerminal: Bool = false, answer: String? = nil, columns: Int? = nil,
    usesColor: Bool = false, input: String = ""
  ) {
    self.answer = answer
    self.input = input
    self.columns = columns
    self.usesColor = usesColor
    notesToTerminal = isTerminal
    self.writesToTerminal = writesToTerminal
  }

  var told: Told { state.withLock { $0 } }
  var text: String { String(decoding: told.output, as: UTF8.self) }

  let takesOutput = true
  func write(_ bytes: [UInt8]) { state.withLock { $0.output += bytes } }
  func note(_ line: String) { state.withLock { $0.notes.append(line) } }
  func showProgress(_ line: String?) { state.withLock { $0.progress.append(line) } }
  func readLine() -> String? { nil }
  func readInput(limit: Int) -> [UInt8]? { Array(input.utf8) }
  func askAtTerminal(_ question: String) -> String? { nil }
  func ask(_ question: String, isSecret: Bool) -> String? {
    state.withLock { $0.questions.append(question) }
    return answer
  }
  func dropTypedAhead() { state.withLock { $0.questions.append("dropped") } }
  var canAsk: Bool { answer != nil }
}
