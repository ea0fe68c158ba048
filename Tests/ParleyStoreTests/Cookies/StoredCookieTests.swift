import GRDB
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

@Suite("Cookies on disk", .timeLimit(.minutes(2)))
struct StoredCookieTests {
  let folder = TemporaryFolder()
  private let url = "http://shop.test/cart"

  private func cookies(_ store: Store, _ environment: String? = "local") async throws -> any CookieStorage {
    try await store.cookies.load()
    return store.cookies.storage(for: environment)
  }

  @Test("What a server set is sent again after reopening, cookies of a session too")
  func reopening() async throws {
    let store = try await Store.opened(in: folder)
    let first = try await cookies(store)
    first.receive(
      ["session=abc; Path=/; HttpOnly; SameSite=Lax", "long=1; Max-Age=3600; Path=/cart; Secure", "gone=1; Max-Age=0"],
      from: "https://shop.test/cart")
    first.receive(bytes: [Array("user=ada; Path=/other".utf8)], from: url, login: "of ada")
    #expect(first.header(for: "https://shop.test/cart") == "long=1; session=abc")
    let before = first.cookies
    await store.close()
    try await store.open()
    let again = try await cookies(store)
    #expect(again.cookies == before)
    let logins: [String?] = [nil, nil, "of ada"]
    #expect(again.cookies.map { $0.expires == nil } == [true, false, true])
    #expect(again.cookies.map(\.login) == logins)
    #expect(again.header(for: url) == "session=abc")
    await store.close()
  }

  @Test("Each environment has its own, and none is one too")
  func environments() async throws {
    let store = try await Store.opened(in: folder)
    for environment in ["local", "staging", nil] {
      try await cookies(store, environment).receive(["at=\(environment ?? "none")"], from: url)
    }
    await store.close()
    try await store.open()
    for environment in ["local", "staging", nil] {
      #expect(try await cookies(store, environment).header(for: url) == "at=\(environment ?? "none")")
    }
    #expect(try await cookies(store, "prod").cookies.isEmpty)
    await store.close()
  }

  @Test("What a person changes, removes and discards stays so")
  func editing() async throws {
    let store = try await Store.opened(in: folder)
    var jar = try await cookies(store)
    for name in ["a", "b", "c"] { jar.set(Cookie(name, "1", domain: "shop.test")) }
    try await store.cookies.flush()
    jar.set(Cookie("a", "2", domain: "shop.test"))
    jar.remove(Cookie.ID(name: "b", domain: "shop.test"))
    await store.close()
    try await store.open()
    jar = try await cookies(store)
    #expect(jar.cookies.map(\.pair) == ["a=2", "c=1"])
    jar.removeAll()
    await store.close()
    try await store.open()
    #expect(try await cookies(store).cookies.isEmpty)
    await store.close()
  }

  @Test("A cookie keeps its bytes on the disk, UTF-8 or not")
  func bytes() async throws {
    let store = try await Store.opened(in: folder)
    let lines: [[UInt8]] = [
      [0x61, 0x3D, 0xFF, 0xE9], Array("b=\u{E9}".utf8), Array("e\u{301}=1".utf8), Array("\u{E9}=2".utf8),
    ]
    try await cookies(store).receive(bytes: lines, from: url)
    try await store.cookies.flush()
    await store.close()
    try await store.open()
    let header = try #require(try await cookies(store).headerBytes(for: url))
    let cookies = header.split(separator: 0x3B).map { cookie in Array(cookie.drop { $0 == 0x20 }) }
    #expect(Set(cookies) == Set(lines))
    await store.close()
  }

  @Test("What has expired leaves the disk")
  func expiry() async throws {
    let time = Lock(Timestamp(microseconds: 1_700_000_000_000_000))
    let store = try await Store.opened(in: folder, now: { time.withLock { $0 } })
    let jar = try await cookies(store)
    jar.receive(["a=1; Max-Age=10", "b=1"], from: url)
    try await store.cookies.flush()
    #expect(try await rows(of: store) == 2)
    time.withLock { $0 = $0.advanced(by: .seconds(11)) }
    #expect(jar.header(for: url) == "b=1")
    jar.set(Cookie("c", "1", domain: "shop.test"))
    try await store.cookies.flush()
    #expect(try await rows(of: store) == 2)
    await store.close()
  }

