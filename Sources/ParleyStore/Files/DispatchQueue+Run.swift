import Dispatch
import ParleyEngine

extension DispatchQueue {
  /// Runs blocking work here, so that no thread of a task waits for a disk.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws(RepositoryError) -> Value {
    let result = await withCheckedContinuation { done in
      async { done.resume(returning: Result { try work() }) }
    }
    do {
      return try result.get()
    } catch {
      throw RepositoryError(error, at: label)
    }
  }

  /// The same with the errors of the work as they are.
  func attempt<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedContinuation { done in
      async { done.resume(returning: Result { try work() }) }
    }.get()
  }
}
