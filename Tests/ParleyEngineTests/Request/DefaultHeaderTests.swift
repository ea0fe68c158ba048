import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Default headers, and who wins", .timeLimit(.minutes(2)))
struct DefaultHeaderTests {
  private let transport = RecordingTransport()

  private func sent(_ request: Request, by client: Client) async throws -> [String] {
    _ = try await client.send(request)
    return transport.requests.last?.headers.map { "\($0.name.rawName): \($0.value)" } ?? []
  }

  @Test("A default header goes with every request, and can be set and removed alone")
  func defaults() async throws {
    let client = Client(.init(defaultHeaders: [:]), transport: transport)
    client.setDefaultHeader(.acceptLanguage, "en")
    client.setDefaultHeader(.userAgent, "me")
    #expect(try await sent(.get("http://h"), by: client) == ["Accept-Language: en", "User-Agent: me", "Accept: */*"])
    client.setDefaultHeader(.userAgent, nil)
    #expect(try await sent(.get("http://h"), by: client) == ["Accept-Language: en", "Accept: */*"])
  }

  @Test("A request's own header beats the client's, whatever the casing")
  func requestWins() async throws {
    let client = Client(.init(defaultHeaders: [.acceptLanguage: "en"]), transport: transport)
    let request = try Request.get("http://h").header("ACCEPT-language", "de")
    #expect(try await sent(request, by: client) == ["ACCEPT-language: de", "Accept: */*"])
  }

  @Test("Accept and Content-Type follow from codec and body, unless the request says otherwise")
  func codecHeaders() async throws {
    let client = Client(.init(defaultHeaders: [:], codec: JSONCodec()), transport: transport)
    let request = Request.post("http://h").body(.json(["a": 1]))
    #expect(try await sent(request, by: client) == ["Content-Type: application/json", "Accept: application/json"])
    let own = request.header(.contentType, "application/vnd.api+json").header(.accept, "text/html")
    #expect(try await sent(own, by: client) == ["Content-Type: application/vnd.api+json", "Accept: text/html"])
  }

  @Test("Order, duplicates and casing of headers stay as they were given")
  func order() async throws {
    let client = Client(.init(defaultHeaders: [:]), transport: transport)
    let request = try Request.get("http://h").header("x-B", "1").header("X-a", "2").header("X-b", "3")
    #expect(try await sent(request, by: client) == ["x-B: 1", "X-a: 2", "X-b: 3", "Accept: */*"])
  }
}
