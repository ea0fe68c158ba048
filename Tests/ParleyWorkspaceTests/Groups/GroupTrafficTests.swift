import HTTPTypes
import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyWorkspace

@Suite("What a kept run knows of the wire, and of the rows of its filters", .timeLimit(.minutes(2)))
struct GroupTrafficTests {
  private static let files = [
    "groups/g.yaml": """
    serial:
      - request: order
      - { local: open, jq: '[.items[] | select(.open)]' }
      - { local: each, each: '[.[] | select(.id > 9)]', jq: '.id' }
    """,
    "requests/order.yaml": """
    method: POST
    url: /order
    headers: { X-Name: ada }
    body: { text: "one" }
    retry: { retries: 1, delay: 1ms, status: 503 }
    """,
  ]

  private static func workspace() throws -> SendingWorkspace {
    try SendingWorkspace(
      [
        .text("busy", status: "503 Busy", headers: ["Retry-After: 0"]),
        .json(#"{"items":[{"id":1,"open":true},{"id":2,"open":false},{"id":3,"open":true}]}"#),
      ], files: files)
  }

  private func recorded(_ session: Session) async throws -> RunRecording {
    _ = try await session.groups.run("g").result()
    try await session.flushEvents()
    return try await session.runs.recording(of: session.runs.kept("last"))
  }

  @Test("each attempt has the heads as they were sent and received, and the store keeps them")
  func heads() async throws {
    let workspace = try Self.workspace()
    let session = try await workspace.open()
    let recording = try await recorded(session)
    let step = try #require(recording.node(named: "order"))
    #expect(step.attemptRows.map(\.status) == [503, 200] && step.marks.map(\.words) == ["×2"])
    let id = try #require(step.exchange)
    let exchange = try #require(try await session.store.history.exchange(id)).exchange
    let heads = exchange.sendHeads
    #expect(heads.count == 2)
    for (head, request) in zip(heads, workspace.server.requests) {
      let head = try #require(head)
      #expect(head.requestHead.lines == [request.requestLine] + request.headerLines)
      #expect(head.requestBytes == 3)
    }
    #expect(heads[0]?.responseHead?.lines == ["HTTP/1.1 503 Busy", "Retry-After: 0", "Content-Length: 4"])
    #expect(heads[1]?.status == 200)
    await session.close()
  }

  @Test("a filter's rows are kept with its step, and an empty list says which part of the filter emptied it")
  func rows() async throws {
    let workspace = try Self.workspace()
    let session = try await workspace.open()
    let recording = try await recorded(session)
    let open = try #require(recording.node(named: "open")?.made.rows)
    #expect(open.list == ".items" && open.words == "3 in, 2 out")
    #expect(open.fates == [.kept(0), .dropped(by: "select(.open)"), .kept(1)])
    let each = try #require(recording.node(named: "each"))
    #expect(each.ranForNothing && each.made.rows?.losses.map(\.part) == ["select(.id > 9)"])
    await session.close()
  }

  @Test("a step that failed keeps the beginning of its bodies as they were on the wire, one that went well only heads")
  func failedWire() async throws {
    let files = [
      "groups/g.yaml": "serial:\n  - request: good\n  - request: bad\n",
      "requests/good.yaml": "url: /good\n", "requests/bad.yaml": "url: /bad\nexpect: { status: 201 }\n",
    ]
    let workspace = try SendingWorkspace([.text("the body")], files: files)
    let session = try await workspace.open()
    let recording = try await recorded(session)
    var bodies: [String: String] = [:]
    for record in recording.nodes {
      let id = try #require(record.exchange)
      let wire = try #require(try await session.store.history.exchange(id)?.exchange.response?.wire)
      #expect(wire.entries.first { $0.direction == .receivedBody }?.count == 8)
      let bytes = wire.entries.filter { $0.direction == .receivedBody }.flatMap(\.bytes)
      bodies[record.name] = String(decoding: bytes, as: UTF8.self)
    }
    #expect(bodies == ["good": "", "bad": "the body"])
    await session.close()
  }

  /// The received bytes of the body, by the names of the steps.
  private func bodies(of options: RunOptions) async throws -> [String: String] {
    let files = [
      "groups/g.yaml": "serial:\n  - request: first\n  - request: second\n",
      "requests/first.yaml": "url: /first\n", "requests/second.yaml": "url: /second\n",
    ]
    let workspace = try SendingWorkspace([.text("the body")], files: files)
    let session = try await workspace.open()
    _ = try await session.groups.run("g", options).result()
    try await session.flushEvents()
    var bodies: [String: String] = [:]
    for record in try await session.runs.recording(of: session.runs.kept("last")).nodes {
      let id = try #require(record.exchange)
      let wire = try #require(try await session.store.history.exchange(id)?.exchange.response?.wire)
      bodies[record.name] = wire.received
    }
    await session.close()
    return bodies
  }

  @Test("a run that a person debugs keeps the bytes of its requests, and so does a step with a breakpoint")
  func debuggedWire() async throws {
    let paused = Debugger(isPaused: true)
    paused.resume()
    #expect(try await bodies(of: RunOptions(gates: [paused])) == ["first": "the body", "second": "the body"])
    let stopping = Debugger()
    stopping.add(.after(.root.node(1))) { _ in false }
    #expect(try await bodies(of: RunOptions(gates: [stopping])) == ["first": "", "second": "the body"])
    let failing = Debugger()
    failing.add(.failure)
    #expect(try await bodies(of: RunOptions(gates: [failing])) == ["first": "", "second": ""])
  }

  @Test("a request that is sent by itself keeps its heads as they went over the wire")
  func sentAlone() async throws {
    let workspace = try SendingWorkspace([.text("the body")], files: ["requests/get.yaml": "url: /get\n"])
    let session = try await workspace.open()
    let response = try await session.sending.separateCall(try await session.sending.render("get")).response()
    let round = try #require(response.wire?.rounds.first)
    #expect(
      round.requestHead.lines == [workspace.server.requests[0].requestLine] + workspace.server.requests[0].headerLines)
    #expect(round.responseHead?.lines.first == "HTTP/1.1 200 OK" && response.wire?.received == "")
    await session.close()
  }

