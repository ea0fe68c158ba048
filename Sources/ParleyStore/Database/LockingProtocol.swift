internal import GRDB
import Glibc
import ParleyEngine

/// How long to wait before another try after SQLITE_PROTOCOL, about two seconds in all.
enum LockingProtocol {
  static let delays: [Duration] = [10, 20, 50, 100, 200, 500, 1000].map { .milliseconds($0) }

  /// Blocks this thread between the tries.
  static func retrying<Value>(_ work: () throws -> Value) throws -> Value {
    for delay in delays {
      do {
        return try work()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_PROTOCOL {
        usleep(useconds_t(delay.inMicroseconds))
      }
    }
    return try work()
  }
}
