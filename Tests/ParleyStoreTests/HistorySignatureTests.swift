import GRDB
import HTTPTypes
import ParleyEngine
import ParleyModel
import Testing

@testable import ParleyStore

@Suite("A search of the history passes over what cannot hold its words", .timeLimit(.minutes(1)))
struct HistorySignatureTests {
  let folder = TemporaryFolder()
  private static let blockSize = 1 << Int(SignatureTable.blockWidth)

  /// A history of two complete blocks and a bit; `wanted` is one of the oldest exchanges, and is sealed.
  private static let kept = FilledOnce { store in
    for number in 0..<blockSize * 2 + 3 {
      let isWanted = number == 7
      try await store.keep(
        .answered(
          isWanted ? "wanted" : "other", text: isWanted ? #"{"name": "Goldneedle"}"# : #"{"name": "lamp \#(number)"}"#,
          secrets: isWanted ? Secrets(["a-long-secret"]) : Secrets()))
    }
    try await sign(store)
  }

  /// Once nothing is signed any more because it was opened: a test looks at what it took away itself.
  private func filled() async throws -> Store {
    let store = try await Self.kept.opened(in: folder)
    await (try store.access.opened()).retention.settle()
    return store
  }

  /// All of a block but the last one.
  private static let others = FilledOnce { try await keepOthers(blockSize - 2, in: $0) }

