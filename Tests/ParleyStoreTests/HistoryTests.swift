import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

@Suite("History keeps exchanges and gives them back", .timeLimit(.minutes(2)))
struct HistoryTests {
  let folder = TemporaryFolder()

  @Test("An exchange comes back as it was kept", arguments: [false, true])
  func comesBack(isSecret: Bool) async throws {
    let store = try await Store.opened(in: folder)
    let secrets = isSecret ? Secrets(["page=2"]) : Secrets()
    let kept = Exchange.answered(
      "items/list", body: InMemoryBytes(#"{"id": 7}"#), requestBody: [0, 255, 10], secrets: secrets)
    try await store.keep(kept)
    let found = try #require(try await store.history.exchange(kept.id))
    let (old, new) = (try #require(kept.response), try #require(found.exchange.response))
    #expect(found.exchange.request == kept.request)
    #expect(found.exchange.name == kept.name)
    #expect(found.exchange.callID == kept.callID)
    #expect(found.exchange.startedAt == kept.startedAt)
    #expect(found.exchange.isSecret == isSecret)
    #expect(try found.requestBody?.all() == [0, 255, 10])
    #expect(new.url == old.url)
    #expect(new.status == old.status)
    #expect(new.status.reasonPhrase == "Fine")
    #expect(new.version == old.version)
    #expect(new.headers == old.headers)
    #expect(try new.body.all() == old.body.all())
    #expect(new.bytesOnWire == old.bytesOnWire)
    #expect(new.timings == old.timings)
    #expect(new.hops == old.hops)
    #expect(new.wire == old.wire)
    #expect(new.codec.name == old.codec.name)
    await store.close()
  }

  @Test("A failure comes back with its error, a failed expectation with its reason")
  func failuresComeBack() async throws {
    let store = try await Store.opened(in: folder)
    let refused = Exchange.refused("home")
    try await store.keep(refused)
    var missed = Exchange.answered(status: 500)
    var response = try #require(missed.response)
    response.validationFailure = ValidationFailure(expectation: "status 200", reason: "got 500")
    missed.outcome = .response(response)
    try await store.keep(missed)

    guard case .failure(let error)? = try await store.history.exchange(refused.id)?.exchange.outcome else {
      Issue.record("it was a failure")
      return
    }
    #expect(error == TransportError(.refused, "shop.test:80 refused the connection.", detail: "errno 111"))
    #expect(
      try await store.history.exchange(missed.id)?.exchange.response?.validationFailure == response.validationFailure)
    #expect(try await store.history.recent(2).map(\.errorCode) == ["expectation.missed", "network.refused"])
    await store.close()
  }

  @Test(
    "A request whose authentication failed comes back with its error",
    arguments: [AuthorizationError.Kind.noSource, .tokenRequest, .refused("invalid_client")])
  func unsentComeBack(kind: AuthorizationError.Kind) async throws {
    let store = try await Store.opened(in: folder)
    var unsent = Exchange.refused("home")
    let error = AuthorizationError(kind, "No token was given.", detail: "It says no.")
    unsent.outcome = .authorizationFailed(error)
    try await store.keep(unsent)
    guard case .authorizationFailed(let found)? = try await store.history.exchange(unsent.id)?.exchange.outcome else {
      return #expect(Bool(false), "it was not sent")
    }
    #expect(found == error)
    #expect(try await store.history.recent(1).map(\.errorCode) == [error.code])
    await store.close()
  }

  @Test("What went before and what was on the wire comes back, and what it belongs to", arguments: [false, true])
  func wholeStoryComesBack(isSecret: Bool) async throws {
    let store = try await Store.opened(in: folder)
    var kept = Exchange.refused("home", secrets: isSecret ? Secrets(["hunter22"]) : Secrets())
    kept.wire = WireLog([.init(.sentHead, at: .microseconds(7), bytes: Array("GET / hunter22".utf8), count: 14)])
    kept.failedAttempts = [
      .init(
        startedAt: kept.startedAt, status: 503, code: "expectation.missed", summary: "busy", wait: .milliseconds(200)),
      .init(startedAt: kept.startedAt, status: nil, code: "network.refused", summary: "refused", wait: .zero),
    ]
    (kept.route, kept.groupID) = ("user/profile", "run 1")
    try await store.keep(kept)
    let found = try #require(try await store.history.exchange(kept.id)).exchange
    #expect(found.wire == kept.wire)
    #expect(found.failedAttempts == kept.failedAttempts)
    #expect(found.route == "user/profile" && found.groupID == "run 1")
    let entry = try #require(try await store.history.recent(1).first)
    #expect(entry.route == "user/profile" && entry.groupID == "run 1")
    await store.close()
    let isOnDisk = Disk.files(below: folder.path).contains { Disk.read($0).holds(Array("GET / hunter22".utf8)) }
    #expect(isOnDisk == !isSecret)
  }

  @Test("An exchange that an earlier version kept is read as it was")
  func earlierContent() throws {
    let exchange = Exchange.refused("home")
    var bytes = ExchangeContent.write(exchange, request: .none, response: .none, whole: true)
    #expect(bytes.suffix(3) == [0, 0, 0])
    bytes.removeLast(3)
    bytes[0] = 1
    let columns = ExchangeContent.Columns(url: "", method: "GET", file: { _, _ in InMemoryBytes([]) })
    let restored = try ExchangeContent.read(bytes, columns)
    #expect(restored.request == exchange.request && restored.failedAttempts.isEmpty && restored.wire == nil)
  }

  @Test("Windows go from the newest to the oldest without a gap, also of one name")
  func windows() async throws {
    let store = try await Store.opened(in: folder)
    for number in 1...7 { try await store.keep(.answered("r\(number % 2)", status: 200 + number)) }
    let first = try await store.history.recent(3)
    let second = try await store.history.recent(3, before: first.last?.sequence)
    let third = try await store.history.recent(3, before: second.last?.sequence)
    #expect((first + second + third).map(\.status) == [207, 206, 205, 204, 203, 202, 201])
    let named = try await store.history.recent(2, name: "r1")
    let rest = try await store.history.recent(9, before: named.last?.sequence, name: "r1")
    #expect((named + rest).map(\.status) == [207, 205, 203, 201])
    #expect(try await store.history.count() == 7)
    #expect(try await store.history.count(name: "r0") == 3)
    await store.close()
  }

  @Test("The list shows name, method, URL, status, size and time, and masks secrets")
  func entries() async throws {
    let store = try await Store.opened(in: folder)
    let exchange = Exchange.answered(
      "login", url: "http://shop.test/?key=hunter2hunter2", text: "12345", secrets: Secrets(["hunter2hunter2"]))
    try await store.keep(exchange)
    let entry = try #require(try await store.history.recent(1).first)
    #expect(entry.id == exchange.id)
    #expect(entry.name == "login")
    #expect(entry.method == "POST")
    #expect(entry.url == "http://shop.test/?key=\(Secrets.mask)")
    #expect(entry.status == 200)
    #expect(entry.size == 5)
    #expect(entry.duration == .milliseconds(5))
    #expect(entry.startedAt == exchange.startedAt)
    #expect(entry.isSecret)
    #expect(!entry.isPinned)
    await store.close()
  }

  @Test("The last response of a name is the newest that was answered")
  func lastResponse() async throws {
    let store = try await Store.opened(in: folder)
    try await store.keep(.answered("user/login", text: #"{"token": "old"}"#))
    try await store.keep(.answered("user/login", text: #"{"token": "new"}"#, secrets: Secrets(["password1"])))
    try await store.keep(.answered("other", text: #"{"token": "other"}"#))
    try await store.keep(.refused("user/login"))
    let last = try #require(try await store.history.lastResponse(named: "user/login"))
    #expect(try last.exchange.response?.text() == #"{"token": "new"}"#)
    #expect(last.entry.isSecret)
    #expect(try await store.history.lastResponse(named: "nobody") == nil)
    await store.close()
  }

  @Test("The last response of one environment is never that of another")
  func environments() async throws {
    let store = try await Store.opened(in: folder)
    for environment in ["local", "production", nil] {
      var exchange = Exchange.answered("user/login", text: environment ?? "none")
      exchange.environment = environment
      try await store.keep(exchange)
    }
    for environment in ["local", "production", nil] {
      let last = try #require(try await store.history.lastResponse(named: "user/login", in: environment))
      #expect(try last.exchange.response?.text() == environment ?? "none")
      #expect(last.exchange.environment == environment)
      #expect(last.entry.environment == environment)
    }
    #expect(try await store.history.lastResponse(named: "user/login", in: "staging") == nil)
    await store.close()
  }

  @Test("Deleted exchanges are gone, and the others stay")
  func deletes() async throws {
    let store = try await Store.opened(in: folder)
    let exchanges = [Exchange.answered("a"), .answered("b"), .answered("c")]
    for exchange in exchanges { try await store.keep(exchange) }
    try await store.history.delete([exchanges[1].id, ExchangeID()])
    #expect(try await store.history.recent(9).map(\.name) == ["c", "a"])
    #expect(try await store.history.exchange(exchanges[1].id) == nil)
    await store.close()
  }

  @Test("Everything is there when the store is opened again")
  func survivesReopening() async throws {
    let first = try await Store.opened(in: folder)
    let exchange = Exchange.answered("a", text: "secret stuff", secrets: Secrets(["secret stuff"]))
    try await first.keep(exchange)
    await first.close()
    let second = try await Store.opened(in: folder)
    #expect(try await second.history.exchange(exchange.id)?.exchange.response?.text() == "secret stuff")
    await second.close()
  }

  @Test("A sealed exchange comes back with what must be masked of it, a captured value too")
  func secrets() async throws {
    let store = try await Store.opened(in: folder)
    let asked = Exchange.answered("a", text: "fresh token", secrets: Secrets(["password1", "fresh token"]))
    var failed = Exchange.refused("b", secrets: Secrets(["password2"]))
    failed.isSecret = true
    for exchange in [asked, failed] { try await store.keep(exchange) }
    #expect(try await store.history.exchange(asked.id)?.exchange.secrets == asked.secrets)
    #expect(try await store.history.exchange(failed.id)?.exchange.secrets == failed.secrets)
    let open = Exchange.answered("c", text: "nothing to hide")
    try await store.keep(open)
    #expect(try await store.history.exchange(open.id)?.exchange.secrets.isEmpty == true)
    await store.close()
  }

  @Test("Each of many exchanges comes back as it was, whatever its neighbours hold", arguments: [1, 3, 21, 40])
  func neighbours(count: Int) async throws {
    let store = try await Store.opened(in: folder)
    let opened = try store.access.opened()
    let large = String(repeating: "large ", count: 4000)
    let exchanges = (0..<count).map { number in
      switch number % 4 {
      case 0: Exchange.answered("n\(number)", text: "text \(number)")
      case 1: Exchange.answered("n\(number)", text: "\(number)", secrets: Secrets(["a-long-secret"]))
      case 2: Exchange.refused("n\(number)")
      default: Exchange.answered("n\(number)", text: large + "\(number)")
      }
    }
    let records = try exchanges.map { try ExchangeRecord($0, bodies: opened.bodies, sealer: opened.sealer) }
    let numbers = try await opened.log.write { try ExchangeTable.insert(records, in: $0) }
    #expect(numbers == 1...Int64(count))
    #expect(try await store.history.recent(100).map(\.id) == exchanges.reversed().map(\.id))
    for exchange in exchanges {
      let kept = try #require(try await store.history.exchange(exchange.id)).exchange
      #expect(kept.name == exchange.name)
      #expect(kept.request == exchange.request)
      let bodies = try [kept, exchange].map { try $0.response?.body.read(at: 0, count: 1 << 20) }
      #expect(bodies[0] == bodies[1])
      #expect(kept.response == nil || kept.response?.headers == exchange.response?.headers)
    }
    await store.close()
  }

  @Test("Exchanges of one moment are kept together, each exactly once")
  func concurrentKeeps() async throws {
    let store = try await Store.opened(in: folder)
    let added = Lock(0)
    let observation = store.history.onChange { change in
      if case .added(let count) = change { added.withLock { $0 += count } }
    }
    let exchanges = (0..<500).map { Exchange.answered("n\($0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for exchange in exchanges { group.addTask { try await store.keep(exchange) } }
      try await group.waitForAll()
    }
    #expect(Set(try await store.history.recent(1000).map(\.id)) == Set(exchanges.map(\.id)))
    await store.close()
    #expect(added.withLock { $0 } == 500)
    observation.cancel()
  }

  @Test("A request that gets another name keeps its history, and the others theirs")
  func renaming() async throws {
    let store = try await Store.opened(in: folder)
    let moved = Exchange.answered("a", secrets: Secrets(["geheim"]))
    for exchange in [moved, .answered("b")] { try await store.keep(exchange) }
    try await store.history.rename("a", to: "c/a")
    #expect(try await store.history.recent(9, name: "c/a").map(\.id) == [moved.id])
    #expect(try await store.history.exchange(moved.id)?.exchange.name == "c/a")
    #expect(try await store.history.count(name: "a") == 0)
    #expect(try await store.history.count(name: "b") == 1)
    await store.close()
  }

  @Test("The newest exchanges of a request are copied into another store in their order, sealed ones sealed")
  func copying() async throws {
    let store = try await Store.opened(in: folder)
    let kept = [Exchange.answered("", text: "1"), .answered("", text: "2", secrets: Secrets(["geheim"])), .refused("")]
    for exchange in kept { try await store.keep(exchange) }
    let elsewhere = TemporaryFolder()
    let other = try await Store.opened(in: elsewhere)
    try await store.history.copy("", to: other, as: "first", limit: 2)
    #expect(try await other.history.recent(9, name: "first").map(\.id) == [kept[2].id, kept[1].id])
    let copied = try #require(try await other.history.exchange(kept[1].id)).exchange
    #expect(copied.isSecret && copied.secrets == Secrets(["geheim"]) && copied.startedAt == kept[1].startedAt)
    #expect(try copied.response?.body.all() == Array("2".utf8))
    await store.close()
    await other.close()
  }
}
