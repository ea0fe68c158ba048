package import HTTPTypes
package import ParleyEngine

/// The response to a request.
package struct ServedResponse: Sendable {
  package enum Ending: Sendable {
    /// The response is sent.
    case response
    /// The connection is cut, and nothing is sent.
    case reset
    /// Nothing is sent; the connection stays until the client leaves.
    case silence
  }

  /// The part behind the head, where it is not a `body` that is there already.
  package enum Rest: Sendable {
    /// A body that is made while it is sent; without a length it goes in chunks.
    case pieces(any PieceSource, length: Int?)
    /// The connection becomes a WebSocket, and the conversation of the channel begins.
    case webSocket(WebSocketChannel)
  }

  package var status: HTTPResponse.Status
  package var headers: HTTPFields
  package var body: [UInt8]
  package var rest: Rest?
  package var ending = Ending.response
  /// Whether `Date` and `Connection: keep-alive` are added.
  package var saysTheUsual = true

  package init(_ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package static let reset = ServedResponse(ending: .reset)
  package static let silence = ServedResponse(ending: .silence)

  private init(ending: Ending) {
    self.init()
    self.ending = ending
  }

  /// Opens a WebSocket.
  /// - Parameter channel: with a conversation, which the WebSocket closes after.
  /// - Returns: nil if the request asks for none (RFC 6455, 4.2.1).
  package static func webSocket(_ channel: WebSocketChannel, for request: ServedRequest) -> ServedResponse? {
    guard request.method == "GET", let key = WebSocketHandshake.key(in: request.headers) else { return nil }
    var response = ServedResponse(
      .switchingProtocols,
      headers: [.upgrade: "websocket", .secWebSocketAccept: WebSocketHandshake.accept(for: key)])
    response.rest = .webSocket(channel)
    return response
  }

  /// The length of its body; nil where nobody knows it before the end.
  var length: Int? {
    if case .pieces(_, let length) = rest { length } else { body.count }
  }
}
