import ParleyEngine
import ParleyPostgres
import ParleyTeam
import TestSupport

/// The servers that hold a team's rows: what is true of one is true of the other.
enum TeamPlace: String, CaseIterable {
  case memory, postgres

  func team() async throws -> any TeamServer {
    switch self {
    case .memory: InMemoryTeam()
    case .postgres: try await TeamDatabase.made().team()
    }
  }
}

/// A database of a test's own that is set up for a team.
struct TeamDatabase {
  let server: PostgresServer
  let name: String

  static func made(on server: PostgresServer? = nil) async throws -> TeamDatabase {
    let database = try await empty(on: server)
    _ = try await database.administration().initialize(members: [])
    return database
  }

  static func empty(on server: PostgresServer? = nil) async throws -> TeamDatabase {
    let shared: PostgresServer = if let server { server } else { try await SharedServer.get() }
    return TeamDatabase(server: shared, name: try await shared.makeDatabase())
  }

  func address(user: String = PostgresServer.owner, port: UInt16? = nil) -> TeamAddress {
    TeamAddress(server.uri(name, user: user, port: port))
  }

  private func ownAddress() -> TeamAddress { TeamAddress(server.socketURI(name)) }

  func administration(user: String = PostgresServer.owner) -> PostgresAdministration {
    PostgresAdministration(user == PostgresServer.owner ? ownAddress() : address(user: user))
  }

  func team(
    user: String = PostgresServer.owner, port: UInt16? = nil, copy: (any SealedRowCopy)? = nil
  ) throws -> PostgresTeam {
    try PostgresTeam(address(user: user, port: port), copy: copy)
  }

  /// Makes so many changes of a key at once; each as if it had been appended by itself, which takes seconds for thousands.
  func makeChanges(of key: String, in environment: String?, count: Int) async throws {
    try await run(
      """
      INSERT INTO parley.shared
        SELECT last + n, '\(key)', '\(environment ?? "")', false, false, 7, 7, NULL, NULL, 'team', 1,
          decode(lpad(to_hex(last + n), 24, '0'), 'hex'), convert_to(n::text, 'UTF8')
        FROM parley.counter, generate_series(1, \(count)) AS n;
      UPDATE parley.counter SET last = last + \(count)
      """)
  }

  @discardableResult
  func run(_ statements: String, user: String = PostgresServer.owner) async throws -> String {
    try await server.run(statements, in: name, user: user)
  }
}

extension SealedBytes {
  /// As if it were sealed: no server looks inside.
  init(_ text: String) {
    let nonce = (0..<12).map { _ in UInt8.random(in: 0...255) }
    self.init(Array(text.utf8), seal: .init(keyName: "team", keyVersion: 1, nonce: nonce))
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension SealedEdit {
  static func set(
    _ name: String, _ text: String, in environment: String? = "local", ifStill last: Int64? = nil
  ) -> SealedEdit {
    edit(name, text, environment, last, isRemoval: false)
  }

  static func remove(_ name: String, in environment: String? = "local", ifStill last: Int64? = nil) -> SealedEdit {
    edit(name, "by somebody", environment, last, isRemoval: true)
  }

  private static func edit(
    _ name: String, _ text: String, _ environment: String?, _ last: Int64?, isRemoval: Bool
  ) -> SealedEdit {
    SealedEdit(
      key: SharedKey(name, in: environment), sealed: SealedBytes(text), isRemoval: isRemoval, at: .now(), origin: 7,
      expectation: last.map(SharedEdit.Expectation.lastChange) ?? .anything)
  }
}

extension SealedSnapshotHead {
  static func named(_ name: String, in environment: String? = "local", at time: Int64 = 7) -> SealedSnapshotHead {
    let id = SealedSnapshotID(name: name, environment: environment, at: Timestamp(microseconds: time))
    return SealedSnapshotHead(id: id, sealed: SealedBytes("somebody"))
  }
}

extension SealedRowReading {
  /// What a key holds; nil when it is not there.
  func value(_ name: String, in environment: String? = "local") async throws -> String? {
    let row = try await lastRow(of: SharedKey(name, in: environment))
    return row?.isRemoval == false ? row?.sealed.text : nil
  }
}

extension SealedBatch {
  var rows: [SealedRow] {
    guard case .made(let rows) = self else { return [] }
    return rows
  }
}

/// What a server is, as it becomes that.
final class StateWatch: Sendable {
  private let states = Monitor<[TeamServerState]>([])

  init(_ team: any TeamServer) {
    team.onStateChange { state in self.states.withLock { $0.append(state) } }
  }

  /// Waits for a state; false when it does not come.
  func waits(for isIt: @escaping @Sendable (TeamServerState) -> Bool) async throws -> Bool {
    try await blocking { self.states.wait { $0.last.map(isIt) ?? false } }
  }

  func waitsUntilConnected() async throws -> Bool { try await waits { $0 == .connected } }

  func waitsUntilOffline() async throws -> Bool {
    try await waits { state in
      if case .offline = state { true } else { false }
    }
  }
}

/// What a call threw; nil when it did not.
func refusal(_ call: () async throws -> Void) async -> RepositoryError? {
  do {
    try await call()
    return nil
  } catch {
    return error as? RepositoryError ?? (error as? SharedDataError).map { RepositoryError(.writing, $0.summary) }
  }
}
