public import HTTPTypes

/// The reply of a mock.
public struct MockReply: Sendable {
  /// The status of the response.
  public var status: HTTPResponse.Status
  /// In the order they are told.
  public var headers: HTTPFields
  /// Complete.
  public var body: any ByteSource
  /// How long it takes. A request that is cancelled meanwhile waits no longer.
  public var delay: Duration
  /// There is no response, but this.
  public var failure: TransportError?
  /// The other side of the WebSocket that the request opens.
  public var webSocket: MockWebSocket?

  /// - Parameters:
  ///   - status: 200 by default.
  ///   - headers: in the order they are told.
  ///   - body: complete.
  ///   - delay: how long the response takes.
  public init(
    _ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: any ByteSource = InMemoryBytes([]),
    delay: Duration = .zero
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.delay = delay
  }

  /// 200 with these bytes.
  public static func data(_ bytes: [UInt8], delay: Duration = .zero) -> MockReply {
    MockReply(body: InMemoryBytes(bytes), delay: delay)
  }

  /// 200 with a model as JSON.
  public static func json(
    _ value: JSONValue, _ status: HTTPResponse.Status = .ok, delay: Duration = .zero
  ) -> MockReply {
    let body = InMemoryBytes(JSONPrinter.compact.bytes(of: value))
    return MockReply(status, headers: [.contentType: "application/json"], body: body, delay: delay)
  }

  /// No response.
  public static func failure(_ error: TransportError, delay: Duration = .zero) -> MockReply {
    var reply = MockReply(delay: delay)
    reply.failure = error
    return reply
  }
}
