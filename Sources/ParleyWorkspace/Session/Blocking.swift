internal import Dispatch

/// Runs what blocks on a thread of its own kind, not on one of the few that tasks share.
enum Blocking {
  static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Swift.Result { try work() })
      }
    }
  }
}
