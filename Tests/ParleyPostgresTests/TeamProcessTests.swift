import ParleyEngine
import ParleyPostgres
import ParleyTeam
import TestSupport
import Testing

@Suite("Several processes share a team's server", .timeLimit(.minutes(2)))
struct TeamProcessTests {
  @Test("Three processes that count with compare-and-set lose no step")
  func counting() async throws {
    let database = try await TeamDatabase.made()
    try await counting(on: database, steps: 100) {}
  }

  @Test("Three processes go on counting while the server is killed and comes back, and lose no step")
  func countingThroughCrashes() async throws {
    let database = try await TeamDatabase.made(on: PostgresServer.start())
    try await counting(on: database, steps: 150) {
      for threshold in [50, 150] {
        try await database.waits(forCount: threshold)
        try await database.server.kill()
        try await database.server.restart()
      }
    }
    try await database.server.stop()
  }

  @Test(
    "Processes on two hosts go on counting when the cable between them was pulled, and lose no step",
    .enabled(if: NetworkHosts.areAllowed, "Two hosts on one machine take root and network namespaces (ip netns)."))
  func twoHosts() async throws {
    let hosts = try NetworkHosts()
    let database = try await TeamDatabase.made(on: PostgresServer.start(on: hosts))
    try await counting(on: database, steps: 100, hosts) {
      try await database.waits(forCount: 30)
      try hosts.pull()
      try await database.waits(forCount: 60)
      try hosts.plugIn()
    }
    try await database.server.stop()
    hosts.remove()
  }

  private func counting(
    on database: TeamDatabase, steps: Int, _ hosts: NetworkHosts? = nil, meanwhile trouble: () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: String.self) { group in
      for lane in 0..<3 {
        let words = try database.counting(steps, hosts, on: lane == 2 ? .second : .first)
        group.addTask {
          try await FinishedProcess.run(words[0], Array(words.dropFirst()), limit: .seconds(150)).outputText
        }
      }
      try await trouble()
      for try await said in group { #expect(said.hasPrefix("counted"), "\(said)") }
    }
    #expect(try await database.count() == 3 * steps)
    #expect(try await database.run("SELECT last FROM parley.counter") == "\(3 * steps)")
  }
}

extension TeamDatabase {
  /// The command that counts; on two hosts the server is on the first.
  func counting(_ steps: Int, _ hosts: NetworkHosts?, on host: NetworkHosts.Host) throws -> [String] {
    let program = try Executables.built("team-torture")
    guard let hosts else { return [program, "count", address().connection, "\(steps)"] }
    let uri = "postgresql://owner@\(NetworkHosts.address):\(server.port)/\(name)?sslmode=disable"
    return try hosts.command(on: host, [program, "count", uri, "\(steps)"])
  }

  func count() async throws -> Int {
    let last = "SELECT convert_from(value, 'UTF8') FROM parley.shared WHERE key = 'n' AND is_current"
    return Int(try await run(last)) ?? 0
  }

  func waits(forCount threshold: Int) async throws {
    while try await count() < threshold { await Task.yield() }
  }
}
