import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyHTTP

@Suite("A request that is sent again", .timeLimit(.minutes(1)))
struct RepeatedRequestTests {
  private let transport = RecordingTransport()
  private let client: Client

  init() {
    client = Client(.init(servers: Servers("https://api.example.com")), transport: transport, cache: nil)
  }

  @Test("is another exchange, sent in the same way")
  func again() async throws {
    let request = Request.get("/items").query("page", "1")
    let calls = [client.prepare(request), client.prepare(request)]
    for call in calls { _ = try await call.response() }
    #expect(calls[0].id != calls[1].id)
    #expect(transport.requests.map(\.url) == Array(repeating: "https://api.example.com/items?page=1", count: 2))
  }

  @Test("is prepared anew where it, or the client, has changed")
  func changed() async throws {
    var request = Request.get("/items")
    _ = try await client.send(request)
    request.endpoint = "/others"
    _ = try await client.send(request)
    client.setDefaultHeader(.acceptLanguage, "en")
    _ = try await client.send(request)
    #expect(transport.requests.map(\.url).map { $0.suffix(7) } == ["m/items", "/others", "/others"])
    #expect(transport.requests.map { $0.headers[.acceptLanguage] } == [nil, nil, "en"])
  }

  @Test("records its heads for a run, and for nobody else")
  func heads() async throws {
    var request = Request.get("/items")
    _ = try await client.send(request)
    request.groupID = "a run"
    _ = try await client.send(request)
    #expect(transport.requests.map(\.recordsHeads) == [false, true])
  }

  @Test("asks its model again, which may say something else")
  func model() async throws {
    let page = Page()
    let request = Request.get("/items").model(page)
    for _ in 1...2 { _ = try await client.send(request) }
    #expect(transport.requests.map { $0.url.suffix(7) } == ["?page=1", "?page=2"])
  }
}

/// A model that is another one each time.
private final class Page: Encodable, Sendable {
  private let count = Lock(0)

  private enum CodingKeys: CodingKey {
    case page
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    let page = count.withLock { count in
      count += 1
      return count
    }
    try fields.encode(page, forKey: .page)
  }
}
