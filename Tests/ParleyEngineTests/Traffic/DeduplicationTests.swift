import Dispatch
import Glibc
import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Duplicate control", .timeLimit(.minutes(1)))
struct DeduplicationTests {
  private let transport = RecordingTransport(answering: nil)
  private static let request = Request.get("http://h/a")

  private func client(_ control: DeduplicationPolicy?) -> Client {
    var configuration = ClientConfiguration()
    configuration.duplicates = Duplicates(control)
    return Client(configuration, transport: transport)
  }

  /// Starts calls one after the other, each once the client has dealt with the one before.
  private func start(_ requests: [Request] = [request, request], through client: Client) async -> [Call] {
    let events = client.events.subscribe()
    var calls: [Call] = []
    for request in requests {
      let call = client.prepare(request)
      calls.append(call)
      call.start()
      for await delivery in events where delivery.isDealtWith(call) { break }
    }
    return calls
  }

  private func answer(_ body: String = "x") {
    let head = ResponseHead(url: "http://h/a", status: .ok)
    transport.finish(.success(TransportResponse(head: head, body: InMemoryBytes(body))))
  }

  private func ends(_ calls: [Call]) async -> [String] {
    var ends: [String] = []
    for call in calls {
      do {
        ends.append(try await call.response().text())
      } catch {
        ends.append((error as? any ExplainedError)?.code ?? "\(error)")
      }
    }
    return ends
  }

  @Test("By default one is sent for all of a safe method, and all are told its response")
  func keepAll() async {
    let client = Client(transport: transport)
    let calls = await start([Self.request, Self.request, Self.request], through: client)
    answer()
    #expect(await ends(calls) == ["x", "x", "x"])
    #expect(transport.requests.count == 1)
  }

  @Test("Keep first: the others end as cancelled, and nothing more is sent")
  func keepFirst() async {
    let calls = await start(through: client(.keepFirst))
    answer()
    #expect(await ends(calls) == ["x", "request.cancelled"])
    #expect(transport.requests.count == 1)
    #expect(transport.commands.isEmpty)
  }

  @Test("Keep latest: the transfer goes on for the latest, and the first ends as cancelled at once")
  func keepLatest() async {
    let calls = await start(through: client(.keepLatest))
    #expect(await ends([calls[0]]) == ["request.cancelled"])
    answer()
    #expect(await ends(calls) == ["request.cancelled", "x"])
    #expect(transport.requests.count == 1)
    #expect(transport.commands.isEmpty)
  }

  @Test("Cancel first: it ends as cancelled, and the request is sent again")
  func cancelFirst() async {
    let calls = await start(through: client(.cancelFirst))
    while transport.requests.count < 2 { await Task.yield() }
    while transport.commands.isEmpty { await Task.yield() }
    answer()
    #expect(await ends(calls) == ["request.cancelled", "x"])
    #expect(transport.commands == ["cancel"])
  }

  @Test("Cancel first and tell a completion of your own")
  func cancelFirstAndTell() async {
    let told = Lock<[String]>([])
    let control = DeduplicationPolicy { _ in
      .cancelFirstAndTell { result in told.withLock { $0.append((try? result.response?.text()) ?? "–") } }
    }
    let calls = await start(through: client(control))
    while transport.requests.count < 2 { await Task.yield() }
    answer()
    #expect(await ends(calls) == ["request.cancelled", "request.cancelled"])
    while told.withLock({ $0.isEmpty }) { await Task.yield() }
    #expect(told.withLock { $0 } == ["x"])
    #expect(transport.requests.count == 2)
  }

  @Test("A completion of your own instead: what is in flight goes on for it")
  func tell() async {
    let told = Lock<[String]>([])
    let control = DeduplicationPolicy { _ in
      .tell { result in told.withLock { $0.append((try? result.response?.text()) ?? "–") } }
    }
    let calls = await start(through: client(control))
    #expect(await ends(calls) == ["request.cancelled", "request.cancelled"])
    answer()
    while told.withLock({ $0.isEmpty }) { await Task.yield() }
    #expect(told.withLock { $0 } == ["x"])
    #expect(transport.requests.count == 1)
    #expect(transport.commands.isEmpty)
  }

