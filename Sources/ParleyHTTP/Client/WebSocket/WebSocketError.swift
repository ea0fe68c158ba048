import HTTPTypes

/// The reason a WebSocket could not be opened, or not be used.
public enum WebSocketError: Error, Sendable {
  /// The request got no response.
  case request(RequestError)
  /// The server responded with something else than a WebSocket.
  case refused(Response)
  /// It has been closed, or is about to be.
  case closed
  /// The waiting task was cancelled.
  case cancelled
}

extension WebSocketError: ExplainedError {
  public var code: String {
    switch self {
    case .request(let error): error.code
    case .refused: "webSocket.refused"
    case .closed: "webSocket.closed"
    case .cancelled: "request.cancelled"
    }
  }

  public var summary: String {
    switch self {
    case .request(let error): error.summary
    case .refused(let response): "The server did not open a WebSocket: it responded with \(response.status.code)."
    case .closed: "The WebSocket is closed."
    case .cancelled: "Cancelled."
    }
  }

  public var detail: String? {
    guard case .request(let error) = self else { return nil }
    return error.detail
  }

  public var advice: String? {
    switch self {
    case .request(let error): error.advice
    case .refused: "Check the URL, the authentication and the subprotocols."
    case .closed: "Open it again."
    case .cancelled: nil
    }
  }
}
