import ParleyEngine
import ParleyText

/// Follows what is done with many keys by a line on standard error, which is gone at its end:
///
///     … 3,000 of 12,500 keys
enum SharedProgressLine {
  /// Fewer are done before anybody wonders.
  private static let fewest = 500

  /// Progress that is shown where somebody sees it.
  static func progress(on console: any Console) -> SharedProgress {
    guard console.notesToTerminal else { return SharedProgress() }
    return SharedProgress { progress in
      if let text = text(progress) { console.showProgress(text) }
    }
  }

  private static func text(_ progress: SharedProgress) -> String? {
    let (done, total) = progress.count
    guard total >= fewest else { return nil }
    return progress.isWriting ? "… writing \(total.counted("key"))" : "… \(done.grouped) of \(total.counted("key"))"
  }
}