  @Test("Both completions in the hands of somebody else: each is told what that says, and no more is sent")
  func tellBoth() async {
    let control = DeduplicationPolicy { _ in
      .tellBoth { result, first, current in
        first(result)
        current(CallResult(.waitedTooLong(.seconds(1))))
      }
    }
    let calls = await start(through: client(control))
    answer()
    #expect(await ends(calls) == ["x", "request.waitedTooLong"])
    #expect(transport.requests.count == 1)
    #expect(transport.commands.isEmpty)
  }

  @Test("A completion may be called later, and who is never told ends as cancelled")
  func tellBothLater() async {
    let kept = Lock<DuplicateDecision.Completion?>(nil)
    let control = DeduplicationPolicy { _ in
      .tellBoth { _, _, current in kept.withLock { $0 = current } }
    }
    let calls = await start(through: client(control))
    answer()
    #expect(await ends([calls[0]]) == ["request.cancelled"])
    #expect(!calls[1].state.isFinal)
    let current = kept.withLock { $0.take() }
    current?(CallResult(.notOpen))
    #expect(await ends(calls) == ["request.cancelled", "client.notOpen"])
  }

  @Test("Cancelling one of two that are judged together leaves the other its result")
  func tellBothCancelled() async {
    let control = DeduplicationPolicy { _ in
      .tellBoth { result, first, current in
        first(result)
        current(result)
      }
    }
    let calls = await start(through: client(control))
    calls[0].cancel()
    answer()
    #expect(await ends(calls) == ["request.cancelled", "x"])
  }

  @Test(
    "Another method, URL, header or body is another request",
    arguments: [
      Request.post("http://h/a"), .get("http://h/b"), .get("http://h/a").query("x", "1"),
      .get("http://h/a").header(.accept, "text/plain"), .get("http://h/a").body(.text("x")),
    ])
  func others(_ other: Request) async {
    let calls = await start([Self.request, other], through: client(.keepFirst))
    #expect(transport.requests.count == 2)
    answer()
    #expect(await ends(calls) == ["x", "x"])
  }

  @Test("What has ended is no duplicate any more")
  func afterwards() async {
    let client = client(.keepFirst)
    for round in 1...2 {
      let calls = await start([Self.request], through: client)
      answer("\(round)")
      #expect(await ends(calls) == ["\(round)"])
    }
  }

  @Test("Other clients are unaffected, and the control can be changed later, or be a request's own")
  func clients() async {
    let (one, two) = (client(.keepFirst), client(.keepFirst))
    let calls = await start([Self.request], through: one) + start([Self.request], through: two)
    #expect(transport.requests.count == 2)
    two.configuration.duplicates = Duplicates(.sendAll)
    let later = await start([Self.request, Self.request.duplicates(.keepFirst)], through: two)
    #expect(transport.requests.count == 3)
    answer()
    #expect(await ends(calls + later) == ["x", "x", "x", "request.cancelled"])
  }

  @Test("Nobody joins a transfer that its last one left before it had begun")
  func leftBeforeItBegan() async {
    let isDuplicate = Lock(false)
    let client = client(
      DeduplicationPolicy { _ in
        isDuplicate.withLock { $0 = true }
        return .keepAll
      })
    let (first, second) = (client.prepare(Self.request), client.prepare(Self.request))
    let isFirst = Lock(true)
    client.configuration.didSend = { [transport] _, _ in
      let wasFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      guard wasFirst else { return }
      first.cancel()
      DispatchQueue.global().async { _ = try? second.wait() }
      while transport.requests.count < 2, !isDuplicate.withLock({ $0 }) { sched_yield() }
    }
    #expect(await ends([first]) == ["request.cancelled"])
    #expect(!isDuplicate.withLock { $0 } && transport.requests.count == 2)
    second.cancel()
  }

