import GRDB
import HTTPTypes
import ParleyEngine
import ParleyModel
import TestSupport
import Testing

@testable import ParleyStore

@Suite("A search of the history finds what a look at every exchange finds", .timeLimit(.minutes(2)))
struct HistoryScanTests {
  private static let (steps, looks) = (40, 8)

  @Test("Random histories, random words, every moment of signing, two programs", arguments: Sample.of(Array(1...6), 2))
  func agrees(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let history = try await TwoPrograms()
    for _ in 0..<Self.steps { try await history.change(by: &random) }
    for _ in 0..<Self.looks { try await history.compare(HistoryWords.wanted(by: &random), by: &random) }
    try await history.signAll()
    for _ in 0..<Self.looks { try await history.compare(HistoryWords.wanted(by: &random), by: &random) }
    await history.close()
  }
}

/// A store that two programs have open, in which now and then so many exchanges are gone that the next one begins another block.
private struct TwoPrograms {
  private let folder = TemporaryFolder()
  private let stores: [Store]

  init() async throws {
    stores = [try await Store.opened(in: folder), try await Store.opened(in: folder)]
  }

  func close() async {
    for store in stores { await store.close() }
  }

  func change(by random: inout SeededGenerator) async throws {
    let store = stores[Int.random(in: 0...1, using: &random)]
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<9: try await store.keep(RandomExchange.made(by: &random))
    case 9, 10: try await skipBlock()
    case 11: try await withOne(of: store, &random) { try await store.history.delete([$0.id]) }
    case 12: try await withOne(of: store, &random) { try await store.history.setPinned(!$0.isPinned, $0.id) }
    case 13: try await store.history.rename(HistoryWords.one(by: &random), to: HistoryWords.one(by: &random))
    case 14: try await store.history.sign()
    case 15: try await signBeside(store, RandomExchange.made(by: &random))
    case 16: try await leaveUnsigned(store)
    default: try await compare(HistoryWords.wanted(by: &random), by: &random)
    }
  }

  /// What a search finds in one program, and what stands in the exchanges that the other one reads.
  func compare(_ words: [String], by random: inout SeededGenerator) async throws {
    let (searching, reading) = Bool.random(using: &random) ? (stores[0], stores[1]) : (stores[1], stores[0])
    let limit = Int.random(in: 1...7, using: &random)
    let found = try await search(for: words, in: searching, limit: limit)
    #expect(try await scan(for: words, in: reading) == found, "\(words)")
  }

  func signAll() async throws {
    try await skipBlock()
    try await stores[0].history.sign()
  }

  private func search(for words: [String], in store: Store, limit: Int) async throws -> [Int64] {
    let filter = HistoryFilter(texts: words.map { .init($0.lowercased()) })
    var (found, next) = ([Int64](), HistoryEdge?.some(.before(nil)))
    while let edge = next {
      let finds = try await store.history.search(filter, edge, limit: limit)
      found += finds.entries.map(\.sequence)
      next = finds.next
    }
    return found
  }

  private func scan(for words: [String], in store: Store) async throws -> [Int64] {
    var found: [Int64] = []
    for entry in try await store.history.recent(10_000) {
      let kept = try #require(try await store.history.exchange(entry.id))
      let scanned = ScannedExchange(kept)
      if words.allSatisfy(scanned.holds) { found.append(entry.sequence) }
    }
    return found
  }

  private func withOne(
    of store: Store, _ random: inout SeededGenerator, _ change: (HistoryEntry) async throws -> Void
  ) async throws {
    guard let entry = try await store.history.recent(10_000).randomElement(using: &random) else { return }
    try await change(entry)
  }

  /// As where a thousand exchanges were deleted: the newest one is the first of a later block.
  private func skipBlock() async throws {
    try await stores[0].keep(.answered("spacer", text: "{}"))
    try await log(of: stores[0]).write {
      try $0.execute(sql: "UPDATE exchange SET seq = seq + 1024 WHERE seq = (SELECT max(seq) FROM exchange)")
    }
  }

  /// Both programs sign while one of them keeps.
  private func signBeside(_ store: Store, _ exchange: Exchange) async throws {
    async let first: Void = stores[0].history.sign()
    async let second: Void = stores[1].history.sign()
    try await store.keep(exchange)
    _ = try await (first, second)
  }

  /// As by a program that was killed while it signed.
  private func leaveUnsigned(_ store: Store) async throws {
    let sealer = try store.access.opened().sealer
    try await log(of: store).write { try SignatureTable(database: $0, sealer: sealer).reserve(0, as: 1) }
  }

  private func log(of store: Store) throws -> DatabaseFile { try store.access.opened().log }
}

/// Words that exchanges hold, and that are looked for.
private enum HistoryWords {
  private static let all = [
    "Zebracorn", "kettle", "Straße", "ÄRGER", "кнопка", "goldneedle", "x-trace", "résumé", "日本語", "a.b@c", "copper pot",
    "9071", "İstanbul", "ǅungla", "ẞuper", "ᾈδης", "5 Å", "🔑 key",
  ]

