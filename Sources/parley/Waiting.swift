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

/// Runs a command on the standard streams, and ends the program with its status, or with that of output that got lost.
func carryOut(_ work: @escaping @Sendable (StandardConsole) async -> ExitStatus) throws {
  let console = StandardConsole()
  let status = waiting { await console.tellingFinishedChanges { await work(console) } }
  // A terminal that is closed takes no output either.
  let end = status.isBySignal ? status : console.tellLostOutput() ?? status
  if end != .good { throw ExitCode(end.rawValue) }
}
