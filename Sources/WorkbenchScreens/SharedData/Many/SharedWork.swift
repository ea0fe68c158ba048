import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// The work in progress on many keys.
struct SharedWork: Sendable {
  /// The fewest keys for which the count is shown: fewer are done before it could be read.
  private static let leastKeys = 100

  /// Such as `deleting`.
  let words: String
  let progress: SharedProgress

  init(words: String, _ progress: SharedProgress) {
    (self.words, self.progress) = (words, progress)
  }

  /// Esc while it is in progress.
  func stop() -> [Effect] { progress.stop() ? [] : [.say(.refused("It is being written: u takes it back."))] }

  /// `deleting 1,200 of 12,500   Esc stops`
  var text: StyledText {
    let (done, total) = progress.count
    let count = total >= Self.leastKeys ? " \(done.grouped) of \(total.grouped)" : ""
    if progress.isStopped { return [Span("stopping …  ", .warning)] }
    if progress.isWriting { return [Span("\(words), writing …  ", .accent)] }
    return [Span("\(words)\(count)  ", .accent), Span("Esc", .hint), Span(" stops  ", .muted)]
  }
}

extension SharedBatchIntent {
  /// The verb shown while the job is in progress.
  var workingWords: String {
    switch job {
    case .remove: "deleting"
    case .bind: "encrypting"
    case .copy(_, let isMove, _): isMove ? "moving" : "copying"
    case .across: "copying"
    case .export: "exporting"
    case .importFile: "importing"
    case .takeSnapshot, .removeSnapshot: "snapshot"
    case .restore: "restoring"
    case .undo: "undoing"
    case .redo: "redoing"
    }
  }
}
