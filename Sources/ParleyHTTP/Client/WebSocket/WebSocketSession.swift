/// A WebSocket (RFC 6455): opened by a request, then messages both ways until one side closes it.
///
/// The request is sent as any other: with its headers, its cookies, its authentication, through its proxy and with its
/// client certificate. Its exchange ends with the session: the response has status 101, and its body is the transcript
/// (see ``WebSocketEntry``).
///
/// ```swift
/// let session = client.webSocket(.get("wss://api.example.com/prices"))
/// try await session.open()
/// try await session.send(#"{ "subscribe": "tea" }"#)
/// while let message = await session.receive() { show(message) }
/// ```
///
/// A message is sent when the connection has taken it, so that whoever waits for each ``send(_:)-(String)`` never fills memory. What is
/// not received makes the server wait, once 1,024 messages or 1 MB wait.
public final class WebSocketSession: Sendable {
  /// The request that opens it; cancelling it drops the connection.
  public let call: Call
  private let channel: WebSocketChannel

  fileprivate init(_ call: Call, _ channel: WebSocketChannel) {
    (self.call, self.channel) = (call, channel)
  }

  /// Sends the request, and returns when the WebSocket is open.
  /// - Throws: `WebSocketError.request` without a response, `.refused` with one that opens nothing.
  public func open() async throws(WebSocketError) {
    call.start()
    let isOpen = await withTaskCancellationHandler {
      await channel.opened()
    } onCancel: {
      call.cancel()
    }
    guard !isOpen else { return }
    throw .refused(try await outcome())
  }

  /// Sends a text message, and returns when the connection has taken it.
  /// - Throws: `WebSocketError.closed`.
  public func send(_ text: String) async throws(WebSocketError) {
    try await send(.text(text))
  }

  /// Sends a message, and returns when the connection has taken it.
  /// - Throws: `WebSocketError.closed`.
  public func send(_ message: WebSocketMessage) async throws(WebSocketError) {
    _ = try await perform(.message(message))
  }

  /// Asks whether the other side is there.
  /// - Returns: how long its reply took.
  /// - Throws: `WebSocketError.closed`, also when it is closed before the reply.
  @discardableResult
  public func ping() async throws(WebSocketError) -> Duration {
    try await perform(.ping)
  }

  /// The next message; nil after the last, and when the waiting task is cancelled. One task at a time receives.
  public func receive() async -> WebSocketMessage? {
    await channel.receive()
  }

  /// The messages, one after the other, until the end.
  public var messages: AsyncStream<WebSocketMessage> {
    AsyncStream { await self.channel.receive() }
  }

  /// Says that nothing more will be sent, and waits for the other side to close as well, for five seconds at most.
  /// - Returns: the response, with the transcript as its body.
  @discardableResult
  public func close(_ close: WebSocketClose = .normal) async throws(WebSocketError) -> Response {
    channel.post(.close(close))
    return try await outcome()
  }

  /// The response when the session is over, whoever closes it.
  public func outcome() async throws(WebSocketError) -> Response {
    do throws(RequestError) {
      return try await call.response()
    } catch {
      throw .request(error)
    }
  }

  /// Whether messages can be sent.
  public var isOpen: Bool { channel.isOpen }

  private func perform(_ command: WebSocketChannel.Command) async throws(WebSocketError) -> Duration {
    let result = await withCheckedContinuation { continuation in
      channel.post(command) { continuation.resume(returning: $0) }
    }
    guard case .success(let duration) = result else { throw .closed }
    return duration
  }
}

extension Client {
  /// A WebSocket that has not been opened yet. The request's URL begins with `ws://` or `wss://`.
  public func webSocket(_ request: Request) -> WebSocketSession {
    let channel = WebSocketChannel(keepsMessages: true)
    var request = request
    request.webSocket = channel
    return WebSocketSession(prepare(request), channel)
  }
}
