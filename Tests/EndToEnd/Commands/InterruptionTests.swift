import Glibc
import ParleyEngine
import TestSupport
import Testing

/// The real program, stopped by each signal while everything waits that can.
@Suite("An interrupted run", .timeLimit(.minutes(2)))
struct InterruptionTests {
  private let parley: ParleyProgram
  private let server: RawServer

  init() throws {
    parley = try ParleyProgram()
    server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        if request.target == "/held" { return connection.waitForClose() }
        let status = request.target == "/fails" ? "500 Internal Server Error" : "200 OK"
        try connection.send(.text("{\"state\":1}", status: status))
      }
    }
    try write("parley: 1\nid: interrupted\nservers: { api: '\(server.url)' }\n", to: "parley.yaml")
    try write("vars: { key: { secret: prompt } }\n", to: "environments/local.yaml")
    for name in ["done", "fails", "held", "later"] { try write("url: /\(name)\n", to: "requests/\(name).yaml") }
    try write("url: /fails\nretry: { retries: 9, delay: 1h }\n", to: "requests/retries.yaml")
    try write("url: /later\nheaders: { X-Key: '{{key}}' }\n", to: "requests/secret.yaml")
    try write("#!/bin/sh\nsleep 1000\n", to: "sleeps.sh")
    #expect(chmod(folder + "/sleeps.sh", 0o755) == 0)
  }

  private var folder: String { parley.home.path("w") }
  private func write(_ text: String, to file: String) throws { try parley.home.write(text, to: "w/\(file)") }

  private static let everything = """
    serial:
      - concurrent:
          - { local: polls, jq: '{ state: 1 }', until: '.state == 2', every: 20ms, attempts: 10000 }
          - { request: done, as: asks, until: '.state == 2', every: 1h }
          - { request: fails, retry: { retries: 9, delay: 1h } }
          - { local: nap, wait: 1h }
          - { request: held }
          - { local: program, run: [./sleeps.sh] }
          - { local: naps, each: '[1, 2]', limit: 2, wait: 1h }
          - serial: [{ local: inner, wait: 1h }, { request: later }]
      - { request: later, as: last }

    """

  /// One of them: ``SignalTests`` sends all of them.
  private static let signals = Sample.of(SignalTests.statuses, 1)

  private func open(_ arguments: String...) throws -> TerminalProcess {
    try TerminalProcess.start(
      Executables.built("parley"), arguments + ["-w", folder], environment: parley.environment, columns: 140)
  }

  /// Waits for a text in what the terminal got since it last went back to the margin.
  private func shows(_ texts: String..., in terminal: TerminalProcess) async throws -> Bool {
    try await blocking {
      terminal.wait { bytes in
        let lines = String(decoding: bytes, as: UTF8.self).split { $0 == "\r" || $0 == "\r\n" }
        return lines.contains { line in texts.allSatisfy(line.contains) }
      }
    }
  }

  private func end(of terminal: TerminalProcess, by signal: Int32) async throws -> Int32? {
    terminal.send(signal: signal)
    return try await blocking { terminal.waitForExit(.seconds(60)) }
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try readFile("\(parley.home.path)/\(file)"), as: UTF8.self)
  }

  @Test(
    "is cancelled in every report, whatever its steps wait for, and no later step begins",
    arguments: signals)
  func everything(_ row: (signal: Int32, status: Int32)) async throws {
    try write(Self.everything, to: "groups/all.yaml")
    #expect(try await parley.run("trust", "--yes", "-w", folder).status == 0)
    let (junit, tap) = (parley.home.path("junit"), parley.home.path("tap"))
    let (lines, html) = (parley.home.path("lines"), parley.home.path("html"))
    let terminal = try open(
      "run", "all", "--junit", junit, "--tap", tap, "--json-lines", lines, "--html", html)
    #expect(try await shows("polls (attempt ", "and 6 more", in: terminal))
    #expect(try await server.requests(atLeast: 3).map(\.target).sorted() == ["/done", "/fails", "/held"])
    #expect(try await end(of: terminal, by: row.signal) == row.status)

    let shown = String(decoding: terminal.output, as: UTF8.self)
    #expect(!shown.contains("✓") && !shown.contains("✗") && shown.contains("stopped"), "\(shown)")
    let steps = try text("lines").split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
    #expect(steps.last?["state"] == "stopped")
    let states = steps.dropLast().map { ($0["name"]?.string ?? "", $0["state"]?.string ?? "") }
    #expect(states.filter { $0.1 == "neverRan" }.map(\.0) == ["later", "last"])
    #expect(states.allSatisfy { ["neverRan", "cancelled"].contains($0.1) }, "\(states)")
    let (cases, failures) = (
      try text("junit").split(separator: "<testcase "), try text("junit").split(separator: "<failure ")
    )
    #expect(cases.dropFirst().allSatisfy { $0.contains("<failure") || $0.contains("<skipped") })
    #expect(failures.count == 10 && failures.dropFirst().allSatisfy { $0.contains("cancelled") })
    #expect(try text("tap").split(separator: "\n").allSatisfy { !$0.hasPrefix("ok") || $0.contains("# SKIP") })
    let page = try text("html")
    #expect(page.contains("cancelled") && !page.contains("✓"))
    #expect(try await parley.run("runs", "list", "-w", folder).outputText.contains("all  stopped"))
    #expect(server.requests.allSatisfy { $0.target != "/later" })
  }

  @Test(
    "was asked something; what its step is about is cancelled with the question, though it runs always",
    arguments: signals)
  func question(_ row: (signal: Int32, status: Int32)) async throws {
    try write(
      "serial: [{ local: nap, wait: 1ms }, { request: secret, always: true }, { request: later }]\n",
      to: "groups/asks.yaml")
    let terminal = try open("run", "asks")
    #expect(try await shows("not stored):", in: terminal))
    #expect(try await end(of: terminal, by: row.signal) == row.status)
    let last = try await parley.run("runs", "show", "last", "-w", folder).outputText
    #expect(last.contains("■ 2        secret") && last.contains("· 3        later"), "\(last)")
    #expect(last.contains("  asks  stopped"))
  }

  @Test("was not the only one: a WebSocket that waits for a message is cancelled, too", arguments: signals)
  func webSocket(_ row: (signal: Int32, status: Int32)) async throws {
    try await withDemoServer { demo in
      let socket = "url: ws+\(demo.url)/ws/echo\nmessages: [{ wait: '.nope == 1', timeout: 1h }]\n"
      try write(socket, to: "requests/socket.yaml")
      let terminal = try open("send", "socket")
      #expect(try await shows("Connected.", in: terminal))
      #expect(try await end(of: terminal, by: row.signal) == row.status)
      let shown = String(decoding: terminal.output, as: UTF8.self)
      #expect(!shown.contains("by the server") && !shown.contains("expected"), "\(shown)")
    }
  }

  @Test("of one request many times says how many were cancelled")
  func repeated() async throws {
    let terminal = try open("send", "held", "-n", "5", "-c", "2")
    _ = try await server.requests(atLeast: 2)
    #expect(try await end(of: terminal, by: SIGINT) == 130)
    let shown = String(decoding: terminal.output, as: UTF8.self)
    #expect(shown.contains("0 responses to 2 sends") && shown.contains("2  cancelled"), "\(shown)")
  }

  @Test("ends with the terminal that asked it something: the signal counts, not the output that was lost")
  func closedTerminal() async throws {
    try write("serial: [{ local: nap, wait: 1ms }, { request: secret }]\n", to: "groups/asks.yaml")
    let terminal = try open("run", "asks")
    #expect(try await shows("not stored):", in: terminal))
    terminal.hangUp()
    #expect(try await blocking { terminal.waitForExit(.seconds(60)) } == 129)
  }

  @Test("was waiting for a line of standard input", arguments: signals)
  func input(_ row: (signal: Int32, status: Int32)) async throws {
    try write("serial: [{ local: nap, wait: 1ms }, { request: secret }]\n", to: "groups/asks.yaml")
    #expect(mkfifo(parley.home.path("silent"), 0o600) == 0)
    let script = "exec \"$0\" \"$@\" 0<>'\(parley.home.path("silent"))'"
    let terminal = try TerminalProcess.start(
      "/bin/sh", ["-c", script, Executables.built("parley"), "run", "asks", "-w", folder],
      environment: parley.environment)
    #expect(try await shows("✓ 1        nap", in: terminal))
    #expect(try await end(of: terminal, by: row.signal) == row.status)
    #expect(try await parley.run("runs", "list", "-w", folder).outputText.contains("  asks  stopped"))
  }

  @Test("of several lets none of the others begin, however many are in progress", arguments: [1, 2])
  func several(parallel: Int) async throws {
    for name in ["a", "b", "c"] { try write("serial: [{ request: held }]\n", to: "groups/s/\(name).yaml") }
    let terminal = try open("run", "s", "--parallel", "\(parallel)", "--json")
    _ = try await server.requests(atLeast: parallel)
    #expect(try await end(of: terminal, by: SIGTERM) == 143)
    #expect(server.requests.count == parallel)
    let shown = String(decoding: terminal.output, as: UTF8.self)
    #expect(shown.contains("\(parallel) stopped, \(3 - parallel) not run"), "\(shown)")
  }

  @Test("ends with the signal's status also where a step had failed before")
  func failedBefore() async throws {
    try write(
      "serial: [{ local: no, assert: ['false'] }, { request: held }]\nonFailure: continue\n", to: "groups/fails.yaml")
    let terminal = try open("run", "fails")
    _ = try await server.requests(atLeast: 1)
    #expect(try await end(of: terminal, by: SIGINT) == 130)
  }

  @Test("A send that waits for its next attempt ends with the signal's status", arguments: signals)
  func send(_ row: (signal: Int32, status: Int32)) async throws {
    let terminal = try open("send", "retries")
    _ = try await server.requests(atLeast: 1)
    #expect(try await end(of: terminal, by: row.signal) == row.status)
  }

  @Test(
    "An import that waits for what it reads ends with the signal's status, and says that nothing was written",
    arguments: signals)
  func importing(_ row: (signal: Int32, status: Int32)) async throws {
    let terminal = try open("import", "\(server.url)/held")
    _ = try await server.requests(atLeast: 1)
    #expect(try await end(of: terminal, by: row.signal) == row.status)
    let shown = String(decoding: terminal.output, as: UTF8.self)
    #expect(shown.contains("Stopped: nothing was written."), "\(shown)")
  }

  @Test("A third signal ends the program at once, also where steps run always")
  func third() async throws {
    try write("serial: [{ request: held }, { local: nap, wait: 1h, always: true }]\n", to: "groups/always.yaml")
    let terminal = try open("run", "always")
    _ = try await server.requests(atLeast: 1)
    terminal.send(signal: SIGINT)
    #expect(try await shows("… 2 nap", in: terminal))
    terminal.send(signal: SIGTERM)
    #expect(try await end(of: terminal, by: SIGTERM) == 130)
  }
}
