import CCurl
import Dispatch

/// The transport over libcurl: one thread, one multi handle, a mailbox to it.
///
/// Connections are kept alive and shared by all transfers; HTTP/2 is agreed on where TLS offers it (ALPN). Certificates
/// are verified. Bodies are decompressed whenever the response says how it is encoded, also where the request set
/// `Accept-Encoding` itself; without that all that can be decompressed are asked for. How far a body grows is
/// bounded by ``TransferOptions/maxBody``, and however much a few bytes hold, other transfers go on meanwhile. Redirects are followed here, one hop at a time, so that each
/// is told and credentials stop at the origin (see `Redirect`). Trailers stand in the wire log only.
///
/// The thread starts with the first transfer and ends with the last reference; a transfer in flight is one.
public final class CurlTransport: Transport {
  private struct State {
    var loop: CurlLoop?
    var isClosed = false
    var poolSize = 0
    var webSockets: [ObjectIdentifier: WebSocketTransfer] = [:]
  }

  private let state = Lock(State())
  private let settings: CurlSettings
  /// Done once the threads of all WebSockets have let go of everything.
  private let webSockets = DispatchGroup()

  /// - Parameters:
  ///   - bodies: the storage of bodies that outgrow `memoryLimit`; without one everything stays in memory.
  ///   - memoryLimit: in bytes.
  ///   - authorities: a PEM file of certificate authorities that are trusted in place of the system's.
  ///   - temporaryFolder: the folder of downloads that have no place of their own.
  public init(
    bodies: (any BodyStorage)? = nil, memoryLimit: Int = 1 << 20, authorities: String? = nil,
    temporaryFolder: String = "/tmp"
  ) {
    settings = CurlSettings(
      bodies: bodies, memoryLimit: memoryLimit, authorities: authorities, temporaryFolder: temporaryFolder)
  }

  deinit {
    state.withLock { $0.loop }?.stop()
  }

  public func start(
    _ request: TransportRequest, handler: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportTask {
    if let channel = request.webSocket { return startWebSocket(request, channel, handler) }
    guard let loop = runningLoop() else {
      handler(.finished(.failure(reasonWithoutLoop)))
      return EndedTask()
    }
    let transfer = CurlTransfer(request, on: loop, of: self, settings: settings, handler: handler)
    loop.post(.start(transfer))
    return transfer
  }

  public func setPoolSize(_ size: Int) {
    let loop = state.withLock { state in
      state.poolSize = max(0, size)
      return state.loop
    }
    loop?.post(.resize(max(0, size)))
  }

  /// Ends what is in flight, and the thread. What is started afterwards fails as cancelled.
  public func close() async {
    let (loop, open) = state.withLock { state in
      state.isClosed = true
      return (state.loop.take(), Array(state.webSockets.values))
    }
    for webSocket in open { webSocket.cancel() }
    await loop?.close()
    await withCheckedContinuation { done in webSockets.notify(queue: .global()) { done.resume() } }
  }

  /// A WebSocket has a thread of its own, and no place in the pool.
  private func startWebSocket(
    _ request: TransportRequest, _ channel: WebSocketChannel, _ handler: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportTask {
    let transfer = WebSocketTransfer(request, channel, settings: settings, handler: handler)
    let isTaken = state.withLock { state in
      guard let transfer, !state.isClosed else { return false }
      state.webSockets[ObjectIdentifier(transfer)] = transfer
      webSockets.enter()
      return true
    }
    if isTaken, let transfer, DetachedThread.start(isAwaited: false, { self.run(transfer) }) { return transfer }
    if isTaken, let transfer { forget(transfer) }
    handler(.finished(.failure(reasonWithoutLoop)))
    return EndedTask()
  }

  private func run(_ transfer: WebSocketTransfer) {
    transfer.run()
    forget(transfer)
  }

  private func forget(_ transfer: WebSocketTransfer) {
    state.withLock { $0.webSockets[ObjectIdentifier(transfer)] = nil }
    webSockets.leave()
  }

  private var reasonWithoutLoop: TransportError {
    if state.withLock(\.isClosed) { return TransportError(.cancelled, "The transport was closed.") }
    if let trouble = ccurl_trouble() {
      return TransportError(.other, "libcurl cannot be used.", detail: String(cString: trouble))
    }
    return TransportError(.other, "The thread for transfers could not be started.")
  }

  private func runningLoop() -> CurlLoop? {
    state.withLock { state in
      if state.loop == nil, !state.isClosed {
        state.loop = CurlLoop.running(settings)
        state.loop?.post(.resize(state.poolSize))
      }
      return state.loop
    }
  }
}

/// The settings that all transfers of one transport share.
struct CurlSettings: Sendable {
  let bodies: (any BodyStorage)?
  let memoryLimit: Int
  let authorities: String?
  let temporaryFolder: String
}

/// The task of a transfer that could not begin.
private struct EndedTask: TransportTask {
  func cancel() {}
  func pause() {}
  func resume() {}
}
