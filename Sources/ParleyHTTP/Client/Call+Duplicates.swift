extension Call {
  /// The effect on a call of another call that was in flight with the same request.
  @nonexhaustive public enum Duplication: Sendable, Hashable {
    /// It was not sent itself: it gets the response to a call that was in flight already.
    case sharesTransfer(of: ExchangeID)
    /// It ended as cancelled, because another call took its place, or was there first.
    case superseded(by: ExchangeID)
  }

  /// The result to deliver instead of its own, where somebody decided about it and others together.
  func judged(_ result: Result<Response, RequestError>) async -> Result<Response, RequestError> {
    var told = result
    for (verdict, promise) in verdicts where !isOver {
      verdict.show(told)
      told = await promise.result()
    }
    return told
  }

  /// Ends it because another call stands for it; nothing where it has ended already.
  func supersede(by winner: ExchangeID) {
    note(.superseded(by: winner))
    cancel()
  }
}