  @Test("A transfer that ends while it is started is not cancelled afterwards")
  func atOnce() async throws {
    let transport = RecordingTransport()
    _ = try await Client(transport: transport).send(Self.request)
    #expect(transport.requests.count == 1 && transport.commands.isEmpty)
  }

  @Test("Who joins and leaves stops nobody; the last one stops the transfer")
  func leaving() async {
    let calls = await start(through: client(.keepAll))
    calls[0].cancel()
    #expect(await ends([calls[0]]) == ["request.cancelled"])
    #expect(transport.commands.isEmpty)
    calls[1].cancel()
    #expect(await ends([calls[1]]) == ["request.cancelled"])
    // It may have left before the transport had begun: then who began it stops it.
    await eventually { transport.commands == ["cancel"] }
  }

  @Test("Who joins late reads what has arrived, and a transfer pauses only when all do")
  func joiningLate() async throws {
    let client = client(.keepAll)
    let first = await start([Self.request], through: client)
    transport.tell(.head(ResponseHead(url: "http://h/a", status: .ok), body: InMemoryBytes("half")))
    let calls = first + (await start([Self.request], through: client))
    while calls[1].arriving == nil { await Task.yield() }
    #expect(try calls[1].arriving?.body.read(at: 0, count: 9) == Array("half".utf8))
    calls[0].pause()
    #expect(transport.commands.isEmpty)
    calls[1].pause()
    calls[0].resume()
    while transport.commands.count < 2 { await Task.yield() }
    #expect(transport.commands == ["pause", "resume"])
    answer()
    _ = await ends(calls)
  }

  /// A body that is streamed, and equal to another of its name.
  private struct Pages: BodyStream, Hashable {
    struct Unread: Error {}
    let name: String
    let count: Int? = nil
    func open() throws -> any BodyReader { throw Unread() }
  }

  @Test("Another body is another request, though its headers are the same")
  func otherBody() async {
    let calls = await start(["a", "b"].map { Self.request.body(.text($0)) }, through: client(.keepFirst))
    #expect(transport.requests.count == 2)
    answer()
    #expect(await ends(calls) == ["x", "x"])
  }

  private static func upload(_ name: String) -> Request {
    .post("http://h/a").body(Body { Body.Encoded(.stream(Pages(name: name)), contentType: nil) })
  }

  @Test("A control is asked with both requests and the kind, and each kind has its own")
  func kinds() async throws {
    let asked = Lock<[String]>([])
    let control = DeduplicationPolicy { duplicate in
      asked.withLock {
        $0.append("\(duplicate.kind) \(duplicate.first.callID ?? "") \(duplicate.current.callID ?? "")")
      }
      return .keepAll
    }
    let client = client(control)
    client.configuration.duplicates.upload = .keepFirst
    client.configuration.duplicates.download = .keepLatest
    let data = await start([Self.request.callID("1"), Self.request.callID("2")], through: client)
    let uploads = await start([Self.upload("a"), Self.upload("a"), Self.upload("b")], through: client)
    let download = Self.request.downloading(to: "/nowhere/file")
    let downloads = await start([download, download], through: client)
    #expect(await ends([downloads[0]]) == ["request.cancelled"])
    answer()
    #expect(asked.withLock { $0 } == ["data 1 2"])
    #expect(await ends(data) == ["x", "x"])
    #expect(await ends([downloads[1]]) == ["x"])
    #expect(await ends(uploads) == ["x", "request.cancelled", "x"])
  }
}

extension EventSubscription.Delivery {
  /// Whether the call is on the wire, or was found to be there already and does not go as if alone.
  fileprivate func isDealtWith(_ call: Call) -> Bool {
    guard case .event(let event) = self, event.subject?.exchange == call.id else { return false }
    switch event.kind {
    case .sent: return true
    case .duplicate(_, let decision): return decision != .sendAll
    default: return false
    }
  }
}
