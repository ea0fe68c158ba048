import ParleyEngine
import ParleyFiles
import ParleyText

/// A console whose standard output is a file: what a filter gives, as it is printed elsewhere. The file is written once all is there.
struct FilteredFile: Console {
  private let console: any Console
  private let path: String
  private let bytes = Lock<[UInt8]>([])

  init(_ path: String, beside console: any Console) {
    (self.path, self.console) = (path, console)
  }

  /// - Throws: `FileError`
  func finish() throws(FileError) {
    try OutputFile.write(bytes.withLock { $0 }, to: path)
    console.note("saved to \(Printable.text(path))")
  }

  func write(_ new: [UInt8]) { bytes.withLock { $0 += new } }
  var takesOutput: Bool { true }
  var writesToTerminal: Bool { false }
  var columns: Int? { nil }
  var usesColor: Bool { false }

  func note(_ line: String) { console.note(line) }
  func showProgress(_ line: String?) { console.showProgress(line) }
  func readLine() -> String? { console.readLine() }
  func readInput(limit: Int) -> [UInt8]? { console.readInput(limit: limit) }
  func askAtTerminal(_ question: String) -> String? { console.askAtTerminal(question) }
  func ask(_ question: String, isSecret: Bool) -> String? { console.ask(question, isSecret: isSecret) }
  func dropTypedAhead() { console.dropTypedAhead() }
  var notesToTerminal: Bool { console.notesToTerminal }
  var canAsk: Bool { console.canAsk }
}
