/// The request that was prepared last. One that is sent over and over, as by a group or a load, is prepared once.
final class RecentRequest: Sendable {
  private let last = Lock<PreparedRequest?>(nil)

  /// The prepared request of a call; nil where its request is another one than the last.
  func prepared(for call: Call) -> PreparedRequest? {
    guard let known = last.withLock(\.self), known.isMade(from: call.request) else { return nil }
    return PreparedRequest(known, for: call)
  }

  func keep(_ prepared: PreparedRequest) {
    let kept = prepared.isRepeatable ? prepared : nil
    last.withLock { $0 = kept }
  }
}

extension PreparedRequest {
  /// One that belongs to a run records more than others.
  fileprivate func isMade(from original: Request) -> Bool {
    request.isSame(as: original) && (request.groupID == nil) == (original.groupID == nil)
  }
}
