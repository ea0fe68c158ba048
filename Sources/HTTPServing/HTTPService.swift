import Glibc
import HTTPTypes
import ParleyEngine
package import SystemCalls

/// A server of HTTP/1.1 for whatever a closure answers. One thread looks after all connections, and none waits for another;
/// responses are made in tasks.
///
/// ```swift
/// let service = try HTTPService(port: 4010) { request in ServedResponse(body: Array("hello".utf8)) }
/// print(service.port)
/// await service.stop()
/// ```
package final class HTTPService: Sendable {
  package typealias Handler = @Sendable (ServedRequest) async -> ServedResponse
  /// Returns the taker of the body of a request whose headers have come; nil where the body is kept.
  package typealias Taking = @Sendable (ServedRequest) -> (any BodyTaker)?
  /// Returns the response to a request that cannot be read.
  package typealias Refusal = @Sendable (ServingMistake) -> ServedResponse

  package let host: String
  package let port: UInt16
  private let mailbox: ServiceMailbox

  /// Listens, and responds to requests from now on.
  /// - Parameters:
  ///   - host: an address of this machine, or a name of one.
  ///   - port: 0 lets the system choose a free one.
  ///   - taking: for bodies of any length; the limits of lengths are those of kept ones.
  /// - Throws: an error if the address is not available.
  package init(
    host: String = "127.0.0.1", port: UInt16 = 0, limits: ServingLimits = ServingLimits(),
    taking: Taking? = nil, refusing: @escaping Refusal = HTTPService.plainRefusal, handler: @escaping Handler
  ) throws(SystemError) {
    let socket = try ListeningSocket(host: host, port: port, waiting: 128)
    guard let mailbox = ServiceMailbox() else { throw SystemError(.open(.reading), host) }
    (self.host, self.port, self.mailbox) = (host, socket.port, mailbox)
    let hasBegun = DetachedThread.start(isAwaited: false) {
      ServiceLoop(socket, mailbox, limits, taking, refusing, handler).run()
      mailbox.end()
    }
    guard hasBegun else { throw SystemError(.open(.reading), host, number: EAGAIN) }
  }

  deinit { mailbox.stop() }

  /// As programs write it: `http://127.0.0.1:4010`.
  package var url: String { host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)" }

  /// Accepts nobody any more, gives responses that are on their way a moment, and ends.
  package func stop() async {
    mailbox.stop()
    await mailbox.untilEnd()
  }

  package static let plainRefusal: Refusal = { mistake in
    ServedResponse(
      mistake.status, headers: [.contentType: "text/plain; charset=utf-8"], body: Array("\(mistake.reason)\n".utf8))
  }
}

/// The mailbox by which tasks reach the thread of the connections.
final class ServiceMailbox: Sendable {
  enum Letter: Sendable {
    case response(ServedResponse)
    case piece(MadePiece)
    /// There is something to send over a WebSocket, or room for more.
    case webSocket
  }

  private struct State {
    var letters: [(connection: Int, letter: Letter)] = []
    var isStopping = false
    var hasEnded = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Readable when there is something.
  let wakeUp: Int32
  private let writing: Int32
  private let state = Lock(State())

  init?() {
    guard let pipe = makePipe() else { return nil }
    (wakeUp, writing) = (pipe.reading, pipe.writing)
    for end in [wakeUp, writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    close(wakeUp)
    close(writing)
  }

  func post(_ letter: Letter, to connection: Int) {
    state.withLock { $0.letters.append((connection, letter)) }
    wake()
  }

  func stop() {
    state.withLock { $0.isStopping = true }
    wake()
  }

  /// A full pipe wakes as well.
  private func wake() { _ = write(writing, "!", 1) }

  func take() -> (letters: [(connection: Int, letter: Letter)], isStopping: Bool) {
    var buffer = [UInt8](repeating: 0, count: 256)
    while retryingInterrupts({ read(wakeUp, &buffer, buffer.count) }) == buffer.count {}
    return state.withLock { state in
      defer { state.letters = [] }
      return (state.letters, state.isStopping)
    }
  }

  func end() {
    let waiting = state.withLock { state in
      state.hasEnded = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func untilEnd() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.waiting.append(continuation) }
        return state.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }
}
