import ParleyEngine
import ParleyStore
import Testing

// "Shared data"
extension HJRestClientManager {
  @Test("A value is set and read by its key, and is still there when the store is opened again")
  func sharedData() async throws {
    let (files, screen) = (try Folder(), Screen())
    let store = Store(at: files.path("store"), machineKey: files.path("key"))
    try await store.open()
    // sample: hj-shared
    let shared = SharedData(storage: store.sharedData)
    try await shared.set("helloKey", "hello, world!")
    if let message = try await shared.get("helloKey")?.text {
      screen.show(message)
    }
    // end
    #expect(screen.lines == ["hello, world!"])
    #expect(try await shared.get("nothing") == nil)
    await store.close()
    try await store.open()
    #expect(try await SharedData(storage: store.sharedData).get("helloKey") == "hello, world!")
    await store.close()
  }

  @Test("Who observes a key hears every change of it, and only of it")
  func observing() async throws {
    let (shared, screen) = (SharedData(), Screen())
    try await shared.open()
    // sample: hj-observe
    let changes = shared.changes(of: .key("helloKey"))
    let observer = Task {
      for await change in changes {
        screen.show("\(change.key.name): \(change.entry.value?.text ?? "removed")")
      }
    }
    // end
    try await shared.set("otherKey", "not for us")
    try await shared.set("helloKey", "hello, world!")
    try await shared.remove("helloKey")
    #expect(await screen.wait(for: 2) == ["helloKey: hello, world!", "helloKey: removed"])
    changes.cancel()
    await observer.value
  }

  @Test("A cipher that is bound to a key changes what is kept, not what is read")
  func cipher() async throws {
    let storage = InMemorySharedData()
    let shared = SharedData(storage: storage)
    // sample: hj-cipher
    shared.register(GzipCipher(), as: "gz")
    try await shared.bind("secretHelloKey", to: "gz")
    // end
    let long = String(repeating: "hello, world! ", count: 100)
    try await shared.set("secretHelloKey", .text(long))
    #expect(try await shared.get("secretHelloKey")?.text == long)
    let kept = try storage.lastChange(of: shared.key("secretHelloKey"))?.content?.kept.get().bytes
    #expect(try Gzip.decompress(try #require(kept)) == Array(long.utf8))
    let error = await #expect(throws: SharedDataError.self) { try await shared.bind("key", to: "nobody") }
    #expect(error?.kind == .unknownCipher)
  }
}
