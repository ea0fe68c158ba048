import HTTPTypes

extension Exchange.Outcome {
  /// Of a stream that was stopped, or broke off: the response with what had come until then. Nil for everything else, which is
  /// of no use unless it is whole; for a response that may be shown only once a secret was taken out of it; and while others
  /// still receive it.
  func interrupted(
    _ arrived: (head: ResponseHead, body: any ByteSource)?, of prepared: PreparedRequest, after attempts: Attempts,
    total: @autoclosure () -> Duration
  ) -> (outcome: Exchange.Outcome, why: TransportError)? {
    guard case .failure(let error) = self, let (head, body) = arrived, body.isComplete, !prepared.request.hidesResponse,
      prepared.request.destination == .automatic,
      let type = head.headers[.contentType], StreamMediaType(type) != nil
    else { return nil }
    var received = TransportResponse(head: head, body: body, bytesOnWire: body.count, wire: attempts.wire)
    received.timings.total = total()
    return (.response(Response(received, codec: prepared.codec)), error)
  }
}
