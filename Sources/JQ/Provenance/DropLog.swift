/// The values that parts of a filter dropped in a traced evaluation. It belongs to the machine's thread.
final class DropLog {
  /// A value that was dropped, and the byte of the filter's text at which the part stands that dropped it.
  struct Drop {
    let origin: Origin
    let place: Int
  }

  private(set) var drops: [Drop] = []
  /// More are no account that anybody reads.
  private static let most = 20_000

  fileprivate func add(_ origin: Origin, at place: Int) {
    if drops.count < Self.most { drops.append(Drop(origin: origin, place: place)) }
  }
}

extension Machine {
  /// A part of the filter lets a value through no further.
  @inline(__always)
  func note(dropped value: Value, at place: Int) {
    guard isTracing, let origin = value.origin else { return }
    drops?.add(origin, at: place)
  }
}
