internal import GRDB
import ParleyEngine

/// A connection of its own for statements that take microseconds, so that none of them stands in line behind a search.
final class LookupConnection: Sendable {
  private enum State {
    case unused, closed
    case open(DatabaseQueue)
  }

  private let path: String
  private let state = Lock(State.unused)

  init(path: String) {
    self.path = path
  }

  /// - Returns: nil when the file is not to be read at this moment.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value? {
    do {
      return try connection()?.unsafeRead(body)
    } catch let error as DatabaseError where Self.passing.contains(error.resultCode) {
      return nil
    }
  }

  func close() {
    let before = state.withLock { state in
      defer { state = .closed }
      return state
    }
    if case .open(let connection) = before { try? connection.close() }
  }

  private func connection() throws -> DatabaseQueue? {
    try state.withLock { state in
      switch state {
      case .closed: return nil
      case .open(let connection): return connection
      case .unused:
        let connection = try DatabaseQueue(path: path, configuration: Self.configuration)
        state = .open(connection)
        return connection
      }
    }
  }

  private static let passing: [ResultCode] = [.SQLITE_BUSY, .SQLITE_PROTOCOL, .SQLITE_CANTOPEN]

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .immediateError
    configuration.label = "lookups"
    return configuration
  }
}
