import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("The size of the connection pool", .timeLimit(.minutes(2)))
struct ConnectionPoolTests {
  /// What a server sees of its requests, which it holds until they may leave.
  private struct Traffic: Sendable {
    var entered = 0
    var inFlight = 0
    /// The most at once since it was last set to 0.
    var most = 0
    var left = 0
    /// How many of them it lets go, in all.
    var mayLeave = 0

    mutating func letOneGo() -> Bool {
      guard left < mayLeave else { return false }
      left += 1
      inFlight -= 1
      return true
    }
  }

  private let traffic = Monitor(Traffic())

  private func server() throws -> RawServer {
    try RawServer.start { [traffic] connection in
      while try connection.readRequest() != nil {
        traffic.withLock {
          $0.entered += 1
          $0.inFlight += 1
          $0.most = max($0.most, $0.inFlight)
        }
        _ = traffic.wait { $0.letOneGo() }
        traffic.withLock { _ in }
        try connection.send(.text("ok"))
      }
    }
  }

  private func reaches(_ holds: @escaping @Sendable (Traffic) -> Bool) async throws -> Bool {
    try await blocking { [traffic] in traffic.wait { holds($0) } }
  }

  @Test("It is unlimited until it is set")
  func standard() async throws {
    let server = try server()
    let client = Client()
    #expect(client.poolSize == 0)
    let calls = (0..<40).map { client.prepare(.get(server.url + "/\($0)")) }
    for call in calls { call.start() }
    #expect(try await reaches { $0.inFlight == 40 })
    traffic.withLock { $0.mayLeave = .max }
    for call in calls { #expect(try await call.response().status == .ok) }
  }

  @Test("Changed both ways while 200 requests run, the server's most in flight follows, and none is lost")
  func changed() async throws {
    let server = try server()
    let client = Client()
    client.poolSize = 5
    let calls = (0..<200).map { client.prepare(.get(server.url + "/\($0)")) }
    for call in calls { call.start() }
    #expect(try await reaches { $0.inFlight == 5 })
    client.poolSize = 20
    #expect(try await reaches { $0.inFlight == 20 })
    #expect(traffic.withLock { $0.most } == 20)

    // Lowered, it cuts none of the twenty: they end well, and behind them no more than three go at once.
    client.poolSize = 3
    traffic.withLock {
      $0.most = 0
      $0.mayLeave = 60
    }
    #expect(try await reaches { $0.left == 60 && $0.inFlight == 3 })
    #expect(traffic.withLock { $0.most } == 3)

    client.poolSize = 0
    #expect(try await reaches { $0.entered == 200 })
    traffic.withLock { $0.mayLeave = 200 }
    for call in calls { #expect(try await call.response().text() == "ok") }
    #expect(server.requests.count == 200)
  }

  @Test("Over HTTP/2 it counts requests, which one connection carries")
  func multiplexed() async throws {
    let held = try server()
    let location = "location /held { proxy_pass \(held.url); proxy_set_header X-Connection $connection; }"
    try await withNginxServer(locations: location) { server in
      let client = Client()
      client.poolSize = 2
      var options = TransferOptions()
      options.authorities = server.authorityFile
      let url = try #require(server.tlsURL) + "/held"
      let calls = (0..<50).map { client.prepare(.get(url).query("n", "\($0)").options(options)) }
      for call in calls { call.start() }
      #expect(try await reaches { $0.inFlight == 2 })
      traffic.withLock { $0.mayLeave = 50 }
      for call in calls { #expect(try await call.response().version == .http2) }
      #expect(traffic.withLock { $0.most } == 2)
      #expect(Set(held.requests.map { $0.value(of: "X-Connection") }).count == 1)
    }
  }

  @Test("A request in line can be cancelled, and paused and resumed, at any moment")
  func waiting() async throws {
    let server = try server()
    let client = Client()
    client.poolSize = 1
    let first = client.prepare(.get(server.url + "/first"))
    first.start()
    #expect(try await reaches { $0.inFlight == 1 })
    let waiting = (0..<60).map { client.prepare(.get(server.url + "/\($0)")) }
    for call in waiting { call.start() }
    for (number, call) in waiting.enumerated() {
      if number % 3 == 0 { call.cancel() }
      if number % 3 == 1 { call.pause() }
    }
    for call in stride(from: 0, to: 60, by: 3).map({ waiting[$0] }) {
      await #expect(throws: RequestError.self) { try await call.response() }
    }
    traffic.withLock { $0.mayLeave = .max }
    #expect(try await first.response().status == .ok)
    // One that had been sent before it was paused keeps its place until it goes on.
    for call in stride(from: 1, to: 60, by: 3).map({ waiting[$0] }) { call.resume() }
    for (number, call) in waiting.enumerated() where number % 3 != 0 {
      #expect(try await call.response().status == .ok)
    }
    #expect(traffic.withLock { $0.most } == 1)
    #expect(server.requests.count == 41)
  }

  @Test("A request whose time is over while it waits in line says so")
  func timedOut() async throws {
    let server = try server()
    let client = Client()
    client.poolSize = 1
    let first = client.prepare(.get(server.url))
    first.start()
    #expect(try await reaches { $0.inFlight == 1 })
    let error = await #expect(throws: RequestError.self) {
      try await client.send(.get(server.url + "/second").timeout(.milliseconds(20)))
    }
    #expect(error?.code == "network.timedOut")
    #expect(error?.summary.contains("free connection") == true)
    traffic.withLock { $0.mayLeave = .max }
    #expect(try await first.response().status == .ok)
  }

  @Test("Requests that fail at once give their place on")
  func failing() async throws {
    let refusing = try RefusingPort()
    let client = Client()
    client.poolSize = 2
    let calls = (0..<100).map { client.prepare(.get(refusing.url + "/\($0)")) }
    for call in calls { call.start() }
    for call in calls {
      let error = await #expect(throws: RequestError.self) { try await call.response() }
      #expect(error?.code == "network.refused")
    }
  }
}