  @Test("No value stands on the disk in clear, and one that was moved or damaged is left out")
  func sealing() async throws {
    let store = try await Store.opened(in: folder)
    try await cookies(store).receive(["session=the value nobody sees", "other=1"], from: url)
    try await store.cookies.flush()
    try await store.access.opened().data.write { database in
      try database.execute(sql: "UPDATE cookie SET domain = 'evil.test' WHERE name = 'other'")
    }
    await store.close()
    for file in Disk.files(below: folder.path) {
      #expect(!Disk.read(file).holds(Array("the value nobody sees".utf8)), "\(file)")
    }
    try await store.open()
    #expect(try await cookies(store).cookies.map(\.name) == ["session"])
    await store.close()
  }

  @Test("Two programs with the same store have the same cookies, and neither undoes what the other did")
  func twoPrograms() async throws {
    let (mine, theirs) = (try await Store.opened(in: folder), try await Store.opened(in: folder))
    let (here, there) = (try await cookies(mine), try await cookies(theirs))
    here.set(Cookie("a", "1", domain: "shop.test"))
    try await mine.cookies.flush()
    there.set(Cookie("b", "1", domain: "shop.test"))
    try await theirs.cookies.load()
    #expect(there.cookies.map(\.name) == ["a", "b"])
    here.remove(Cookie.ID(name: "a", domain: "shop.test"))
    try await mine.cookies.load()
    #expect(here.cookies.map(\.name) == ["b"])
    try await theirs.cookies.load()
    #expect(there.cookies.map(\.name) == ["b"])
    await mine.close()
    await theirs.close()
  }

  @Test("What the disk refuses is used all the same, is told, and goes to the disk with the next")
  func refusal() async throws {
    let store = try await Store.opened(in: folder)
    let jar = try await cookies(store)
    try await refuseCookies(of: store)
    let told = AsyncStream<StoreNotice>.makeStream(bufferingPolicy: .bufferingOldest(1))
    store.onNotice { told.continuation.yield($0) }
    jar.set(Cookie("a", "1", domain: "shop.test"))
    var notices = told.stream.makeAsyncIterator()
    guard case .cookiesNotKept = await notices.next() else {
      Issue.record("nothing was told")
      return
    }
    #expect(jar.header(for: url) == "a=1")
    try await acceptCookies(of: store)
    try await store.cookies.flush()
    #expect(try await rows(of: store) == 1)
    await store.close()
  }

  @Test("What is not on disk yet is not lost to what is taken over from there, though the disk refuses it")
  func takenOverMeanwhile() async throws {
    let store = try await Store.opened(in: folder)
    let jar = try await cookies(store)
    try await refuseCookies(of: store)
    for round in 1...50 {
      jar.set(Cookie("a", "\(round)", domain: "shop.test"))
      // The write that is in flight, this one or both meet the refusal.
      try? await store.cookies.load()
      #expect(jar.header(for: url) == "a=\(round)")
    }
    try await acceptCookies(of: store)
    try await store.cookies.flush()
    #expect(try await rows(of: store) == 1)
    await store.close()
  }

  private func refuseCookies(of store: Store) async throws {
    try await store.access.opened().data.write { database in
      try database.execute(
        sql: "CREATE TRIGGER full BEFORE INSERT ON cookie BEGIN SELECT RAISE(FAIL, 'no room'); END")
    }
  }

  private func acceptCookies(of store: Store) async throws {
    try await store.access.opened().data.write { try $0.execute(sql: "DROP TRIGGER full") }
  }

  private func rows(of store: Store) async throws -> Int? {
    try await store.access.opened().data.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM cookie") }
  }
}

extension Cookie {
  fileprivate var pair: String { "\(name)=\(value)" }
}