  @Test("the value of a variable stands beside its source, and that of a secret one is masked")
  func values() async throws {
    let files = [
      "groups/g.yaml": "serial:\n  - { request: get, with: { query: { page: \"{{page}}\", key: \"{{key}}\" } } }\n",
      "requests/get.yaml": "url: /x\n",
      "environments/local.yaml": "vars: { page: seven, key: { secret: prompt } }\n",
    ]
    let workspace = try SendingWorkspace(files: files)
    let session = try await workspace.open()
    _ = try await session.groups.run("g", given: ["key": "hunter22"]).result()
    try await session.flushEvents()
    let recording = try await session.runs.recording(of: session.runs.kept("last"))
    let sources = try #require(recording.nodes.first).sources
    #expect(sources.first { $0.place == "query page" }?.value == "seven")
    #expect(sources.first { $0.place == "query key" }?.value == Secrets.mask)
    await session.close()
  }

  @Test("what leaves the machine has no secret in its rows below a step")
  func masked() throws {
    var record = NodeRecord(
      path: .root.node(0), name: "a", kind: .request, state: .succeeded, startedAt: Timestamp(microseconds: 0))
    var send = RecordedSend(
      exchange: ExchangeID(rawValue: "e"), reason: .first, startedAt: record.startedAt, duration: .zero, method: "GET",
      url: "http://h/?key=hunter22hunter22")
    send.location = "http://o/?key=hunter22hunter22"
    record.made.sends = [send]
    let masked = RecordMasking(Secrets(["hunter22hunter22"])).masked(record)
    #expect(masked.isMasked && !"\(masked.record)".contains("hunter22"))
  }
}

extension WireLog {
  /// The bytes of the response's body that were kept.
  fileprivate var received: String {
    String(decoding: entries.filter { $0.direction == .receivedBody }.flatMap(\.bytes), as: UTF8.self)
  }
}
