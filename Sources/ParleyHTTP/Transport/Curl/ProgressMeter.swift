/// Decides when progress is worth telling: when it has changed, and not more often than asked for.
struct ProgressMeter {
  /// How often what takes long is told when nobody said anything.
  static let standardInterval = Duration.milliseconds(100)

  /// The time at which the next change is due.
  private(set) var next: Monotonic
  private let interval: Duration
  private var last = TransferProgress()
  private var latest = TransferProgress()

  /// - Parameter start: the first change is told from then on.
  init(interval: Duration, from start: Monotonic) {
    self.interval = interval
    next = start
  }

  mutating func tells(_ progress: TransferProgress) -> Bool {
    latest = progress
    guard progress != last else { return false }
    let now = Monotonic.now
    guard now >= next else { return false }
    last = progress
    next = now.advanced(by: interval)
    return true
  }

  /// The progress that has not been reported yet; nil if there is none. The end of a transfer is reported whenever it
  /// comes.
  var untold: TransferProgress? { untold(of: latest) }

  func untold(of progress: TransferProgress) -> TransferProgress? { progress == last ? nil : progress }
}
