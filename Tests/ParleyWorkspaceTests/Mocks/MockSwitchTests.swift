import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("One switch for the mock environment", .timeLimit(.minutes(2))) struct MockSwitchTests {
  private let server: RawServer
  private let client: Client

  init() throws {
    server = try .answering(.text("real"))
    client = Client(ClientConfiguration(servers: Servers(Server(server.url))))
    client.configuration.mocks = Mocks(Mock(.get, "/item") { _ in .data(Array("mock".utf8)) })
  }

  private func text(_ endpoint: String = "/item") async throws -> String {
    try await client.send(.get(endpoint)).text()
  }

  @Test("It is off by default")
  func offByDefault() async throws {
    #expect(try await text() == "real")
  }

  @Test("On, a mock answers, and the answer says so; off again, the server does")
  func onAndOff() async throws {
    client.configuration.mocks.isOn = true
    let response = try await client.send(.get("/item"))
    #expect(try response.text() == "mock")
    #expect(response.isMock)
    #expect(server.requests.isEmpty)
    client.configuration.mocks.isOn = false
    #expect(try await text() == "real")
    #expect(try await client.send(.get("/item")).isMock == false)
  }

  @Test("A request without a mock goes to the server")
  func others() async throws {
    client.configuration.mocks.isOn = true
    #expect(try await text("/other") == "real")
    #expect(server.requests.count == 1)
  }
}
