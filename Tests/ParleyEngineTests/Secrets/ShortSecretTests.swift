import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("A secret under eight bytes is masked where it was put, and nowhere else", .timeLimit(.minutes(2)))
struct ShortSecretTests {
  private static let url = "http://127.0.0.1:8080/get/items?page=1&sort=price"
  /// Those of no and of one byte, and those of two and three that could stand in the texts below.
  private static let values: [String] = {
    let printable = (0x20...0x7E).map { String(UnicodeScalar(UInt8($0))) }
    let likely = ["1", "0", "g", "e", "t", "/", ":", "=", "&", ".", "%", "\"", " "]
    let pairs = printable.flatMap { first in likely.map { first + $0 } }
    return [""] + printable + pairs
      + likely.flatMap { first in likely.flatMap { second in likely.map { first + second + $0 } } }
      + ["é", "日", "get", "htt"]
  }()

  /// The client's events and what it keeps of a request, as texts.
  private func told(_ request: Request) async throws -> (urls: Set<String>, exchange: Exchange) {
    let book = Book()
    let client = Client(transport: RecordingTransport(status: 200), repository: book)
    try await client.open()
    let events = client.events.subscribe()
    _ = try await client.send(request)
    let urls = events.takeAvailable().compactMap { delivery -> String? in
      if case .event(let event) = delivery { event.subject?.url } else { nil }
    }
    return (Set(urls), try #require(book.exchanges.first))
  }

  /// Keeps what it is given.
  private final class Book: ParleyEngine.Repository {
    private let kept = Lock<[Exchange]>([])
    var exchanges: [Exchange] { kept.withLock { $0 } }
    var bodies: (any BodyStorage)? { nil }
    func open() {}
    func keep(_ exchange: Exchange) { kept.withLock { $0.append(exchange) } }
  }

  @Test(
    "in authentication it masks nothing of the URL, nor of any other text",
    arguments: ["basic", "digest", "bearer", "apiKey"])
  func authentication(kind: String) {
    for value in Self.values {
      let authorization: Authorization =
        switch kind {
        case "basic": .basic(user: "", password: value)
        case "digest": .digest(user: value, password: value)
        case "bearer": .bearer(value)
        default: .apiKey(name: "X-Key", value: value, in: .header)
        }
      let secrets = authorization.knownSecrets
      for text in [
        Self.url, "GET /get/items?page=1 HTTP/1.1", "The server 127.0.0.1:8080 refused the connection.",
        #"{"get": "1", "n": 1}"#,
      ] {
        #expect(secrets.masking(text) == text, "\(value)")
      }
    }
  }

  @Test("an empty user and password mask nothing in what is told and kept")
  func nothing() async throws {
    for authorization in [Authorization.basic(user: "", password: ""), .digest(user: "", password: "")] {
      let told = try await told(Request.get(Self.url).authorized(authorization))
      #expect(told.urls == [Self.url])
      #expect(told.exchange.secrets.masking(told.exchange.request.url) == Self.url)
    }
  }

  @Test("in the header of its authentication it is masked", arguments: ["a", "ab", "abc", "a b", "p:w"])
  func header(password: String) async throws {
    let requests = [
      Request.get(Self.url).authorized(.basic(user: "u", password: password)),
      .get(Self.url).authorized(.bearer(password)),
      .get(Self.url).authorized(.apiKey(name: "X-Key", value: password, in: .header)),
    ]
    for request in requests {
      let told = try await told(request)
      let field = try #require(
        told.exchange.request.headers.first { ["Authorization", "X-Key"].contains($0.name.rawName) })
      let shown = told.exchange.secrets.masking(field)
      #expect(shown.hasSuffix(Secrets.mask) && told.urls == [Self.url], "\(shown)")
      #expect(told.exchange.secrets.masking("\(field.name.rawName): \(field.value)").hasSuffix(Secrets.mask))
    }
  }

  @Test("an API key in the query is masked there")
  func query() async throws {
    for value in ["1", "get", "a&b", "p w", "8080", "=", "%"] {
      let told = try await told(Request.get(Self.url).authorized(.apiKey(name: "key", value: value, in: .query)))
      let shown = told.exchange.secrets.masking(told.exchange.request.url)
      #expect(shown == "\(Self.url)&key=\(Secrets.mask)", "\(value): \(shown)")
    }
  }

  @Test("where nobody says where it stands, it is masked in the whole fields that it is")
  func wholeFields() async throws {
    for value in ["1", "x", "p w", "127"] {
      let request = Request.get("http://127.0.0.1:8080/1-x/\(value)").query("q", value).query("n", "1x\(value)y")
        .header(try #require(HTTPField.Name("X-Pin")), value).keepingSecret(value)
      let told = try await told(request)
      let shown = told.exchange.secrets.masking(told.exchange.request.url)
      #expect(shown.hasPrefix("http://127.0.0.1:8080/1-x/"))
      #expect(shown.contains("?q=\(Secrets.mask)&n=1x") && !shown.hasSuffix(Secrets.mask), "\(shown)")
      #expect(told.exchange.secrets.masking(value, named: "x-pin") == Secrets.mask)
      #expect(told.exchange.secrets.masking(#"{"error": "\#(value)"}"#) == #"{"error": "\#(value)"}"#)
    }
  }

  @Test("in a JSON body it is masked as the member that holds it, however the body is written")
  func members() async throws {
    let body = #"{"pin": "12", "n": 12, "list": ["x", "12", "123"], "text": "12 and 12"}"#
    let request = Request.post("http://h/12x").body(.jsonText(body)).keepingSecret("12")
    let secrets = try await told(request).exchange.secrets
    let mask = Secrets.mask
    #expect(
      secrets.masking(body)
        == #"{"pin": "\#(mask)", "n": \#(mask), "list": ["x", "\#(mask)", "123"], "text": "12 and 12"}"#)
    #expect(secrets.masking(#"'{"pin":"12","x":"12"}'"#) == #"'{"pin":"\#(mask)","x":"12"}'"#)
    #expect(secrets.masking("http://h/12x") == "http://h/12x")
  }

  @Test("what is kept knows again where they stand")
  func stored() {
    var secrets = Secrets(["a-long-secret"])
    secrets.put("1", in: .parameter("pin"))
    secrets.put("2", in: .header("X-Pin"), before: "v=", after: ";q")
    let kept = Secrets(stored: secrets.stored)
    #expect(kept == secrets && kept.places == secrets.places)
    #expect(kept.runs.masking("http://h/1?pin=1&n=2") == "http://h/1?pin=\(Secrets.mask)&n=2")
    #expect(kept.runs.masking("v=2;q", named: "x-pin") == "v=\(Secrets.mask);q")
  }
}
