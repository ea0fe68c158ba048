import DequeModule

/// The transfers in flight, and those that wait for a place, first come first served.
///
/// Places are counted in transfers, not in connections: over HTTP/2 one connection carries many, and the server is to see
/// no more at once than the pool has places. A transfer that is paused once it is sent keeps its place as it keeps its connection.
final class TransferQueue {
  /// 0 is no limit.
  var poolSize = 0
  private var active = 0
  // Only the loop's thread gets there, and nobody is called while it is changed.
  @exclusivity(unchecked) private var line: Deque<CurlTransfer> = []
  /// How many in line have ended meanwhile.
  private var gone = 0

  private var hasPlace: Bool { poolSize == 0 || active < poolSize }

  /// Gives the transfer a place, or puts it at the end of the line.
  func admits(_ transfer: CurlTransfer) -> Bool {
    if hasPlace, line.isEmpty {
      active += 1
      return true
    }
    transfer.isQueued = true
    line.append(transfer)
    return false
  }

  /// The next whose turn it is, with a place. One that is paused loses its turn, and comes again when it goes on.
  func next() -> CurlTransfer? {
    while hasPlace, let first = line.popFirst() {
      first.isQueued = false
      if first.index == nil {
        gone -= 1
      } else if !first.isPaused {
        active += 1
        return first
      }
    }
    return nil
  }

  /// A place becomes free.
  func leave() {
    active -= 1
  }

  /// A transfer ends while it waits. What is left of it in line goes when half of the line is gone.
  func abandon(_ transfer: CurlTransfer) {
    guard transfer.isQueued else { return }
    gone += 1
    guard gone > 16, gone > line.count / 2 else { return }
    line.removeAll { $0.index == nil }
    gone = 0
  }
}
