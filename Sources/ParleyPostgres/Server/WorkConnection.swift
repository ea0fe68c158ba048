import Dispatch
import ParleyEngine
import ParleyTeam

/// The connection that reads and writes, made when it is needed and made again when it broke. One call after the other.
final class WorkConnection: @unchecked Sendable {  // `prepared` is touched only on `queue`
  let settings: ConnectionSettings
  let schema: TeamSchema
  private let queue = DispatchQueue(label: "parley.team")
  private var prepared: PreparedConnection?
  private var isClosed = false

  init(_ settings: ConnectionSettings, _ schema: TeamSchema) {
    self.settings = settings
    self.schema = schema
  }

  /// How a call failed.
  enum Failure: Error {
    /// No connection could be made: nothing was sent.
    case unconnected(RepositoryError)
    /// It broke, and so did the connection made in its place, if one could be made.
    case broke(PostgresFailure)
    /// The server, or the work itself, said no.
    case refused(any Error)
  }

  /// Does the work; where the connection broke, once more with a new one. So the work must do no harm when it is repeated.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable (TeamStatements) throws -> Value
  ) async throws(Failure) -> Value {
    let result = await queue.result { try self.repeating(work) }
    do {
      return try result.get()
    } catch {
      throw error as? Failure ?? .refused(error)
    }
  }

  private func repeating<Value>(_ work: (TeamStatements) throws -> Value) throws -> Value {
    do throws(Failure) {
      return try attempt(work)
    } catch {
      guard case .broke = error else { throw error }
      return try repeated(work, after: error)
    }
  }

  private func repeated<Value>(
    _ work: (TeamStatements) throws -> Value, after first: Failure
  ) throws(Failure) -> Value {
    do throws(Failure) {
      return try attempt(work)
    } catch {
      guard case .unconnected = error else { throw error }
      throw first
    }
  }

  private func attempt<Value>(_ work: (TeamStatements) throws -> Value) throws(Failure) -> Value {
    let statements = TeamStatements(connection: try connected(), schema: schema, place: settings.place)
    do {
      return try work(statements)
    } catch {
      guard let failure = error as? PostgresFailure else { throw .refused(error) }
      guard failure.isLost else { throw .refused(failure.explained(at: settings.place)) }
      prepared = nil
      throw .broke(failure)
    }
  }

  private func connected() throws(Failure) -> PostgresConnection {
    guard !isClosed else { throw .unconnected(.closed(at: settings.place)) }
    // What is known to be closed is not written to: whether the change was made would be unknown.
    if let prepared, prepared.connection.isOpen() { return prepared.connection }
    prepared = nil
    do {
      let made = try PreparedConnection(settings, schema)
      prepared = made
      return made.connection
    } catch {
      let failure = error as? PostgresFailure
      throw .unconnected(failure?.explained(at: settings.place) ?? RepositoryError(other: error, at: settings.place))
    }
  }

  func close() async {
    _ = await queue.result {
      self.isClosed = true
      self.prepared = nil
    }
  }
}
