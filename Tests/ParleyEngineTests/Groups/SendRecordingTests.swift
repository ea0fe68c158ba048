import HTTPTypes
import TestSupport
import Testing

@testable import ParleyEngine

@Suite("A run records every attempt and every hop of its requests", .timeLimit(.minutes(2)))
struct SendRecordingTests {
  private func client(_ server: RawServer, cache: (any CacheStorage)? = nil) -> Client {
    Client(.init(servers: Servers(["api": Server(server.url)], default: "api")), cache: cache, clock: ManualClock())
  }

  private func record(of request: Request, by client: Client) async throws -> NodeRecord {
    let run = client.run(.serial([.request(request)]))
    _ = await run.result()
    return try #require(run.recording.nodes.first)
  }

  @Test("the use of the cache is said once, whatever its reason begins with")
  func cacheUse() {
    let confirmed = NodeRecord.CacheUse(
      source: "notModified", age: nil, code: "revalidated.notModified", summary: "Revalidated: not modified.",
      exchange: nil)
    #expect(confirmed.line == "Revalidated: not modified.")
    let kept = NodeRecord.CacheUse(
      source: "kept", age: .seconds(12), code: "fresh", summary: "Fresh for another 48 s.", exchange: nil)
    #expect(kept.line == "cached 12 s: Fresh for another 48 s.")
  }

