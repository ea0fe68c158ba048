import ArgumentParser
import Commands
import Dispatch
import ParleyEngine

/// Waits on this thread for work in a task. The terminal's loop owns the main thread, so nothing else may need it.
func waiting<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
  let result = Lock<Value?>(nil)
  let end = DispatchSemaphore(value: 0)
  Task {
    let value = await work()
    result.withLock { $0 = value }
    end.signal()
  }
  while true {
    end.wait()
    if let value = result.withLock({ $0 }) { return value }
  }
}

extension ExitStatus {
  /// Ends a command with this status.
  func finish() throws {
    if self != .good { throw ExitCode(rawValue) }
  }
}
