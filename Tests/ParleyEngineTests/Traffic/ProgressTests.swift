import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Progress", .timeLimit(.minutes(2)))
struct ProgressTests {
  @Test("A download tells its progress by stream and by callback, with the name of the request, up to the end")
  func download() async throws {
    let size = 3_000_000
    let server = try RawServer.answering(
      RawReply(headers: ["Content-Length: \(size)"], body: [UInt8](repeating: 1, count: size)))
    let call = Client().prepare(.get(server.url).named("film").options(TransferOptions(progressInterval: .zero)))
    let called = Lock<[Call.Progress]>([])
    call.onProgress { update in called.withLock { $0.append(update) } }
    let updates = call.progressUpdates
    call.start()
    var last: Call.Progress?
    for await update in updates { last = update }
    _ = try await call.response()
    #expect(last == Call.Progress(name: "film", transfer: TransferProgress(received: size, expectedToReceive: size)))
    #expect(last?.fraction == 1)
    let received = called.withLock { $0.map(\.transfer.received) }
    #expect(received == received.sorted())
    #expect(received.last == size)
    #expect(called.withLock { $0.allSatisfy { $0.name == "film" } })
  }

  @Test("Who asks for progress gets it, though the options say nothing of an interval")
  func unasked() async throws {
    let server = try RawServer.answering(.text("0123456789"))
    let call = Client().prepare(.get(server.url))
    let updates = call.progressUpdates
    call.start()
    var last: Call.Progress?
    for await update in updates { last = update }
    #expect(last?.transfer.received == 10)
    #expect(last?.name == nil)
  }

  @Test("An upload tells how much has been sent")
  func upload() async throws {
    try await withTemporaryDirectory { directory in
      let size = 2_000_000
      let path = try directory.write([UInt8](repeating: 2, count: size), to: "film.mp4")
      let server = try RawServer.answering(.text("ok"))
      let call = Client().prepare(.put(server.url).body(.file(path)).options(TransferOptions(progressInterval: .zero)))
      let told = Lock<[TransferProgress]>([])
      call.onProgress { update in told.withLock { $0.append(update.transfer) } }
      _ = try await call.response()
      let sent = told.withLock { $0.map(\.sent) }
      #expect(sent == sent.sorted())
      #expect(sent.last == size)
      #expect(told.withLock { $0.last?.expectedToSend } == size)
    }
  }

