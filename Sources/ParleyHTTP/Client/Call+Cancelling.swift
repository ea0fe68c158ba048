extension Call {
  /// Ends it: the first time an open WebSocket is closed in order, and everything else is cancelled.
  package func stop() {
    if let channel = request.webSocket, channel.isOpen { channel.postClose() } else { cancel() }
  }
}

extension Call {
  /// Does something for the call that may take its time.
  /// - Returns: nil as soon as the call is cancelled, whether or not the work has noticed.
  @discardableResult
  func unlessCancelled<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value? {
    await withCheckedContinuation { continuation in
      let race = Race(continuation)
      let task = Task { race.end(with: await work()) }
      took(
        CancellableWork {
          task.cancel()
          race.end(with: nil)
        })
    }
  }
}

/// Resumes a continuation with whatever comes first.
private final class Race<Value: Sendable>: Sendable {
  private let continuation: Lock<CheckedContinuation<Value?, Never>?>

  init(_ continuation: CheckedContinuation<Value?, Never>) {
    self.continuation = Lock(continuation)
  }

  func end(with value: Value?) {
    continuation.withLock { $0.take() }?.resume(returning: value)
  }
}

/// Something other than a transfer that is done for a call. Pausing it would help nobody.
private struct CancellableWork: TransportTask {
  let onCancel: @Sendable () -> Void

  init(_ onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  func cancel() { onCancel() }
  func pause() {}
  func resume() {}
}
