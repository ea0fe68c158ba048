import HTTPTypes

/// The results of a request that was sent many times.
package struct SendTally: Sendable {
  /// How many responses had each status.
  package private(set) var statuses: [Int: Int] = [:]
  /// How often no response came, by the sentence that says why.
  package private(set) var failures: [String: Int] = [:]
  /// The first error of a request without a response; nil when there was none.
  package private(set) var firstError: RequestError?
  /// How many responses were not what was expected.
  package private(set) var missed = 0
  /// How many responses came from the cache, so that their times say nothing of the server.
  package private(set) var cached = 0
  /// How many were in flight when the rest was stopped.
  package internal(set) var cancelled = 0
  /// How long each response took, in the order in which they came.
  package private(set) var durations: [Duration] = []
  /// From the first send to the latest response.
  package private(set) var elapsed = Duration.zero

  package init() {}

  /// How many were sent.
  package var sends: Int { count + cancelled }
  /// How many sends have ended by themselves.
  package var count: Int { durations.count + failures.values.reduce(0, +) }
  package var responses: Int { durations.count }

  /// How many ended in a second, on average; nil before any time has passed.
  package var perSecond: Double? {
    elapsed > .zero ? Double(count) / (elapsed.inMilliseconds / 1000) : nil
  }

  package mutating func add(_ response: Response, elapsed: Duration) {
    statuses[response.status.code, default: 0] += 1
    if !response.isAccepted { missed += 1 }
    if response.cached != nil { cached += 1 }
    durations.append(response.timings.total)
    self.elapsed = elapsed
  }

  package mutating func add(_ error: RequestError, elapsed: Duration) {
    failures[error.summary, default: 0] += 1
    if firstError == nil { firstError = error }
    self.elapsed = elapsed
  }
}