  private static func keepOthers(_ count: Int, in store: Store) async throws {
    for _ in 0..<count { try await store.keep(.answered("other", text: #"{"name": "lamp"}"#)) }
  }

  private static func sign(_ store: Store) async throws {
    let retention = try store.access.opened().retention
    retention.start()
    await retention.settle()
  }

  private func found(_ words: String..., in store: Store) async throws -> [String] {
    var (names, next) = ([String](), HistoryEdge?.some(.before(nil)))
    while let edge = next {
      let finds = try await store.history.search(HistoryFilter(texts: words.map { .init($0) }), edge, limit: 10)
      names += finds.entries.compactMap(\.name)
      next = finds.next
    }
    return names
  }

  private func signedBlocks(in store: Store) async throws -> [Int64] {
    try await store.access.opened().log.read {
      try Int64.fetchAll($0, sql: "SELECT block FROM exchange_signature WHERE content IS NOT NULL ORDER BY block")
    }
  }

  private func unsignedBlocks(in store: Store) async throws -> [Int64] {
    let opened = try store.access.opened()
    return try await opened.log.read { [sealer = opened.sealer] in
      try SignatureTable(database: $0, sealer: sealer).unsigned()
    }
  }

  @Test("Complete blocks are signed, and a word is found in them whatever surrounds it")
  func finds() async throws {
    let store = try await filled()
    #expect(try await signedBlocks(in: store) == [0, 1])
    for word in ["goldneedle", "\"name\": \"goldneedle\"", "edle", "wanted", "application/json", "ge"] {
      #expect(try await found(word, in: store).contains("wanted"), "\(word)")
    }
    #expect(try await found("lamp 2049", in: store) == ["other"])
    #expect(try await found("nosuchword", in: store).isEmpty)
    await store.close()
  }

  @Test("The only one, in the oldest block, is found wherever it holds the word", arguments: Place.allCases)
  func oldest(place: Place) async throws {
    let store = try await Self.others.opened(in: folder)
    try await store.keep(place.exchange)
    try await Self.keepOthers(3, in: store)
    try await Self.sign(store)
    #expect(try await signedBlocks(in: store) == [0])
    #expect(try await found("goldneedle", in: store) == ["oldest"])
    #expect(try await found("goldneedles", in: store).isEmpty)
    await store.close()
  }

  enum Place: CaseIterable {
    case url, header, requestBody, responseBody, sealed, wideBody

    var exchange: Exchange {
      switch self {
      case .url: .answered("oldest", url: "http://shop.test/Goldneedle")
      case .header, .wideBody: .encoded("oldest", as: self == .header ? .utf8 : .utf16)
      case .requestBody: .answered("oldest", body: InMemoryBytes("{}"), requestBody: Array("a Goldneedle".utf8))
      case .responseBody: .answered("oldest", text: #"{"name": "Goldneedle"}"#)
      case .sealed: .answered("oldest", text: #"{"name": "Goldneedle"}"#, secrets: Secrets(["a-long-secret"]))
      }
    }
  }

  @Test("Signatures of an earlier version, which left out bodies, are not believed and are made anew")
  func earlierVersion() async throws {
    let store = try await filled()
    let opened = try store.access.opened()
    try await opened.log.write { [sealer = opened.sealer] database in
      let place = SealedPlace(table: "exchange_signature", row: "0", column: "content")
      let content = try sealer.seal(Array(repeating: 0, count: 128), at: place)
      try database.execute(
        sql: "UPDATE exchange_signature SET key = ?, content = ? WHERE block = 0",
        arguments: [sealer.fingerprint.databaseBlob, content.databaseBlob])
    }
    #expect(try await found("goldneedle", in: store) == ["wanted"])
    #expect(try await unsignedBlocks(in: store) == [0])
    try await Self.sign(store)
    #expect(try await unsignedBlocks(in: store).isEmpty)
    #expect(try await found("goldneedle", in: store) == ["wanted"])
    await store.close()
  }

  @Test("A search believes a signature, and none that was moved or changed")
  func believes() async throws {
    let store = try await filled()
    let opened = try store.access.opened()
    try await opened.log.write { [sealer = opened.sealer] database in
      let table = SignatureTable(database: database, sealer: sealer)
      try table.reserve(0, as: 1)
      try table.insert(TextSignature(bytes: Array(repeating: 0, count: 128)), of: 0, as: 1)
    }
    #expect(try await found("goldneedle", in: store).isEmpty)
    try await opened.log.write { database in
      try database.execute(
        sql:
          "UPDATE exchange_signature SET content = (SELECT content FROM exchange_signature WHERE block = 1) WHERE block = 0"
      )
    }
    #expect(try await found("goldneedle", in: store) == ["wanted"])
    await store.close()
  }

  @Test("What is renamed or removed afterwards is found as it is then")
  func changes() async throws {
    let store = try await filled()
    try await store.history.rename("wanted", to: "quince")
    #expect(try await found("quince", in: store) == ["quince"])
    #expect(try await signedBlocks(in: store) == [1])
    try await Self.sign(store)
    #expect(try await signedBlocks(in: store) == [0, 1])
    #expect(try await found("quince", in: store) == ["quince"])
    let id = try #require(try await store.history.recent(1, name: "quince").first?.id)
    try await store.history.setPinned(true, id)
    #expect(try await signedBlocks(in: store) == [0, 1])
    try await store.history.delete([id])
    #expect(try await signedBlocks(in: store) == [1])
    #expect(try await found("goldneedle", in: store).isEmpty)
    await store.close()
  }

  @Test("An exchange that gets the number of one that was removed is found in its block")
  func reusedNumbers() async throws {
    let store = try await filled()
    let end = SignatureTable.sequences(of: 0).upperBound
    let entries = try await store.history.recent(Self.blockSize * 2 + 3)
    try await store.history.delete(entries.filter { $0.sequence == end - 1 }.map(\.id))
    try await Self.sign(store)
    try await store.history.delete(entries.filter { $0.sequence >= end }.map(\.id))
    #expect(try await signedBlocks(in: store) == [0])
    try await store.keep(.answered("quince"))
    #expect(try await store.history.recent(1).map(\.sequence) == [end - 1])
    #expect(try await found("quince", in: store) == ["quince"])
    await store.close()
  }

  @Test("A signature does not outlive a change that was made while it was taken")
  func reservation() async throws {
    let store = try await filled()
    let opened = try store.access.opened()
    try await opened.log.write { [sealer = opened.sealer] database in
      let table = SignatureTable(database: database, sealer: sealer)
      try table.reserve(0, as: 1)
      try database.execute(sql: "UPDATE exchange SET name = 'late' WHERE seq = 3")
      try table.insert(TextSignature(bytes: Array(repeating: 0, count: 128)), of: 0, as: 1)
    }
    #expect(try await found("late", in: store) == ["late"])
    await store.close()
  }

  @Test("Nothing that is said of a word is wrong, however many there are")
  func bloom() {
    var builder = TextSignature.Builder()
    let words = (0..<20_000).map { "word-\($0 &* 2_654_435_761)" }
    for word in words { builder.add(word) }
    let signature = builder.signature
    #expect(words.allSatisfy { signature.mayHold(TextSignature.Word($0.utf8)) })
    #expect(!signature.mayHold(TextSignature.Word("kettlepot".utf8)))
    #expect(TextSignature(bytes: []).mayHold(TextSignature.Word("kettlepot".utf8)))
  }

  @Test("The signature of a few words is small, and still says nothing wrong of them")
  func small() {
    var builder = TextSignature.Builder()
    let words = (0..<20).map { "word-\($0)" }
    for word in words { builder.add(word) }
    let signature = builder.signature
    #expect(signature.bytes.count == 128)
    #expect(words.allSatisfy { signature.mayHold(TextSignature.Word($0.utf8)) })
    #expect(!signature.mayHold(TextSignature.Word("kettlepot".utf8)))
  }
}

extension Exchange {
  /// With a word in the response: in a header for UTF-8, otherwise in the body.
  fileprivate static func encoded(_ name: String, as encoding: TextEncoding) -> Exchange {
    let body = encoding == .utf8 ? [] : encoding.encode("a Goldneedle") ?? []
    let head = ResponseHead(
      url: "http://shop.test/", status: .ok,
      headers: [
        .contentType: "text/plain; charset=\(encoding.charset)", .server: encoding == .utf8 ? "Goldneedle/2" : "shop",
      ])
    let received = TransportResponse(
      head: head, body: InMemoryBytes(body), bytesOnWire: body.count, timings: Timings())
    return Exchange(
      id: ExchangeID(), name: name, startedAt: .now(),
      request: SentRequest(method: "GET", url: "http://shop.test/", headers: [:], body: nil),
      outcome: .response(Response(received, codec: TextCodec())))
  }
}
