/// Notes the times in which work waits for a person, so that they do not count as the work's.
package final class PersonWait: Sendable {
  @TaskLocal private static var current: PersonWait?

  private let now: @Sendable () -> Timestamp
  private let waits = Lock<[Range<Timestamp>]>([])

  init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

  /// The times so far, of those that a person can need.
  var spans: [Range<Timestamp>] {
    let all = waits.withLock { $0 }
    // Mostly nobody is asked.
    return all.isEmpty ? all : all.filter { $0.lowerBound.duration(to: $0.upperBound) >= Self.shortest }
  }

  /// Nobody answers more quickly than this.
  static let shortest = Duration.milliseconds(20)

  /// Does work in which a person may be asked.
  func observing<Result: Sendable>(_ work: () async throws -> Result) async rethrows -> Result {
    try await Self.$current.withValue(self, operation: work)
  }

  /// Waits for a person.
  package static func waiting<Result: Sendable>(_ wait: () async throws -> Result) async rethrows -> Result {
    guard let current else { return try await wait() }
    let start = current.now()
    defer {
      let end = current.now()
      current.waits.withLock { $0.append(start..<max(start, end)) }
    }
    return try await wait()
  }
}
