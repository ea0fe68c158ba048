import ParleyEngine

/// Stands for the screen of a program: what is shown on it, in order.
final class Screen: Sendable {
  private let shown = Lock<[String]>([])
  private let news = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .unbounded)

  func show(_ what: Any) {
    let line = "\(what)"
    shown.withLock { $0.append(line) }
    news.continuation.yield()
  }

  var lines: [String] { shown.withLock { $0 } }

  /// Returns once so many lines are shown.
  func wait(for count: Int) async -> [String] {
    for await _ in news.stream where lines.count >= count { break }
    return lines
  }
}

extension EventSubscription {
  /// What has been told so far.
  func told() -> [Event] {
    takeAvailable().compactMap { delivery in
      guard case .event(let event) = delivery else { return nil }
      return event
    }
  }
}
