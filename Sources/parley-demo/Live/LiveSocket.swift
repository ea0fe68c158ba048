import FlyingFox
import FoundationEssentials

/// The server's side of a conversation over a WebSocket.
protocol LivePeer: Sendable {
  /// The WebSocket is open.
  func open(_ output: LiveOutput) async
  /// A text came.
  func receive(_ text: String, _ output: LiveOutput) async
  /// Bytes came.
  func receive(_ bytes: [UInt8], _ output: LiveOutput) async
  /// Nothing comes any more.
  func close() async
}

/// The output through which a peer sends messages.
struct LiveOutput: Sendable {
  fileprivate let frames: AsyncStream<WSFrame>.Continuation

  func send(_ text: String) { send(.text, Array(text.utf8)) }

  func send(_ document: JSON) { send(document.line) }

  func send(_ bytes: [UInt8]) { send(.binary, bytes) }

  fileprivate func send(_ opcode: WSFrame.Opcode, _ payload: [UInt8]) {
    frames.yield(WSFrame(fin: true, opcode: opcode, mask: nil, payload: Data(payload)))
  }
}

/// The frames of a WebSocket, in the order of the wire: what came before a close is replied to before it.
struct LiveSocket<Peer: LivePeer>: WSHandler {
  let makePeer: @Sendable () -> Peer

  func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
    let (frames, continuation) = AsyncStream.makeStream(of: WSFrame.self, bufferingPolicy: .unbounded)
    let peer = makePeer()
    let work = Task {
      let output = LiveOutput(frames: continuation)
      await peer.open(output)
      // A client that is gone has nothing to be told.
      try? await converse(with: peer, over: client, output)
      await peer.close()
      continuation.finish()
    }
    continuation.onTermination = { _ in work.cancel() }
    return frames
  }

  private func converse(
    with peer: Peer, over client: AsyncThrowingStream<WSFrame, any Error>, _ output: LiveOutput
  ) async throws {
    var message: (opcode: WSFrame.Opcode, payload: [UInt8])?
    for try await frame in client {
      switch frame.opcode {
      case .ping: output.send(.pong, Array(frame.payload))
      case .close: return output.send(.close, Array(frame.payload))
      case .text, .binary: message = (frame.opcode, Array(frame.payload))
      case .continuation: message?.payload += Array(frame.payload)
      default: break
      }
      guard frame.fin, frame.opcode != .ping, frame.opcode != .pong, let whole = message else { continue }
      message = nil
      if whole.opcode == .text {
        await peer.receive(String(decoding: whole.payload, as: UTF8.self), output)
      } else {
        await peer.receive(whole.payload, output)
      }
    }
  }
}

/// Sends everything back.
struct Echo: LivePeer {
  func open(_ output: LiveOutput) async {}
  func receive(_ text: String, _ output: LiveOutput) async { output.send(text) }
  func receive(_ bytes: [UInt8], _ output: LiveOutput) async { output.send(bytes) }
  func close() async {}
}
