/// Carries one prepared request to a server and brings back what it answers.
///
/// A transport knows the wire and nothing of servers by key, codecs, history or validation.
///
/// ```swift
/// struct Canned: Transport {
///   func start(
///     _ request: TransportRequest, handler: @escaping @Sendable (TransportEvent) -> Void
///   ) -> any TransportTask {
///     let head = ResponseHead(url: request.url, status: .ok)
///     handler(.finished(.success(TransportResponse(head: head, body: InMemoryBytes("[]")))))
///     return Done()  // whose cancel(), pause() and resume() do nothing
///   }
/// }
/// let client = Client(transport: Canned())
/// ```
public protocol Transport: Sendable {
  /// Starts at once and returns at once.
  ///
  /// - Parameters:
  ///   - request: the request to send.
  ///   - handler: told everything in the order it happens, one call at a time, on a thread of the transport's, so that
  ///     it must not block. Its last call, and only that, is `.finished`; it comes exactly once, also when cancelled.
  func start(
    _ request: TransportRequest, handler: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportTask

  /// How many transfers may be in flight at once from now on; 0 is no limit. Those beyond it wait in line, and none
  /// that is in flight is cut.
  func setPoolSize(_ size: Int)

  /// Ends what is in flight and lets go of threads and connections; returns once they are gone. What is started afterwards fails.
  func close() async
}

extension Transport {
  /// A transport without a wire has no pool.
  public func setPoolSize(_ size: Int) {}

  /// A transport without threads has nothing to end.
  public func close() async {}
}

/// A transfer in flight. All three may be called at any moment, from any thread, also after the end.
public protocol TransportTask: Sendable {
  /// Ends the transfer now; `.finished` tells a `TransportError` of kind `cancelled`.
  func cancel()
  /// Stops reading and writing until `resume()`; the connection stays.
  func pause()
  /// Goes on after `pause()`.
  func resume()
  /// How far it is at this moment; nil where only ``TransportEvent/progress(_:)`` tells.
  var progress: TransferProgress? { get }
}

extension TransportTask {
  /// Only its events tell.
  public var progress: TransferProgress? { nil }
}

/// An event that a transport reports while it works.
public enum TransportEvent: Sendable {
  /// The request's head is on the wire. Once for every hop.
  case sent(url: String)
  /// A redirect was followed.
  case redirected(Hop)
  /// The head of the final response, with its body, which can be read while it grows.
  case head(ResponseHead, body: any ByteSource)
  /// How far it is; as often as the options ask for it.
  case progress(TransferProgress)
  /// The bytes as sent and received, of a transfer that fails and was to record them; `.finished` follows. One that
  /// succeeds has them in its response.
  case recorded(WireLog)
  /// The end, once and last.
  case finished(Result<TransportResponse, TransportError>)
}

/// How far a transfer is. An expected count is nil when the other side did not tell.
public struct TransferProgress: Sendable, Hashable {
  /// Bytes of the request's body that have been sent.
  public var sent: Int
  /// Its size.
  public var expectedToSend: Int?
  /// Bytes of the response's body that have come, before decompression.
  public var received: Int
  /// Its size, before decompression.
  public var expectedToReceive: Int?

  /// So many bytes, of so many.
  package init(sent: Int = 0, expectedToSend: Int? = nil, received: Int = 0, expectedToReceive: Int? = nil) {
    self.sent = sent
    self.expectedToSend = expectedToSend
    self.received = received
    self.expectedToReceive = expectedToReceive
  }

  /// The part that is done, from 0 to 1: of the download once its size is known, until then of the upload.
  public var fraction: Double {
    if let expectedToReceive, expectedToReceive > 0 { return min(1, Double(received) / Double(expectedToReceive)) }
    guard let expectedToSend, expectedToSend > 0, received == 0 else { return 0 }
    return min(1, Double(sent) / Double(expectedToSend))
  }
}
