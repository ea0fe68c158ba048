import Glibc
import HTTPTypes
import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("A session that is open when the program dies", .timeLimit(.minutes(2)))
struct InterruptedSessionTests {
  private let folder = TemporaryFolder()
  private let line =
    #"{"time":"2026-11-21T14:03:07.123Z","from":"server","type":"text","size":5,"text":"hello"}"# + "\n"

  private func opened(_ id: String = "one", secrets: Secrets = Secrets()) -> Exchange {
    let head = ResponseHead(url: "ws://shop.test/ws", status: .switchingProtocols)
    let received = TransportResponse(head: head, body: InMemoryBytes([]), bytesOnWire: 0)
    return Exchange(
      id: ExchangeID(), name: id, startedAt: .now(),
      request: SentRequest(method: "GET", url: "ws://shop.test/ws", headers: [.authorization: "Bearer x"], body: nil),
      outcome: .response(Response(received, codec: JSONCodec())), isSecret: !secrets.isEmpty, secrets: secrets)
  }

  /// What stays of a program that was killed: the file, without its lock.
  private func die(noting lines: [String], of exchange: Exchange) async throws {
    let store = try await Store.opened(in: folder)
    let journal = try await store.journal(of: exchange)
    for line in lines { try await journal?.append(Array(line.utf8)) }
    await store.close()
  }

  @Test("is in the history at the next start, with all that was noted and a close that says so")
  func kept() async throws {
    let exchange = opened(secrets: Secrets(["hunter2hunter2"]))
    try await die(noting: [line, line, #"{"time":"2026"#], of: exchange)
    let store = try await Store.opened(in: folder)
    let found = try #require(try await store.history.exchange(exchange.id)).exchange
    let response = try #require(found.response)
    let entries = try WebSocketEntry.all(in: response)
    #expect(entries.map(\.text) == ["hello", "hello", "1006 abnormal: Parley ended while the WebSocket was open."])
    #expect(entries.last?.time == entries.first?.time)
    #expect(
      found.name == "one" && response.isWebSocket && response.validationFailure?.reason.contains("cut off") == true)
    #expect(try await store.history.recent(9).count == 1)
    await store.close()
    let again = try await Store.opened(in: folder)
    #expect(try await again.history.recent(9).count == 1)
    await again.close()
  }

  @Test("is left to the program that writes it while that lives, and leaves nothing when it ended in order")
  func alive() async throws {
    let store = try await Store.opened(in: folder)
    let journal = try await store.journal(of: opened())
    try await journal?.append(Array(line.utf8))
    let other = try await Store.opened(in: folder)
    #expect(try await other.history.recent(9).isEmpty)
    await journal?.end()
    await other.close()
    await store.close()
    let next = try await Store.opened(in: folder)
    #expect(try await next.history.recent(9).isEmpty)
    #expect(Folder(path: folder("store")).names().allSatisfy { !$0.hasPrefix(ExchangeJournalFile.prefix) })
    await next.close()
  }

  @Test("nothing of it stands in clear on the disk, and a damaged end loses only that end")
  func sealed() async throws {
    let exchange = opened()
    try await die(noting: [line, line], of: exchange)
    let path = folder("store/" + ExchangeJournalFile.prefix + exchange.id.rawValue)
    let bytes = try #require(try OpenFile.contents(of: path, limit: 1 << 20))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("hello"))
    var damaged = bytes
    damaged[damaged.count - 3] ^= 1
    let file = try #require(fopen(path, "r+"))
    #expect(fwrite(damaged, 1, damaged.count, file) == damaged.count)
    fclose(file)
    let store = try await Store.opened(in: folder)
    let response = try #require(try await store.history.exchange(exchange.id)?.exchange.response)
    #expect(try WebSocketEntry.all(in: response).map(\.kind) == [.text, .close])
    await store.close()
  }
}
