import CCurl
import Glibc
import HTTPTypes

/// One WebSocket from its handshake to its end, on a thread of its own, and the task by which it is steered.
///
/// Other threads reach `signs` and `alarm` only; the rest is its thread's.
final class WebSocketTransfer: TransportTask, @unchecked Sendable {  // see above
  private struct Signs {
    var isCancelled = false
    var isPaused = false
  }

  private let signs = Lock(Signs())
  let alarm: Alarm
  let settings: CurlSettings
  let channel: WebSocketChannel
  let handler: @Sendable (TransportEvent) -> Void
  let startedAt = Monotonic.now

  var hop: TransportRequest
  var hops: [Hop] = []
  var wire: WireRecorder?
  var handshakeDeadline: Monotonic

  /// - Returns: nil when the system has no descriptors left.
  init?(
    _ request: TransportRequest, _ channel: WebSocketChannel, settings: CurlSettings,
    handler: @escaping @Sendable (TransportEvent) -> Void
  ) {
    guard let alarm = Alarm() else { return nil }
    self.alarm = alarm
    self.settings = settings
    self.channel = channel
    self.handler = handler
    hop = request
    handshakeDeadline = request.options.timeout.map(startedAt.advanced) ?? .distantFuture
    if request.recordsAnything { wire = WireRecorder(ofHeads: !request.options.recordsWire) }
    channel.begin { alarm.ring() }
  }

  func cancel() {
    signs.withLock { $0.isCancelled = true }
    alarm.ring()
  }

  func pause() {
    signs.withLock { $0.isPaused = true }
    alarm.ring()
  }

  func resume() {
    signs.withLock { $0.isPaused = false }
    alarm.ring()
  }

  var isCancelled: Bool { signs.withLock(\.isCancelled) }
  var isPaused: Bool { signs.withLock(\.isPaused) }

  /// All of it. Blocks.
  func run() {
    do throws(TransportError) {
      handler(.finished(.success(try converse())))
    } catch {
      if let wire { handler(.recorded(wire.log)) }
      handler(.finished(.failure(error)))
    }
  }

  static let cancelled = TransportError(.cancelled, "The WebSocket was cancelled.")

  private func converse() throws(TransportError) -> TransportResponse {
    while true {
      let opening = try WebSocketOpening(hop, for: self)
      let head = try opening.shakeHands()
      if let redirect = redirect(by: head) {
        guard hops.count < hop.options.redirects else { throw TransportError(tooMany: hops + [redirect.hop]) }
        hops.append(redirect.hop)
        handler(.redirected(redirect.hop))
        hop = redirect.next
        continue
      }
      guard head.status.code == 101 else { return try opening.refusal(head) }
      return try WebSocketConversation(over: opening, head, for: self).run()
    }
  }

  private func redirect(by head: ResponseHead) -> Redirect? {
    hop.options.redirects > 0 ? Redirect(of: hop, by: head) : nil
  }

  /// Returns the reason to give up before the WebSocket is open; nil if there is none.
  func reasonToGiveUp(at stage: TransferStage) -> TransportError? {
    if isCancelled { return Self.cancelled }
    guard handshakeDeadline <= .now else { return nil }
    return TransportError(timedOut: stage, limit: hop.options.timeout ?? .zero, at: hop.url)
  }

  func sink() -> any BodySink {
    // Whatever is sent or comes may be a secret; what the store keeps plain is written plain by it.
    BodyBuffer(storage: settings.bodies, memoryLimit: settings.memoryLimit, sealed: true)
  }

  func record(_ kind: curl_infotype, _ bytes: [UInt8]) {
    bytes.withUnsafeBytes { wire?.record(kind, $0, at: startedAt.duration(to: .now)) }
  }
}
