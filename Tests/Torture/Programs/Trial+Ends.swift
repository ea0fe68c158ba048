import TestSupport

extension Trial {
  /// The statuses that the README promises, without those of signals.
  static let documented: Set<Int32> = [0, 1, 2, 3, 4, 20, 21, 22]

  /// What holds of every end of a command, whatever the trouble was: it ends, as documented, and says why where it fails.
  func judge(_ ended: FinishedProcess, _ words: [String], allowing statuses: Set<Int32> = documented) {
    let command = words.joined(separator: " ")
    let told = ended.errorText
    guard !ended.isKilled else { return lose("'\(command)' did not end. \(told.suffix(500))") }
    expect(statuses.contains(ended.status), "'\(command)' ended with \(ended.status): \(told.suffix(1500))")
    // Whoever sent a signal knows why: before anything has begun there is nothing to say.
    let isExplained = ended.status == 0 || ended.status > 128 || !told.isEmpty || !ended.output.isEmpty
    expect(isExplained, "'\(command)': \(ended.status) without a word")
    expect(!told.contains("Fatal error"), "'\(command)': \(told.suffix(1500))")
  }

  /// What holds of a workbench or command in a terminal.
  func judge(_ status: Int32?, _ terminal: TerminalProcess, allowing statuses: Set<Int32>) {
    guard let status else { return lose("The program in the terminal did not end.\n\(tail(of: terminal))") }
    expect(statuses.contains(status), "The program in the terminal ended with \(status).\n\(tail(of: terminal))")
  }

  private func tail(of terminal: TerminalProcess) -> String {
    String(decoding: terminal.output.suffix(1500), as: UTF8.self)
  }
}