  /// A server that sends half of a body of 100 bytes, and the rest once the gate is open.
  private func halved(until gate: Gate) throws -> RawServer {
    try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(.truncated(String(repeating: "a", count: 50), promising: 100))
      try gate.wait()
      try connection.send(String(repeating: "b", count: 50))
    }
  }

  @Test("State, progress and the fraction of an aggregate are live though nobody observes them")
  func live() async throws {
    let rest = Gate()
    let server = try halved(until: rest)
    let call = Client().prepare(.get(server.url))
    let both = call.together(with: Client().prepare(.get(server.url)))
    call.start()
    await eventually { call.progress.received == 50 }
    #expect(call.progress == TransferProgress(received: 50, expectedToReceive: 100))
    guard case .running(0.5) = call.state else { return #expect(Bool(false), "It is \(call.state).") }
    #expect(both.fraction == 0.25)
    call.pause()
    #expect(both.fraction == 0.25)
    #expect(call.resume() == .resumed(at: 50))
    rest.open()
    _ = try await call.response()
    #expect(call.progress == TransferProgress(received: 100, expectedToReceive: 100))
  }

  @Test("Who begins to observe in the middle is told the rest, up to the end")
  func inTheMiddle() async throws {
    let rest = Gate()
    let server = try halved(until: rest)
    let call = Client().prepare(.get(server.url))
    call.start()
    await eventually { call.progress.received == 50 }
    let (updates, called) = (call.progressUpdates, Lock<[Int]>([]))
    call.onProgress { update in called.withLock { $0.append(update.transfer.received) } }
    rest.open()
    var last: Call.Progress?
    for await update in updates { last = update }
    #expect(last?.transfer == TransferProgress(received: 100, expectedToReceive: 100))
    #expect(called.withLock { $0.last } == 100)
  }

  @Test("Who begins to observe after the head is told of a body that comes in one piece")
  func afterTheHead() async throws {
    let rest = Gate()
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(.truncated("", promising: 10))
      try rest.wait()
      try connection.send("0123456789")
    }
    let call = Client().prepare(.get(server.url))
    call.start()
    await eventually { call.arriving != nil }
    let updates = call.progressUpdates
    rest.open()
    var last: Call.Progress?
    for await update in updates { last = update }
    #expect(last?.transfer == TransferProgress(received: 10, expectedToReceive: 10))
  }

  @Test("Who observes is told where a transfer stands that goes on only later")
  func standing() async throws {
    let rest = Gate()
    let server = try halved(until: rest)
    let call = Client().prepare(.get(server.url))
    call.start()
    let updates = call.progressUpdates
    for await update in updates where update.transfer.received == 50 { break }
    rest.open()
    #expect(try await call.response().body.count == 100)
  }

  @Test("Events tell the progress of both ways though nobody asked for an interval")
  func events() async throws {
    let size = 3_000_000
    let server = try RawServer.answering(
      RawReply(headers: ["Content-Length: \(size)"], body: [UInt8](repeating: 1, count: size)))
    let client = Client()
    let events = client.events.subscribe()
    _ = try await client.send(.put(server.url).body(.bytes([UInt8](repeating: 2, count: 2 * size))))
    let kinds = events.takeAvailable().compactMap { if case .event(let event) = $0 { event.kind } else { nil } }
    let sent = kinds.compactMap { if case .requestProgress(_, let progress) = $0 { progress } else { nil } }
    let received = kinds.compactMap { if case .responseProgress(_, let progress) = $0 { progress } else { nil } }
    #expect(sent.last?.done == 2 * size && sent.last?.expected == 2 * size)
    #expect(received.last?.done == size && received.last?.expected == size)
  }

  @Test("A request whose bodies move in one piece posts no event of progress")
  func small() async throws {
    let server = try RawServer.answering(.text("0123456789"))
    let client = Client()
    let events = client.events.subscribe()
    let call = client.prepare(.post(server.url).body(.text("abc")))
    _ = try await call.response()
    #expect(call.progress == TransferProgress(sent: 3, expectedToSend: 3, received: 10, expectedToReceive: 10))
    #expect(events.takeAvailable().count == 2)
  }

  @Test("What went before counts: a download that goes on, and one that is compressed")
  func counted() async throws {
    let packed = try Gzip.compress(Array("0123456789".utf8))
    let reply = RawReply(headers: ["Content-Encoding: gzip", "Content-Length: \(packed.count)"], body: packed)
    let server = try RawServer.answering(reply)
    let call = Client().prepare(.get(server.url))
    #expect(try await call.response().text() == "0123456789")
    #expect(call.progress == TransferProgress(received: packed.count, expectedToReceive: packed.count))
  }

  @Test("A stream that is asked for after the end ends at once")
  func afterwards() async throws {
    let server = try RawServer.answering(.text("ok"))
    let call = Client().prepare(.get(server.url))
    _ = try await call.response()
    for await _ in call.progressUpdates { Issue.record("Nothing is left to tell.") }
  }

  @Test("The gauge tells rate and time left of the last seconds")
  func gauge() {
    var gauge = TransferGauge()
    #expect(gauge.bytesPerSecond == nil)
    gauge.add(TransferProgress(received: 1, expectedToReceive: 10_000), at: .zero)
    #expect(gauge.timeLeft == nil)
    gauge.add(TransferProgress(received: 1001, expectedToReceive: 10_000), at: .seconds(1))
    #expect(gauge.bytesPerSecond == 1000)
    #expect(gauge.timeLeft == .seconds(8.999))
    // It stands still for long, and then goes on faster.
    gauge.add(TransferProgress(received: 1001, expectedToReceive: 10_000), at: .seconds(60))
    #expect(gauge.bytesPerSecond == 0)
    #expect(gauge.timeLeft == nil)
    gauge.add(TransferProgress(received: 10_000, expectedToReceive: 10_000), at: .seconds(61))
    #expect(gauge.timeLeft == .zero)
  }

  @Test("The gauge begins again when an upload is followed by its response")
  func gaugeOfBoth() {
    var gauge = TransferGauge()
    gauge.add(TransferProgress(sent: 0, expectedToSend: 500), at: .zero)
    gauge.add(TransferProgress(sent: 500, expectedToSend: 500), at: .seconds(1))
    #expect(gauge.bytesPerSecond == 500)
    gauge.add(TransferProgress(sent: 500, expectedToSend: 500, received: 10), at: .seconds(2))
    #expect(gauge.bytesPerSecond == nil)
    #expect(gauge.timeLeft == nil)
  }
}
