internal import Dispatch

/// Runs what blocks on a thread of its own kind, not on one of the few that tasks share.
package enum Blocking {
  package static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await result(of: work).get()
  }

  /// The same with what it throws as it is.
  package static func result<Result: Sendable, Failure>(
    of work: @escaping @Sendable () throws(Failure) -> Result
  ) async -> Swift.Result<Result, Failure> {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: Swift.Result { () throws(Failure) in try work() })
      }
    }
  }
}
