import Glibc
import TestSupport
import Testing

@Suite("Signals", .timeLimit(.minutes(2)))
struct SignalTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  /// 128 and the signal, as a shell says it.
  static let statuses: [(signal: Int32, status: Int32)] = [(SIGHUP, 129), (SIGINT, 130), (SIGTERM, 143)]

  /// Opens a program, and ends it by a signal once a request of it has come to the server.
  private func end(
    _ arguments: [String], by signal: Int32, typing keys: [String] = []
  ) async throws -> Int32 {
    let gate = Gate()
    return try await withRawServer { connection in
      try connection.readRequest()
      try gate.wait()
    } body: { server in
      defer { gate.open() }
      try parley.home.write("parley: 1\nid: signals\nservers: { api: '\(server.url)' }\n", to: "w/parley.yaml")
      try parley.home.write("url: /waits\n", to: "w/requests/waits.yaml")
      try parley.home.write("serial: [{ request: waits }]\n", to: "w/groups/g.yaml")
      let terminal = try await parley.open(arguments + ["-w", parley.home.path("w")])
      for key in keys { try await terminal.press(key) }
      _ = try await server.requests(atLeast: 1)
      kill(try #require(terminal.processID), signal)
      return try await terminal.waitForEnd()
    }
  }

  @Test("end a request with the status a shell gives them", arguments: statuses)
  func send(_ row: (signal: Int32, status: Int32)) async throws {
    #expect(try await end(["send", "waits"], by: row.signal) == row.status)
  }

  @Test("end a run with the status a shell gives them", arguments: statuses)
  func run(_ row: (signal: Int32, status: Int32)) async throws {
    #expect(try await end(["run", "g"], by: row.signal) == row.status)
  }

  @Test(
    "end the workbench with the status a shell gives them, and the screen is the shell's again", arguments: statuses)
  func workbench(_ row: (signal: Int32, status: Int32)) async throws {
    #expect(try await end(["open"], by: row.signal, typing: ["F5"]) == row.status)
  }
}
