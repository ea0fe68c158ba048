/// The server's side of an open WebSocket: what came goes in, and what is to be sent comes out. Whoever owns the connection reads and
/// writes.
///
/// It is open as long as the conversation of its channel goes on. When the client closes, the conversation learns that nothing more comes;
/// what came before is replied to before the close is.
package struct ServedWebSocket {
  /// So much waits to be written at most before more is taken.
  private static let outboxLimit = 256 << 10

  private let channel: WebSocketChannel
  private var reader: WebSocketFrameReader
  private var assembler: WebSocketAssembler
  private var outbox: [UInt8] = []
  /// The close that came, or that a violation of the protocol asks for.
  private var theirs: WebSocketClose?
  /// Whether our close is sent.
  package private(set) var hasClosed = false

  /// Begins the conversation.
  /// - Parameters:
  ///   - channel: with a conversation.
  ///   - limit: the most bytes of a message.
  ///   - wake: called when there is something to do, from any thread.
  package init(_ channel: WebSocketChannel, limit: Int, wake: @escaping @Sendable () -> Void) {
    self.channel = channel
    reader = WebSocketFrameReader(limit: limit, from: .client)
    assembler = WebSocketAssembler(limit: limit)
    channel.begin(wake: wake)
    channel.open()
    channel.postCloseAfterConversation()
  }

  /// Whether both sides have closed: nothing comes or goes any more.
  package var isOver: Bool { hasClosed && theirs != nil }

  /// Whether the client may send; otherwise it has to wait, because nobody takes what comes.
  package var isReading: Bool { theirs == nil && !channel.isFull }

  /// Takes what the client has sent.
  package mutating func take(_ bytes: some Collection<UInt8>) {
    guard theirs == nil else { return }
    reader.add(bytes)
    do throws(WebSocketViolation) {
      while theirs == nil, let frame = try reader.next() {
        if let arrival = try assembler.take(frame) { take(arrival) }
      }
    } catch {
      end(with: error.close)
    }
  }

  private mutating func take(_ arrival: WebSocketAssembler.Arrival) {
    switch arrival {
    case .message(let message): if !hasClosed { channel.deliver(message) }
    case .ping(let payload): put(WebSocketFrame(opcode: .pong, payload: payload))
    case .pong: break
    case .close(let close): end(with: close)
    }
  }

  private mutating func end(with close: WebSocketClose) {
    theirs = close
    channel.endInput()
  }

  /// Takes what is to be sent; nothing while `waiting` bytes, sent before, are too many.
  package mutating func takeOutput(waiting: Int) -> [UInt8] {
    while !hasClosed, waiting + outbox.count < Self.outboxLimit, let next = channel.next() {
      switch next.command {
      case .message(let message): put(WebSocketFrame(message))
      case .ping: put(WebSocketFrame(opcode: .ping, payload: []))
      case .close(let close):
        put(WebSocketFrame(close: theirs ?? close))
        hasClosed = true
      }
      next.done(.success(.zero))
    }
    defer { outbox = [] }
    return outbox
  }

  private mutating func put(_ frame: WebSocketFrame) {
    if !hasClosed { outbox += frame.unmaskedBytes }
  }

  /// The connection is gone.
  package func end() { channel.end() }
}