  @Test("a POST that its own retry sends twice is two attempts of one exchange, with the wait between them")
  func retry() async throws {
    let server = try RawServer.answering(inTurn: [
      .text("busy", status: "503 Busy"), .text("{}", status: "201 Created"),
    ])
    defer { server.stop() }
    let request = Request.post("/orders").body(.text("x")).retrying(
      .attempts(2, delay: .seconds(1), statuses: [503...503]))
    let record = try await record(of: request, by: client(server))
    #expect(server.requests.map(\.requestLine) == ["POST /orders HTTP/1.1", "POST /orders HTTP/1.1"])
    #expect(record.attempts.count == 1 && record.attemptCount == 2 && record.marks == [.attempts(2)])
    let rows = record.attemptRows
    #expect(rows.map(\.label) == ["attempt 1", "attempt 2"] && rows.map(\.status) == [503, 201])
    #expect(rows.map(\.state) == [.failed, .succeeded] && rows.map { $0.send?.method } == ["POST", "POST"])
    #expect(rows.map { $0.send?.reason } == [.first, .retry] && rows[1].send?.wait ?? .zero >= .seconds(1))
    #expect(rows.map { $0.send?.requestBytes } == [1, 1] && rows[0].send?.responseBytes == 4)
    let (first, second) = (try #require(rows[0].span), try #require(rows[1].span))
    #expect(first.upperBound <= second.lowerBound && second.upperBound <= (record.endedAt ?? second.lowerBound))
    // Nothing of it was queued: the time before the last attempt is that of the first.
    #expect(record.attempts[0].phases == nil && rows.allSatisfy { $0.phases != nil })
  }

  @Test("a redirect to another origin is two hops, and the first says which header the second did not get")
  func redirect() async throws {
    let other = try RawServer.answering(.text("{}"))
    let server = try RawServer.answering(
      .text("", status: "302 Found", headers: ["Location: \(other.url)/latest"]))
    defer {
      server.stop()
      other.stop()
    }
    let request = Request.get("/order").header(.authorization, "Bearer of-nobody")
    let record = try await record(of: request, by: client(server))
    #expect(other.requests.first?.value(of: "Authorization") == nil)
    #expect(record.marks == [.hops(2)] && record.attemptCount == 1)
    let rows = record.attemptRows
    #expect(rows.map(\.label) == ["hop 1", "hop 2"] && rows.map(\.status) == [302, 200])
    #expect(rows[0].send?.droppedHeaders == ["Authorization"] && rows[1].send?.droppedHeaders == [])
    #expect(rows[0].send?.location == "\(other.url)/latest" && rows[1].send?.url == "\(other.url)/latest")
    #expect(rows.map { $0.send?.reason } == [.first, .redirect])
  }

  @Test("an attempt that was redirected and then retried says both")
  func redirectAndRetry() async throws {
    let asked = Lock(0)
    let server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        if request.target == "/go" {
          try connection.send(.text("", status: "307 Temporary Redirect", headers: ["Location: /there"]))
        } else {
          let count = asked.withLock { asked in
            asked += 1
            return asked
          }
          try connection.send(.text("", status: count == 1 ? "500 Oops" : "200 OK"))
        }
      }
    }
    defer { server.stop() }
    let request = Request.get("/go").retrying(.attempts(1, statuses: [500...500]))
    let record = try await record(of: request, by: client(server))
    #expect(record.marks == [.attempts(2), .hops(2)])
    #expect(
      record.attemptRows.map(\.label) == ["attempt 1 hop 1", "attempt 1 hop 2", "attempt 2 hop 1", "attempt 2 hop 2"])
    #expect(record.attemptRows.map(\.status) == [307, 500, 307, 200])
  }

  @Test("a token that the server refused is an attempt, and the mark says that it was renewed")
  func renewal() async throws {
    let server = try AuthorizationServer()
    let configuration = ClientConfiguration(servers: Servers(["api": Server(server.server.url)], default: "api"))
    let client = Client(configuration)
    let oauth = OAuth2(tokenURL: "/token", grant: .clientCredentials, clientID: "me", clientSecret: "s3cr3t")
    let request = Request.get("/x").authorized(.oauth2(oauth))
    _ = try await client.send(request)
    server.refuse("token-1")
    let record = try await record(of: request, by: client)
    #expect(record.status == 200 && record.marks == [.attempts(2), .tokenRenewed])
    #expect(record.attemptRows.map(\.status) == [401, 200])
  }

  @Test("a response out of the cache was never sent, and says how old it was")
  func cached() async throws {
    let test = try CacheUnderTest(.text("{}", headers: ["Cache-Control: max-age=60"]))
    _ = try await test.client.send(.get("/list"))
    test.pass(.seconds(12))
    let record = try await record(of: .get("/list"), by: test.client)
    #expect(test.sent == 1 && record.isUnsent && record.attemptRows.count == 1)
    #expect(record.made.cached?.age == .seconds(12) && record.marks.map(\.words) == ["cached 12 s"])
    #expect(record.made.cached?.exchange != nil && record.marks.map(\.name) == [.cached])
  }

  @Test("a mock's response is marked, and another is not")
  func mocked() async throws {
    let server = try RawServer.answering(.text("{}"))
    defer { server.stop() }
    let client = client(server)
    client.configuration.mocks = Mocks(Mock(.get, "/a") { _ in .data(Array("{}".utf8)) }, isOn: true)
    let run = client.run(.serial([.request(.get("/a")), .request(.get("/b"))]))
    _ = await run.result()
    #expect(run.recording.nodes.map(\.marks) == [[.mock], []])
  }

  @Test("what a mock got and gave is told as it would be on the wire, with a note that it was not")
  func mockedWire() async throws {
    let client = Client()
    client.configuration.mocks = Mocks(
      Mock(.post, "/a") { _ in
        MockReply(.created, headers: [.contentType: "text/plain"], body: InMemoryBytes(Array("made".utf8)))
      }, isOn: true)
    let request = Request(.post, "http://api.test/a?page=2").body(.text("one"))
    let wire = try #require(try await client.send(request.options(TransferOptions(recordsWire: true))).wire)
    let round = try #require(wire.rounds.first)
    #expect(wire.entries.first?.direction == .note && wire.rounds.count == 1)
    #expect(round.requestHead.lines.prefix(2) == ["POST /a?page=2 HTTP/1.1", "Host: api.test"])
    #expect(round.responseHead?.lines == ["mock 201 Created", "Content-Type: text/plain"])
    let bodies = wire.entries.filter { [.sentBody, .receivedBody].contains($0.direction) }
    #expect(bodies.map { String(decoding: $0.bytes, as: UTF8.self) } == ["one", "made"])
    #expect(try await client.send(request).wire == nil)
  }

  @Test("requests at the same time to one address, one of which writes, say so of each other")
  func overlaps() async throws {
    let waiting = Monitor(0)
    let server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        if request.target != "/alone" {
          waiting.withLock { $0 += 1 }
          _ = waiting.wait { $0 >= 3 }
        }
        try connection.send(.text("{}"))
      }
    }
    defer { server.stop() }
    let steps: [Node] = [
      .request(.post("/order").body(.text("1"))), .request(.get("/order?page=2")), .request(.get("/other")),
      .request(.get("/alone")),
    ]
    let run = client(server).run(.concurrent(steps))
    _ = await run.result()
    let marks = run.recording.nodes.map { $0.marks.map(\.words) }
    #expect(marks == [["overlaps with 2"], ["overlaps with 1"], [], []])
    #expect(run.recording.nodes[0].made.overlaps.first?.kind == .address)
  }

  @Test("steps at the same time that write one shared key say so of each other, and those behind each other do not")
  func sharedKey() async throws {
    let began = Lock(0)
    let write = Node.job("write") { input in
      began.withLock { $0 += 1 }
      await eventually { began.withLock { $0 } == 2 }
      try await input.shared?.set("cart", .json(1))
      return nil
    }
    let alone = Node.job("later") { input in
      try await input.shared?.set("cart", .json(2))
      return nil
    }
    let run = Client().run(
      .serial([.group(.concurrent([write, write])), alone]), RunOptions(shared: SharedData()))
    _ = await run.result()
    let recording = run.recording
    let (first, second) = (NodePath("1.1"), NodePath("1.2"))
    #expect(recording[try #require(first)]?.marks.map(\.words) == ["overlaps with 1.2"])
    #expect(
      recording[try #require(second)]?.made.overlaps.map(\.words) == ["overlaps with 1.1: both use the shared key cart"]
    )
    #expect(recording.node(named: "later")?.marks == [])
  }

  @Test("of many uses of one thing the latest are remembered, and a change among them is found until it is too old")
  func manyUses() {
    let traffic = TrafficWatch()
    let span = Timestamp(microseconds: 0)..<Timestamp(microseconds: 9)
    func use(_ index: Int, changes: Bool = false) -> [StepOverlap] {
      traffic.take([.init(kind: .address, name: "a", span: span, changes: changes)], of: .root.node(index))
    }
    #expect(use(0) == [] && use(1, changes: true).map(\.step) == [.root.node(0)])
    for index in 2...65 { #expect(use(index).map(\.step) == [.root.node(1)]) }
    #expect(use(66) == [])
    #expect(use(67, changes: true).map(\.step) == (3...10).map { .root.node($0) })
  }

  @Test("notes that say nothing are equal, whatever was set and taken back")
  func emptyNotes() {
    var notes = NodeTrace.Notes()
    notes.steps = [.root]
    notes.secretOutput = nil
    #expect(notes != NodeTrace.Notes() && notes.withoutInput == notes)
    notes.steps = []
    #expect(notes == NodeTrace.Notes() && notes.withoutInput == nil)
    notes.usesInput = true
    #expect(notes.withoutInput == nil && notes != NodeTrace.Notes())
  }

  @Test("the notes come back from JSON as they were, and what an older version wrote has none")
  func coding() throws {
    let start = Timestamp(microseconds: 1_700_000_000_000_000)
    var send = RecordedSend(
      exchange: ExchangeID(rawValue: "e"), reason: .retry, attempt: 2, startedAt: start, duration: .milliseconds(84),
      method: "POST", url: "http://h/", status: 201)
    send.droppedHeaders = ["Authorization"]
    var rows = RowAccount(list: ".items", into: 3, out: 1)
    for fate in [RowAccount.Fate.kept(0), .dropped(by: "select(.a)"), .dropped(by: nil)] { rows.add(fate) }
    var notes = NodeTrace.Notes()
    (notes.sends, notes.isMock, notes.rows) = ([send], true, rows)
    notes.overlaps = [StepOverlap(step: .root.node(1), kind: .cookie, name: "sid of h")]
    notes.pauses = [start..<start.advanced(by: .seconds(2))]
    let read = try JSONValue(encoding: notes).decode(NodeTrace.Notes.self)
    #expect(read == notes && read.rows?.fates == [.kept(0), .dropped(by: "select(.a)"), .dropped(by: nil)])
    let old: JSONValue = ["steps": [], "sharedReads": [], "sharedWrites": [], "sources": []]
    #expect(try old.decode(NodeTrace.Notes.self) == NodeTrace.Notes())
  }
}
