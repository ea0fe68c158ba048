import HTTPTypes

// How far the transfer is: always counted, and told where somebody asked for it or where it takes long. As long as a download or an
// upload moves it is not timed out.
extension CurlTransfer {
  var progress: TransferProgress? { counts.now }

  static func meter(for request: TransportRequest, from start: Monotonic) -> ProgressMeter? {
    if let interval = request.options.progressInterval { return ProgressMeter(interval: interval, from: start) }
    guard request.tellsLongTransfers else { return nil }
    let interval = ProgressMeter.standardInterval
    return ProgressMeter(interval: interval, from: start.advanced(by: interval))
  }

  func beginsToSend() {
    guard let content = hop.content else { return }
    counts.beginsToSend(expecting: content.count)
  }

  /// - Parameter count: of the body, as the response's head says; -1 where it does not.
  func beginsToReceive(_ count: Int) {
    counts.beginsToReceive(behind: download?.base ?? 0, expecting: count < 0 || hop.method == .head ? nil : count)
  }

  /// - Parameter isFirst: whether nothing of the body was sent before.
  func sent(upTo count: Int, isFirst: Bool) {
    counts.sends(count)
    moved(isFirst: isFirst, isLast: count == hop.content?.count)
  }

  func received(_ count: Int, isFirst: Bool) {
    counts.receives(count)
    moved(isFirst: isFirst, isLast: counts.isWhole)
  }

  /// A body that goes or comes in one piece is told by its end, unless somebody asked.
  private func moved(isFirst: Bool, isLast: Bool) {
    if isTimedByBytes { deadline = Deadline(in: hop.options.timeout, from: .now) }
    guard meter != nil else { return }
    if !isFirst { isInPieces = true }
    if tellsAll, tellProgress() { return }
    if !isLast, let meter { loop.tellProgress(at: meter.next) }
  }

  /// - Returns: the time at which the rest is due; nil when nothing is left to report.
  func tellDueProgress() -> Monotonic? {
    guard !tellProgress(), meter?.untold(of: counts.now) != nil else { return nil }
    return meter?.next
  }

  /// - Returns: whether it was told.
  private func tellProgress() -> Bool {
    let progress = counts.now
    guard meter?.tells(progress) == true else { return false }
    handler?(.progress(progress))
    return true
  }

  func tellLastProgress() {
    if tellsAll, let progress = meter?.untold(of: counts.now) { handler?(.progress(progress)) }
  }

  private var tellsAll: Bool { isInPieces || hop.options.progressInterval != nil }
}
