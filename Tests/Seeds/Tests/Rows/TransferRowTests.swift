import Dispatch
import Glibc
import ParleyEngine
import Testing

/// The rows R of the feature table that are about a request in flight, each tried as a program of somebody else would.
@Suite("Rows R: a request in flight, as a consumer sees it", .timeLimit(.minutes(2)))
struct TransferRowTests {
  private let backend: Backend
  private let client: Client

  init() throws {
    let backend = try Backend()
    self.backend = backend
    client = Client(.init(servers: Servers(Server(backend.address + "/v1"))))
  }

  private func sent(_ request: Request) async throws -> Asked {
    _ = try await client.send(request)
    return try #require(backend.asked.last)
  }

  /// Sends half of a body, and the rest once the gate is open.
  private func half(until gate: Gate) throws -> Backend {
    try Backend { _ in
      var reply = Reply.text("0123456789")
      reply.pause = (after: 5, gate: gate)
      return reply
    }
  }

  @Test("R12: a download goes to its file, and resuming what was not paused says so")
  func downloads() async throws {
    let folder = try Folder()
    let call = client.prepare(.get("/").downloading(to: folder.path("file")))
    #expect(call.resume() == .failed(.nothingPaused))
    let place = try await call.response().download?.path
    #expect(place == folder.path("file"))
    #expect(try readText(folder.path("file")).contains("\"GET\""))
    #expect(names(in: folder.path) == ["file"])
    client.configuration.routes = try Routes(json: ["film": ["endpoint": "/film", "download": true]])
    let temporary = try #require(try await client.send(.route("film")).download?.path)
    #expect(try readText(temporary).contains("/v1/film"))
    remove(temporary)
  }

  @Test("R12: a download that broke off goes on where it was, or says why it does not")
  func resumed() async throws {
    let whole = Array("0123456789".utf8)
    let server = try Backend { asked in
      var reply = Reply.bytes(whole).with("ETag", "\"v1\"").with("Accept-Ranges", "bytes")
      guard asked["Range"] == "bytes=4-", asked["If-Range"] == "\"v1\"" else {
        reply.end = 4
        return reply
      }
      var rest = Reply.bytes(Array(whole[4...])).with("ETag", "\"v1\"").with("Content-Range", "bytes 4-9/10")
      rest.status = 206
      return rest
    }
    let folder = try Folder()
    let request = Request.get(server.address).downloading(to: folder.path("file"), resuming: true)
    await #expect(throws: RequestError.self) { try await client.send(request) }
    let response = try await client.send(request)
    #expect(response.download?.resumption == .resumed(at: 4))
    #expect(try readText(folder.path("file")) == "0123456789")
    let fresh = Request.get("/").downloading(to: folder.path("other"), resuming: true)
    #expect(try await client.send(fresh).download?.resumption == .failed(.nothingPaused))
  }

