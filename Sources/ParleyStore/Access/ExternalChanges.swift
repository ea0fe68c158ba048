import ParleyEngine

/// Those who want to know when another process may have written to the store.
final class ExternalChanges: Sendable {
  private let calls = Lock<[@Sendable () -> Void]>([])

  var isEmpty: Bool { calls.withLock { $0.isEmpty } }

  func add(_ call: @escaping @Sendable () -> Void) {
    calls.withLock { $0.append(call) }
  }

  func tell() {
    for call in calls.withLock({ $0 }) { call() }
  }
}
