package import ParleyEngine
package import WorkbenchServices

/// The records of past activity in the store: exchanges, the cache and the log.
package struct LiveHistory: HistoryServices, LiveOwner {
  let live: LiveServices

  package func events() -> EventSubscription {
    bus.subscribe(capacity: 8192)
  }

  package func onForeignEvents(_ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.onForeignEvents = call }
  }

  package func onNotice(_ call: @escaping @Sendable (Problem) -> Void) {
    state.withLock { $0.onNotice = call }
    live.listen(to: session)
  }
}