  @Test("R12: nothing arrives while a download is paused")
  func paused() async throws {
    let (gate, folder) = (Gate(), try Folder())
    let half = try half(until: gate)
    let call = client.prepare(.get(half.address).downloading(to: folder.path("file")))
    call.start()
    try await until { call.progress.received >= 5 }
    call.pause()
    // Another request of the same client goes its whole way: what was asked before it has been done.
    _ = try await sent(.get("/"))
    gate.open()
    for _ in 0..<5 { _ = try await sent(.get("/")) }
    #expect(call.progress.received == 5)
    guard case .paused = call.state else { return #expect(Bool(false), "It is \(call.state).") }
    #expect(call.resume() == .resumed(at: 5))
    _ = try await call.response()
    #expect(try readText(folder.path("file")) == "0123456789")
  }

  @Test("R13, R14: state and progress are live, and pausing goes on where it was")
  func live() async throws {
    let gate = Gate()
    let half = try half(until: gate)
    let call = client.prepare(.get(half.address).named("film"))
    guard case .idle = call.state else { return #expect(Bool(false), "It is \(call.state).") }
    call.start()
    try await until { call.progress.received >= 5 }
    guard case .running(0.5) = call.state else { return #expect(Bool(false), "It is \(call.state).") }
    call.pause()
    #expect(call.resume() == .resumed(at: 5))
    let updates = call.progressUpdates
    gate.open()
    var last: Call.Progress?
    for await update in updates { last = update }
    #expect(last?.fraction == 1 && last?.name == "film")
    guard case .completed(let response) = call.state else { return #expect(Bool(false), "It is \(call.state).") }
    #expect(try response.text() == "0123456789")
  }

  @Test("R13, R14: progress is seen however seldom it is told, and who asks late is told the end")
  func looking() async throws {
    let (gate, late) = (Gate(), Gate())
    let half = try half(until: gate)
    let call = client.prepare(.get(half.address).options(TransferOptions(progressInterval: .seconds(1000))))
    call.start()
    try await until { call.progress.received == 5 }
    gate.open()
    _ = try await call.response()
    let held = try Backend { _ in
      var reply = Reply.text("0123456789")
      reply.pause = (after: 0, gate: late)
      return reply
    }
    let other = client.prepare(.get(held.address))
    other.start()
    try await until { other.arriving != nil }
    let updates = other.progressUpdates
    late.open()
    var last: Call.Progress?
    for await update in updates { last = update }
    #expect(last?.transfer.received == 10)
  }

  @Test("R13, E4: an upload tells how much has gone, by callback and events, with the route's name")
  func upload() async throws {
    let (folder, screen) = (try Folder(), Screen())
    let size = 400_000
    let file = try folder.write(String(repeating: "x", count: size), to: "film")
    client.configuration.routes.register(Route("film", endpoint: "/film", method: .put))
    let events = client.events.subscribe()
    let call = client.prepare(Request.route("film").body(.file(file)))
    call.onProgress { screen.show("\($0.name ?? "–") \($0.transfer.sent)") }
    _ = try await call.response()
    #expect(screen.lines.contains("film \(size)") && call.progress.sent == size)
    let told = events.told().compactMap { event -> String? in
      guard case .requestProgress(let subject, let progress) = event.kind else { return nil }
      return "\(subject.route ?? "–") \(progress.done) of \(progress.expected ?? 0)"
    }
    #expect(told.last == "film \(size) of \(size)")
  }

  @Test("R14: a call ends once: as cancelled whatever comes later, or as failed")
  func ends() async throws {
    let gate = Gate()
    let half = try half(until: gate)
    let dropped = client.prepare(.get(half.address))
    dropped.start()
    try await until { dropped.progress.received >= 5 }
    dropped.cancel()
    gate.open()
    let error = await #expect(throws: RequestError.self) { try await dropped.response() }
    #expect(error?.code == "request.cancelled")
    for _ in 0..<5 { _ = try await sent(.get("/")) }
    guard case .cancelled = dropped.state else { return #expect(Bool(false), "It is \(dropped.state).") }
    let late = Lock<Call?>(nil)
    let answered = client.prepare(
      .get("/").completing { result in
        late.withLock(\.self)?.cancel()
        return result
      })
    late.withLock { $0 = answered }
    await #expect(throws: RequestError.self) { try await answered.response() }
    guard case .cancelled = answered.state else { return #expect(Bool(false), "It is \(answered.state).") }
    let lost = client.prepare(.get("http://127.0.0.1:1/"))
    await #expect(throws: RequestError.self) { try await lost.response() }
    guard case .failed = lost.state else { return #expect(Bool(false), "It is \(lost.state).") }
  }

  @Test("R15: handlers are called once each, finally last, and a blocking call waits as long as it was told")
  func waiting() async throws {
    let screen = Screen()
    client.prepare(.get("/"))
      .handle(success: { _ in screen.show("success") }, finally: { _ in screen.show("finally") })
      .start()
    #expect(await screen.wait(for: 2) == ["success", "finally"])
    client.prepare(.get("http://127.0.0.1:1/"))
      .handle(failure: { _ in screen.show("failure") }, finally: { _ in screen.show("finally") })
      .start()
    #expect(await screen.wait(for: 4).suffix(2) == ["failure", "finally"])
    let own = HandlerExecutor { work in
      screen.show("on my own")
      work()
    }
    client.prepare(.get("/"))
      .handle(
        on: own, state: { state in if case .completed = state { screen.show("completed") } },
        finally: { _ in screen.show("finally") }
      )
      .start()
    try await until { screen.lines.count >= 7 && screen.lines.last == "finally" }
    #expect(screen.lines.contains("on my own") && screen.lines.dropLast().last == "completed")
    let (client, gate) = (client, Gate())
    let slow = try Backend { _ in
      gate.pass()
      return .text("late")
    }
    let error = await #expect(throws: RequestError.self) {
      try await onThread { try client.prepare(.get(slow.address)).wait(atMost: .milliseconds(20)) }
    }
    #expect(error?.code == "request.waitedTooLong")
    gate.open()
    #expect(try await onThread { try client.prepare(.get(slow.address)).wait(atMost: .zero) }.text() == "late")
  }

  @Test("R16: the will-request hook rewrites, and the did-request hook sees it go")
  func hooks() async throws {
    let screen = Screen()
    client.configuration.willSend = { outgoing, _ in outgoing.headers[.acceptLanguage] = "en" }
    client.configuration.didSend = { outgoing, request in
      screen.show("\(request.name ?? "") \(outgoing.url.hasSuffix("/v1/a"))")
    }
    #expect(try await sent(Request.get("/a").named("home"))["Accept-Language"] == "en")
    #expect(screen.lines == ["home true"])
    let gate = Gate()
    let slow = try half(until: gate)
    let call = client.prepare(Request.get(slow.address).named("slow"))
    call.start()
    // At the send, not at the end.
    #expect(await screen.wait(for: 2).last == "slow false")
    gate.open()
    _ = try await call.response()
  }

  @Test("R17: options reach the transfer")
  func options() async throws {
    let moved = try Backend { _ in Reply(status: 302, fields: [("Location", "/x"), ("Set-Cookie", "a=1")]) }
    let kept = try await client.send(.get(moved.address).options(TransferOptions(redirects: 0)))
    #expect(kept.status == .found)
    _ = try await client.send(.get(moved.address).options(TransferOptions(redirects: 0)))
    #expect(moved.asked.last?["Cookie"] == "a=1")
    let around = try Backend { _ in Reply(status: 302, fields: [("Location", "/x")]) }
    let tooMany = await #expect(throws: RequestError.self) {
      try await client.send(.get(around.address).options(TransferOptions(redirects: 3)))
    }
    #expect(tooMany?.code == "network.tooManyRedirects" && around.asked.count == 4)
    let gate = Gate()
    let silent = try Backend { _ in
      gate.pass()
      return .text("")
    }
    defer { gate.open() }
    let error = await #expect(throws: RequestError.self) {
      try await client.send(.get(silent.address).timeout(.milliseconds(30)))
    }
    #expect(error?.code == "network.timedOut")
    let handshake = await #expect(throws: RequestError.self) {
      let options = TransferOptions(timeout: .seconds(20), connectTimeout: .milliseconds(100))
      _ = try await client.send(.get("https://\(silent.host)").options(options))
    }
    #expect(handshake?.code == "network.timedOut" && handshake?.summary.contains("whole transfer") == false)
    var options = TransferOptions()
    options.httpVersion = .http1_0
    #expect(try await sent(.get("/").options(options)).version == "HTTP/1.0")
    options = TransferOptions()
    options.proxy = try Proxy("http://\(backend.host)")
    #expect(try await sent(.get("http://nowhere.test/x").options(options)).target == "http://nowhere.test/x")
  }

  @Test("R17: credentials do not follow a redirect to another origin")
  func origins() async throws {
    let backend = backend
    let moving = try Backend { _ in Reply(status: 302, fields: [("Location", "\(backend.address)/there")]) }
    let asked = try await sent(.get(moving.address).authorized(.bearer("secret")))
    #expect(moving.asked.last?["Authorization"] == "Bearer secret")
    #expect(asked.path == "/there" && asked["Authorization"] == nil)
  }

  @Test("R17: a total timeout ends what is small, and a download only when nothing arrives")
  func timeouts() async throws {
    let (gate, folder) = (Gate(), try Folder())
    let half = try half(until: gate)
    var options = TransferOptions(timeout: .milliseconds(300))
    for request in [Request.get(half.address), .get(half.address).downloading(to: folder.path("file"))] {
      let error = await #expect(throws: RequestError.self) { try await client.send(request.options(options)) }
      #expect(error?.code == "network.timedOut")
    }
    gate.open()
    let slow = try Backend { _ in .text(String(repeating: "x", count: 100_000)) }
    options.limitsWholeTransfers = true
    #expect(try await client.send(.get(slow.address).options(options)).body.count == 100_000)
  }

  @Test("R17: a server's certificate is verified, by authorities of one's own too, unless one says otherwise")
  func verification() async throws {
    let server = try SecureServer()
    let refused = await #expect(throws: RequestError.self) { try await client.send(.get(server.address)) }
    #expect(refused?.code.hasPrefix("network.") == true)
    var options = TransferOptions()
    options.authorities = server.certificate
    #expect(try await client.send(.get(server.address).options(options)).status == .ok)
    options = TransferOptions()
    options.verifiesCertificate = false
    #expect(try await client.send(.get(server.address).options(options)).status == .ok)
  }

  @Test("R17: a client shows its own certificate where it is asked for it")
  func clientCertificate() async throws {
    let server = try SecureServer(askingForCertificate: true)
    var options = TransferOptions()
    options.authorities = server.certificate
    await #expect(throws: RequestError.self) { try await client.send(.get(server.address).options(options)) }
    options.clientCertificate = ClientCertificate(file: server.certificate, keyFile: server.keyFile)
    #expect(try await client.send(.get(server.address).options(options)).status == .ok)
  }
}

/// Runs something that blocks on a thread of its own.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "blocking").async { continuation.resume(with: Result { try work() }) }
  }
}
