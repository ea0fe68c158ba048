import ParleyEngine

/// A transport that holds each request until the test ends it, by its path.
final class HeldTransport: Transport {
  private let held = Lock<[String: @Sendable (TransportEvent) -> Void]>([:])

  var paths: [String] { held.withLock { $0.keys.sorted() } }

  func start(_ request: TransportRequest, handler: @escaping @Sendable (TransportEvent) -> Void) -> any TransportTask {
    held.withLock { $0[request.path] = handler }
    return HeldTask { [weak self] in self?.finish(request.path, .failure(TransportError(.cancelled, "Cancelled."))) }
  }

  func tell(_ path: String, _ event: TransportEvent) {
    held.withLock { $0[path] }?(event)
  }

  func finish(
    _ path: String,
    _ result: Result<TransportResponse, TransportError> = .success(TransportResponse(toyBody: "{}"))
  ) {
    held.withLock { $0.removeValue(forKey: path) }?(.finished(result))
  }

  private struct HeldTask: TransportTask {
    let onCancel: @Sendable () -> Void
    func cancel() { onCancel() }
    func pause() {}
    func resume() {}
  }
}
