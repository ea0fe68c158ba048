import ParleyPostgres
import ParleyTeam
import TestSupport

/// A server, on the first of two hosts if there are any, and the processes that count on it.
struct CountingTeam {
  private static let database = "team"
  private static let lanes = 3

  let server: PostgresServer
  private let hosts: NetworkHosts?

  init(on hosts: NetworkHosts?) async throws {
    self.hosts = hosts
    server = try await PostgresServer.start(on: hosts)
    try await server.run("CREATE DATABASE \(Self.database)", in: "postgres")
    let administration = PostgresAdministration(TeamAddress(server.socketURI(Self.database)))
    _ = try await administration.initialize(members: [])
  }

  /// Each adds one so many times; afterwards the key and the number of changes say so.
  func count(to steps: Int, _ trial: Trial, meanwhile trouble: () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: String.self) { group in
      for lane in 0..<Self.lanes {
        let words = try command("count", steps, on: lane == 2 ? .second : .first)
        group.addTask {
          try await FinishedProcess.run(words[0], Array(words.dropFirst()), limit: .seconds(900)).outputText
        }
      }
      try await trouble()
      for try await said in group { trial.expect(said.hasPrefix("counted"), "a process said: \(said)") }
    }
    let (expected, reached) = (Self.lanes * steps, try await count())
    trial.expect(reached == expected, "n is \(reached), not \(expected)")
    let last = try await server.run("SELECT last FROM parley.counter", in: Self.database)
    trial.expect(last == "\(expected)", "there are \(last) changes, not \(expected)")
  }

  /// Each sets the same keys together and restores them from one snapshot, so many times; afterwards they hold what it has.
  func restore(_ rounds: Int, _ trial: Trial, meanwhile trouble: () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: String.self) { group in
      for lane in 0..<Self.lanes {
        let words = try command("together", rounds, on: lane == 2 ? .second : .first)
        group.addTask {
          try await FinishedProcess.run(words[0], Array(words.dropFirst()), limit: .seconds(900)).outputText
        }
      }
      try await trouble()
      let expected = Array(repeating: "restored 50\n", count: rounds).joined()
      for try await said in group { trial.expect(said == expected, "a process said: \(said.suffix(200))") }
    }
    let values = try await server.run(
      "SELECT count(*), min(convert_from(value, 'UTF8')), max(convert_from(value, 'UTF8')) FROM parley.shared "
        + "WHERE key LIKE 'together.%' AND is_current", in: Self.database)
    trial.expect(values == "50|0|0", "the keys hold \(values)")
  }

  func waits(forChange threshold: Int) async throws {
    while try await lastChange() < threshold { await Task.yield() }
  }

  private func lastChange() async throws -> Int {
    Int(try await server.run("SELECT last FROM parley.counter", in: Self.database)) ?? 0
  }

  private func command(_ verb: String, _ steps: Int, on host: NetworkHosts.Host) throws -> [String] {
    let program = try Executables.built("team-torture")
    guard let hosts else { return [program, verb, server.uri(Self.database), "\(steps)"] }
    let uri = "postgresql://owner@\(NetworkHosts.address):\(server.port)/\(Self.database)?sslmode=disable"
    return try hosts.command(on: host, [program, verb, uri, "\(steps)"])
  }

  func waits(forCount threshold: Int) async throws {
    while try await count() < threshold { await Task.yield() }
  }

  private func count() async throws -> Int {
    let last = "SELECT convert_from(value, 'UTF8') FROM parley.shared WHERE key = 'n' AND is_current"
    return Int(try await server.run(last, in: Self.database)) ?? 0
  }
}
