import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Shared data is observed", .timeLimit(.minutes(2)))
struct SharedDataObservationTests {
  let folder = TemporaryFolder()

  @Test(
    "Every set, an equal one too, and every removal with what it removed is told once",
    arguments: SharedPlace.allCases)
  func everyChange(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    let changes = test.shared.changes(of: .key("a"))
    try await test.shared.set("a", "1")
    try await test.shared.set("a", "1")
    try await test.shared.remove("a")
    try await test.shared.remove("a")
    try await test.shared.set("a", "2")
    #expect(await changes.next(4) == ["a = 1", "a = 1", "− a (1)", "a = 2"])
    await test.close()
  }

  @Test("A key's observers hear only it, a prefix's its family, and others all", arguments: SharedPlace.allCases)
  func subjects(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    let key = test.shared.changes(of: .key("user.a"))
    let family = test.shared.changes(of: .prefix("user."))
    let all = test.shared.changes()
    for name in ["b", "user.b", "user.a", "user.aa"] { try await test.shared.set(name, "1") }
    try await test.shared.removeAll(prefix: "user.a")
    #expect(await key.next(2) == ["user.a = 1", "− user.a (1)"])
    #expect(await family.next(5) == ["user.b = 1", "user.a = 1", "user.aa = 1", "− user.a (1)", "− user.aa (1)"])
    #expect(await all.next(2) == ["b = 1", "user.b = 1"])
    await test.close()
  }

  @Test("Who begins to observe hears what comes from then on", arguments: SharedPlace.allCases)
  func fromNowOn(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    try await test.shared.set("a", "before")
    let changes = test.shared.changes(of: .key("a"))
    try await test.shared.set("a", "after")
    #expect(await changes.next(1) == ["a = after"])
    await test.close()
  }

  @Test("Who stopped observing hears nothing more, and a waiting reader ends", arguments: SharedPlace.allCases)
  func stop(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    let stopped = test.shared.changes()
    let waiting = test.shared.changes()
    let other = test.shared.changes()
    let reader = Task { await waiting.next(1) }
    stopped.cancel()
    reader.cancel()
    try await test.shared.set("a", "1")
    #expect(await stopped.next(1) == [])
    #expect(await other.next(1) == ["a = 1"])
    _ = await reader.value
    waiting.cancel()
    #expect(await waiting.next(1) == [])
    await test.close()
  }

  @Test("A slow reader gets every one of many changes, in order", arguments: SharedPlace.allCases)
  func slowReader(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    let changes = test.shared.changes()
    for number in 0..<300 { try await test.shared.set("k\(number % 7)", .text("\(number)")) }
    #expect(await changes.next(300) == (0..<300).map { "k\($0 % 7) = \($0)" })
    await test.close()
  }

  @Test("The event bus hears of every key, with its value unless that is a secret", arguments: SharedPlace.allCases)
  func events(place: SharedPlace) async throws {
    let events = EventBus()
    let heard = events.subscribe()
    let test = try await place.shared(in: folder, events: events)
    test.shared.register(FlippingCipher(), as: "flip")
    try await test.shared.bind("secret", to: "flip")
    try await test.shared.set("a", "1", writer: "user/login")
    try await test.shared.set("secret", "p4ssw0rd")
    try await test.shared.remove("a", writer: "by hand")
    let told = heard.takeAvailable().compactMap { delivery -> Event.Kind? in
      guard case .event(let event) = delivery else { return nil }
      return event.kind
    }
    let set = Event.SharedData(
      key: SharedKey("a", in: "local"), change: 1, value: "1", isSecret: false, cipher: nil, writer: "user/login",
      isForeign: false)
    let secret = Event.SharedData(
      key: SharedKey("secret", in: "local"), change: 2, value: nil, isSecret: true, cipher: "flip", writer: nil,
      isForeign: false)
    let removed = Event.SharedData(
      key: SharedKey("a", in: "local"), change: 3, value: "1", isSecret: false, cipher: nil, writer: "by hand",
      isForeign: false)
    #expect(told == [.updateSharedData(set), .updateSharedData(secret), .removeSharedData(removed)])
    await test.close()
  }

  @Test(
    "The event bus hears of a large batch once, with its keys, and of a small one key by key",
    arguments: SharedPlace.allCases)
  func batches(place: SharedPlace) async throws {
    let events = EventBus()
    let heard = events.subscribe()
    let test = try await place.shared(in: folder, events: events)
    let names = (0..<600).map { "k\(1000 + $0)" }
    let changes = test.shared.changes()
    try await test.shared.change(names.map { SharedWrite($0, "1") }, writer: "by hand")
    try await test.shared.change(["a", "b"].map { SharedWrite($0, "2") })
    try await test.shared.change(names.map { SharedWrite(removing: $0) })
    let told = heard.takeAvailable().compactMap { delivery -> Event? in
      if case .event(let event) = delivery { event } else { nil }
    }
    guard told.count == 4, case .updateSharedData(let first) = told[0].kind,
      case .updateSharedData(let second) = told[1].kind, case .removeSharedData(let last) = told[3].kind
    else { return #expect(told.map(\.kind).isEmpty) }
    #expect(first.count == 600 && first.keys.map(\.name) == names && first.writer == "by hand" && first.value == nil)
    #expect(second.count == 1 && second.value == "2" && last.count == 600)
    #expect(await changes.next(3) == names.prefix(3).map { "\($0) = 1" })
    let kept = try EventRecord.read(EventRecord(told[0]).content)
    guard case .updateSharedData(let read) = kept.kind else { return #expect(Bool(false)) }
    #expect(read.count == 600 && read.keys.map(\.name) == Array(names.prefix(100)))
    #expect(try EventRecord.read(EventRecord(told[1]).content) == told[1])
    await test.close()
  }
}
