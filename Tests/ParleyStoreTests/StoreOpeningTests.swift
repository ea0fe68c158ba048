import Dispatch
import Glibc
import HTTPTypes
import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("A store opens at a path, or says why not", .timeLimit(.minutes(2)))
struct StoreOpeningTests {
  let folder = TemporaryFolder()

  @Test("Standing by makes the folder and says that it succeeded")
  func makesTheFolder() async throws {
    let store = Store(at: folder("a/b/store"), machineKey: folder("keys/machine.key"))
    try await store.open()
    #expect(Disk.exists(folder("a/b/store/data.sqlite")))
    #expect(Disk.exists(folder("a/b/store/log.sqlite")))
    #expect(store.notices.isEmpty)
    await store.close()
  }

  @Test("Opening twice opens once")
  func isIdempotent() async throws {
    let store = try await Store.opened(in: folder)
    try await store.keep(.answered())
    try await store.open()
    #expect(try await store.history.count() == 1)
    await store.close()
  }

  @Test("A path that is a file is a typed error, and the file stays")
  func refusesAFile() async throws {
    Disk.write([1, 2, 3], to: folder("file"))
    for path in ["file", "file/below"] {
      let store = Store(at: folder(path), machineKey: folder("keys/machine.key"))
      let error = await #expect(throws: RepositoryError.self) { try await store.open() }
      #expect(error?.kind == .unusablePath)
      #expect(error?.place?.hasPrefix(folder("file")) == true)
    }
    #expect(Disk.read(folder("file")) == [1, 2, 3])
  }

  @Test("A path that cannot be made is a typed error")
  func refusesWhatCannotBeMade() async throws {
    let store = Store(at: "/proc/no/such/store", machineKey: folder("keys/machine.key"))
    let error = await #expect(throws: RepositoryError.self) { try await store.open() }
    #expect(error?.kind == .unusablePath)
  }

  @Test("Work runs off the caller's thread: what holds the disk up holds up no caller")
  func offTheCallersThread() async throws {
    let store = try await Store.opened(in: folder)
    let data = try store.access.opened().data
    let gate = DispatchSemaphore(value: 0)
    let blocked = Task { try await data.write { _ in gate.wait() } }
    // Were the database worked on by this task's threads, so many writers would leave none of them.
    let writers = (0..<64).map { number in Task { try await store.drafts.save("\(number)", content: [1]) } }
    #expect(try await store.history.count() == 0)
    gate.signal()
    try await blocked.value
    for writer in writers { try await writer.value }
    #expect(try await store.drafts.all().count == 64)
    await store.close()
  }

  @Test("A failed open can be tried again when the cause is gone")
  func canBeTriedAgain() async throws {
    Disk.write([], to: folder("store"))
    let store = Store(at: folder("store"), machineKey: folder("keys/machine.key"))
    await #expect(throws: RepositoryError.self) { try await store.open() }
    remove(folder("store"))
    try await store.open()
    #expect(try await store.history.count() == 0)
    await store.close()
  }

  @Test("Before opening and after closing every call says so")
  func saysThatItDoesNotStandBy() async throws {
    let store = Store(at: folder("store"), machineKey: folder("keys/machine.key"))
    try await expectNotOpen(store)
    try await store.open()
    await store.close()
    try await expectNotOpen(store)
    try await store.open()
    #expect(try await store.drafts.all().isEmpty)
    await store.close()
  }

  private func expectNotOpen(_ store: Store) async throws {
    let calls: [@Sendable () async throws -> Void] = [
      { try await store.keep(.answered()) },
      { _ = try await store.history.recent(1) },
      { _ = try await store.history.lastResponse(named: "a") },
      { try await store.events.append([]) },
      { try await store.drafts.save("a", content: []) },
      { _ = try store.bodies?.makeFile(sealed: false) },
    ]
    for call in calls {
      let error = await #expect(throws: RepositoryError.self) { try await call() }
      #expect(error?.kind == .notOpen)
    }
  }

  @Test("A client with a store refuses requests until it is open")
  func clientWaits() async throws {
    let store = Store(at: folder("store"), machineKey: folder("keys/machine.key"))
    let client = Client(transport: SilentTransport(), repository: store)
    let error = await #expect(throws: RequestError.self) { try await client.send(.get("http://shop.test/")) }
    #expect(error?.code == "client.notOpen")
    try await client.open()
    _ = try await client.send(.get("http://shop.test/").named("home"))
    #expect(try await store.history.recent(1).first?.name == "home")
    await store.close()
  }
}

/// Replies to everything at once, with nothing.
private struct SilentTransport: Transport {
  func start(
    _ request: TransportRequest, handler: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportTask {
    let head = ResponseHead(url: request.url, status: .noContent)
    handler(.finished(.success(TransportResponse(head: head, body: InMemoryBytes([])))))
    return Task()
  }

  struct Task: TransportTask {
    func cancel() {}
    func pause() {}
    func resume() {}
  }
}
