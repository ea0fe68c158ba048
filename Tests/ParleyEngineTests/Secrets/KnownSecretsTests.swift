import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("What a client knows of secrets masks all that it tells and keeps", .timeLimit(.minutes(2)))
struct KnownSecretsTests {
  private static let secret = "canary-of-the-request"

  /// Keeps what it is given.
  private final class Book: ParleyEngine.Repository {
    private let kept = Lock<[Exchange]>([])
    var exchanges: [Exchange] { kept.withLock { $0 } }
    var bodies: (any BodyStorage)? { nil }
    func open() {}
    func keep(_ exchange: Exchange) { kept.withLock { $0.append(exchange) } }
  }

  private struct Bench {
    let book = Book()
    let client: Client
    let events: EventSubscription

    init(answering answer: @escaping @Sendable (TransportRequest) -> TransportResponse) async throws {
      client = Client(transport: RecordingTransport { .success(answer($0)) }, repository: book)
      try await client.open()
      events = client.events.subscribe()
    }

    var told: [String] { events.takeAvailable().map { "\($0)" } }
  }

  private static func answer(
    _ url: String, _ body: String = "{}", headers: [(String, String)] = [], status: Int = 200
  ) -> TransportResponse {
    let fields = HTTPFields(
      headers.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })
    return TransportResponse(
      head: ResponseHead(url: url, status: .init(code: status), headers: fields), body: InMemoryBytes(body))
  }

  private static let carrying = Request.get("http://h/one").header(.authorization, "Bearer \(secret)").keepingSecret(
    secret)

  @Test("a failed expectation quotes none, wherever it is told")
  func expectation() async throws {
    let bench = try await Bench { Self.answer($0.url, headers: [("X-Echo", "got \(Self.secret)")]) }
    let response = try await bench.client.send(Self.carrying.validating(.header("X-Echo", "not \(Self.secret)")))
    let failure = try #require(response.validationFailure)
    #expect(failure.expectation == "header X-Echo: not \(Secrets.mask)")
    #expect(failure.reason == "the header X-Echo is “got \(Secrets.mask)”")
    #expect(response.error?.summary.contains(Self.secret) == false)
    #expect(bench.book.exchanges.first?.response?.validationFailure == failure)
    let told = bench.told
    #expect(!told.isEmpty && !told.contains { $0.contains(Self.secret) })
  }

  @Test("one that comes back in the response to another request is masked, sealed, and stays a secret")
  func other() async throws {
    let bench = try await Bench { Self.answer($0.url, #"{"debug":"\#(Self.secret)"}"#) }
    _ = try await bench.client.send(Self.carrying)
    let other = try await bench.client.send(.get("http://h/other?page=2").validating(.status(404)))
    #expect(other.isSecret && other.secrets.unmasked == [Self.secret])
    let kept = try #require(bench.book.exchanges.last)
    #expect(kept.isSecret && kept.secrets.unmasked == [Self.secret])
    #expect(!bench.told.contains { $0.contains(Self.secret) })
  }

  @Test("a request in which somebody repeats one is sealed, and a plain one is not")
  func repeated() async throws {
    let bench = try await Bench { Self.answer($0.url) }
    _ = try await bench.client.send(Self.carrying)
    _ = try await bench.client.send(.post("http://h/log").body(.text("token \(Self.secret)")))
    _ = try await bench.client.send(.get("http://h/plain"))
    #expect(bench.book.exchanges.map(\.isSecret) == [true, true, false])
    #expect(!bench.book.exchanges[2].mustBeSealed)
  }

  @Test("what a client without secrets tells and keeps is left alone")
  func none() async throws {
    let bench = try await Bench { Self.answer($0.url, #"{"debug":"\#(Self.secret)"}"#) }
    let response = try await bench.client.send(.get("http://h/\(Self.secret)"))
    #expect(!response.isSecret && bench.client.events.secrets.isEmpty)
    #expect(bench.told.contains { $0.contains(Self.secret) })
  }

  @Test("events of somebody's own are masked by it too")
  func custom() async throws {
    let bench = try await Bench { Self.answer($0.url) }
    bench.client.events.secrets.learn(Secrets([Self.secret]))
    bench.client.events.post(custom: "log", parameters: ["line": .string("got \(Self.secret)")])
    #expect(bench.told.count == 1 && !bench.told.contains { $0.contains(Self.secret) })
  }

  @Test("a cookie is sealed with its exchange and masked, but makes no secret of the body")
  func cookies() async throws {
    let bench = try await Bench {
      Self.answer($0.url, headers: [("Set-Cookie", "sid=\(Self.secret); Path=/; HttpOnly"), ("Set-Cookie", "a=b")])
    }
    let response = try await bench.client.send(.get("http://h/login"))
    #expect(!response.isSecret)
    let kept = try #require(bench.book.exchanges.first)
    #expect(kept.mustBeSealed && kept.holdsCookies && !kept.isSecret && kept.secrets.unmasked == [Self.secret])
    let headers = Secrets().masking(response.headers)
    #expect(headers[values: .setCookie] == ["sid=\(Secrets.mask); Path=/; HttpOnly", "a=\(Secrets.mask)"])
    #expect(!bench.told.contains { $0.contains(Self.secret) })
  }

  @Test("a cookie that a jar gives is known, wherever it comes back")
  func jar() async throws {
    let server = try RawServer.answering(inTurn: [
      .text("{}", headers: ["Set-Cookie: sid=\(Self.secret)"]), .text("you are \(Self.secret)"),
    ])
    let client = Client()
    client.configuration.cookies = InMemoryCookieStorage()
    _ = try await client.send(.get(server.url))
    let response = try await client.send(.get(server.url))
    #expect(server.requests.last?.value(of: "Cookie") == "sid=\(Self.secret)")
    #expect(response.secrets.unmasked == [Self.secret] && response.isSecret)
  }

  @Test("what comes out of a sealed entry of the cache is a secret, whoever asks")
  func cache() async throws {
    let bench = try await Bench { Self.answer($0.url, #"{"echo":"\#(Self.secret)"}"#) }
    let address = "http://h/echo"
    _ = try await bench.client.send(.get(address).keepingSecret(Self.secret).caching(for: .seconds(60)))
    let plain = Request.get(address).caching(for: .seconds(60))
    let hit = try await bench.client.send(plain)
    #expect(hit.cached?.source == .kept && hit.isSecret && hit.secrets.unmasked == [Self.secret])
    let alone = try #require(try await bench.client.cache.freshResponse(to: plain))
    #expect(alone.isSecret && alone.secrets.unmasked == [Self.secret])
    let kept = try #require(bench.book.exchanges.last)
    #expect(kept.isSecret && kept.secrets.unmasked == [Self.secret])
    #expect(!bench.told.contains { $0.contains(Self.secret) })
  }

  @Test("the oldest is forgotten when very many are known")
  func bounded() {
    let known = KnownSecrets()
    for number in 0...KnownSecrets.most { known.learn(Secrets(["secret number \(number)"])) }
    #expect(known.masking("secret number 0 | secret number 1999 | secret number 2000").contains("secret number 0 |"))
    #expect(known.masking("secret number \(KnownSecrets.most)") == Secrets.mask)
  }
}