  static func one(by random: inout SeededGenerator) -> String { all.randomElement(using: &random) ?? "" }

  static func text(by random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in one(by: &random) }
      .joined(separator: [" ", "-", #"": ""#, ","].randomElement(using: &random) ?? "")
  }

  /// One or two, whole or a part, in any case.
  static func wanted(by random: inout SeededGenerator) -> [String] {
    (0..<Int.random(in: 1...2, using: &random)).map { _ in
      let text = Bool.random(using: &random) ? one(by: &random) : text(by: &random)
      let start = Int.random(in: 0...text.count / 2, using: &random)
      let part = String(text.dropFirst(start).prefix(Int.random(in: 1...12, using: &random)))
      return [part, part.lowercased(), part.uppercased()].randomElement(using: &random) ?? part
    }
  }
}

/// An exchange with such words in any of its places.
private enum RandomExchange {
  private static let large = Array(repeating: UInt8(ascii: "."), count: BodyLimits.row)

  static func made(by random: inout SeededGenerator) -> Exchange {
    let words = { (random: inout SeededGenerator) in HistoryWords.text(by: &random) }
    let encoding = TextEncoding.allCases.randomElement(using: &random) ?? .utf8
    let text = words(&random)
    var body = encoding.encode(text) ?? Array(text.utf8)
    if encoding == .utf8, Bool.random(using: &random) { body = Array(json(text).utf8) }
    if Int.random(in: 0..<12, using: &random) == 0 { body += large }
    let secrets = Bool.random(using: &random) ? Secrets(["goldneedle"]) : Secrets()
    let header = words(&random)
    let request = SentRequest(
      method: "POST", url: "http://shop.test/?q=\(words(&random))",
      headers: [
        .contentType: "text/plain; charset=utf-8", .userAgent: Bool.random(using: &random) ? header : "parley",
      ],
      body: Bool.random(using: &random) ? Array(words(&random).utf8) : nil)
    let type = encoding == .utf16 && Bool.random(using: &random) ? "" : "; charset=\(encoding.charset)"
    let head = ResponseHead(
      url: "http://shop.test/", status: .ok,
      headers: [.contentType: "text/plain\(type)", .server: words(&random)])
    let response = TransportResponse(
      head: head, body: InMemoryBytes(body), bytesOnWire: body.count, timings: Timings())
    let refused = TransportError(.refused, "shop.test:80 refused the connection.")
    return Exchange(
      id: ExchangeID(), name: HistoryWords.one(by: &random),
      environment: Bool.random(using: &random) ? HistoryWords.one(by: &random) : nil, startedAt: .now(),
      request: request,
      outcome: Int.random(in: 0..<8, using: &random) == 0
        ? .failure(refused) : .response(Response(response, codec: TextCodec())),
      isSecret: !secrets.isEmpty, secrets: secrets)
  }
}

extension RandomExchange {
  /// As Python and PHP write it, with an escape for each character beyond ASCII.
  private static func json(_ text: String) -> String {
    let units = text.utf16.filter { $0 != 0x22 }
    let characters = units.map { unit in
      unit < 0x80 ? String(Unicode.Scalar(UInt8(unit))) : "\\u" + String(Int(unit) + 0x1_0000, radix: 16).dropFirst()
    }
    return "{\"v\":\"\(characters.joined())\"}"
  }
}

/// What a person sees of an exchange.
private struct ScannedExchange {
  /// In lower case.
  private let texts: [[UInt8]]

  init(_ kept: KeptExchange) {
    let (entry, exchange) = (kept.entry, kept.exchange)
    let listed = [
      entry.name, entry.method, entry.url, entry.status.map(String.init), entry.errorCode, entry.environment,
    ]
    var texts = [exchange.request.url] + exchange.request.headers.map { "\($0.name.rawName): \($0.value)" }
    texts += Self.read(exchange.request.body, as: exchange.request.headers)
    if let response = exchange.response {
      texts += [response.url] + response.headers.map { "\($0.name.rawName): \($0.value)" }
      if response.body.count <= BodyLimits.row { texts += Self.read(try? response.body.all(), as: response.headers) }
    }
    let shown = [listed.compactMap(\.self).joined(separator: " ")] + texts.map { exchange.secrets.maskingForeign($0) }
    self.texts = shown.map { Array($0.lowercased().utf8) }
  }

  /// As its type says, and as the bytes are.
  private static func read(_ body: [UInt8]?, as headers: HTTPFields) -> [String] {
    guard let body else { return [] }
    let isMarked = body.starts(with: [0xFE, 0xFF])
    let named = isMarked ? .utf16 : headers[.contentType].flatMap { TextEncoding(contentType: $0) } ?? .utf8
    let written = String(decoding: body, as: UTF8.self)
    let member = (try? JSONValue(parsing: written))?["v"]?.string
    return [named.decode(body), written] + (member.map { ["{\"v\":\"\($0)\"}"] } ?? [])
  }

  func holds(_ word: String) -> Bool {
    let word = Array(word.lowercased().utf8)
    return texts.contains { text in word.isEmpty || text.indices.contains { text[$0...].starts(with: word) } }
  }
}
