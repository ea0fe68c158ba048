import Dispatch
import ParleyEngine

extension DispatchQueue {
  /// Runs blocking work here, so that no thread of a task waits for a server.
  func result<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async -> Result<Value, any Error> {
    await withCheckedContinuation { done in
      async { done.resume(returning: Result { try work() }) }
    }
  }
}

extension RepositoryError {
  /// Wraps an error that is neither the server's nor ours; ours is taken as it is.
  init(other error: any Error, at place: String) {
    self =
      error as? RepositoryError
      ?? RepositoryError(.writing, "The team's server could not be used.", detail: "\(type(of: error))", place: place)
  }
}
