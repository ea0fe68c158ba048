import ParleyFiles
import ParleyText

extension Console {
  /// Does a command's work, and tells which files that an earlier command had begun to write were finished by it.
  package func tellingFinishedChanges(_ work: () async -> ExitStatus) async -> ExitStatus {
    let listener = FinishedChange.Listener { note($0.words) }
    return await FinishedChange.$listener.withValue(listener) { await work() }
  }
}

extension FinishedChange {
  fileprivate var words: String {
    "Finished first: a command that was ended meanwhile had begun to write \(files.counted("file")) here."
  }
}
