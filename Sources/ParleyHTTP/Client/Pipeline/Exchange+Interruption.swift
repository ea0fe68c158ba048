import HTTPTypes

extension Exchange.Outcome {
  /// Of a stream that was stopped, or of any body that broke off: the response with what had come until then. Nil for everything else; for
  /// a response that may be shown only once a secret was taken out of it; and while others still receive it.
  func interrupted(
    _ arrived: (head: ResponseHead, body: any ByteSource)?, of prepared: PreparedRequest, after attempts: Attempts,
    total: @autoclosure () -> Duration
  ) -> (outcome: Exchange.Outcome, why: TransportError)? {
    guard case .failure(let error) = self,
      var response = prepared.request.part(arrived, after: error, codec: prepared.codec, wire: attempts.wire)
    else { return nil }
    response.timings.total = total()
    return (.response(response), error)
  }
}

extension Call {
  /// The part of a response that came before it broke off, once that is known; nil where none did, and where it is not to be shown.
  package var brokenOff: Response? {
    guard case .failed(.transport(let error)) = state else { return nil }
    return request.part(arriving, after: error, codec: AutomaticCodec(), wire: wire)
  }
}

extension Request {
  fileprivate func part(
    _ arrived: (head: ResponseHead, body: any ByteSource)?, after error: TransportError, codec: any Codec,
    wire: WireLog?
  ) -> Response? {
    guard let (head, body) = arrived, body.isComplete, !hidesResponse, destination == .automatic,
      head.isOfStream || error.leavesPart && body.count > 0 && head.status.code != 101
    else { return nil }
    return Response(TransportResponse(head: head, body: body, bytesOnWire: body.count, wire: wire), codec: codec)
  }
}

extension ResponseHead {
  fileprivate var isOfStream: Bool { headers[.contentType].flatMap(StreamMediaType.init) != nil }
}

extension TransportError {
  /// Whether a part of a body is what the server sent, and worth a look. What somebody cancelled is not wanted.
  fileprivate var leavesPart: Bool { [.truncated, .reset, .timedOut, .tooLarge].contains(kind) }
}
