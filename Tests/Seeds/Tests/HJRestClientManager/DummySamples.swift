import ParleyEngine
import Testing

// "Dummy test environment"
extension HJRestClientManager {
  @Test("With the switch on a handler answers in place of the server, and off again nothing else has to change")
  func dummies() async throws {
    let (backend, screen) = (try Backend { _ in .text("the real one") }, Screen())
    let client = Client(.init(servers: Servers(Server(backend.address))))
    // sample: hj-dummy
    client.configuration.mocks = Mocks(
      Mock(.get, "/api/hello") { request in
        screen.show("\(request.headers.count) headers, and \(request.model ?? "no model")")
        return .data(Array(#"{"name":"debugPlayer"}"#.utf8), delay: .milliseconds(800))
      })
    client.configuration.mocks.isOn = true

    let response = try await client.send(.get("/api/hello").model(["name": "gandalf"]))
    screen.show(try response.text())

    client.configuration.mocks.isOn = false
    // end
    #expect(
      screen.lines.last == #"{"name":"debugPlayer"}"# && screen.lines.first?.hasSuffix(#"["name": "gandalf"]"#) == true)
    #expect(backend.asked.isEmpty)
    #expect(try await client.send(.get("/api/hello")).text() == "the real one")
  }

  @Test("A handler that has nothing is a 404 and a failure; without a handler a request goes to its server")
  func nothing() async throws {
    let backend = try Backend { _ in .text("the real one") }
    let client = Client(.init(servers: Servers(Server(backend.address))))
    client.configuration.mocks = Mocks(Mock(.get, "/api/hello") { _ in nil }, isOn: true)
    let refused = try await client.send(.get("/api/hello"))
    #expect(refused.status == .notFound && !refused.isAccepted)
    #expect(try await client.send(.get("/api/other")).text() == "the real one")
  }
}
