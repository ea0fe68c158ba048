import ParleyEngine

extension History {
  /// Calls after every change that this process made, on the store's thread, so it must not block.
  public func onChange(_ call: @escaping @Sendable (HistoryChange) -> Void) -> Observation {
    access.observers.add(call)
  }

  /// The changes that this process makes from now on. Who is slow hears only of the last one.
  public var changes: AsyncStream<HistoryChange> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let observation = onChange { continuation.yield($0) }
      continuation.onTermination = { _ in observation.cancel() }
    }
  }
}
