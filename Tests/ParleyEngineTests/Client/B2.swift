import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("B2 several independent clients")
struct B2 {
  @Test("B2 clients in one process share neither servers, headers nor events")
  func independent() async throws {
    let (first, second) = (RecordingTransport(), RecordingTransport())
    let one = Client(.init(servers: Servers("http://one")), transport: first)
    let two = Client(.init(servers: Servers("http://two")), transport: second)
    one.setDefaultHeader(.acceptLanguage, "en")
    let events = two.events.subscribe()
    _ = try await one.send(.get("/x"))
    #expect(events.takeAvailable().isEmpty)
    _ = try await two.send(.get("/x"))
    #expect(first.requests.map(\.url) == ["http://one/x"])
    #expect(second.requests.map(\.url) == ["http://two/x"])
    #expect(second.requests.first?.headers[.acceptLanguage] == nil)
    #expect(!events.takeAvailable().isEmpty)
  }
}
