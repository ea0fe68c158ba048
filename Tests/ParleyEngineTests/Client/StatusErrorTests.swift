import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("A model that was asked for, and a status outside 2xx", .timeLimit(.minutes(2)))
struct StatusErrorTests {
  /// A refusal decodes as this one, too.
  private struct Item: Codable, Hashable, Sendable {
    var id: Int?
  }

  private func withServer(_ status: String, _ body: (Client) async throws -> Void) async throws {
    let server = try RawServer.answering(
      .text(#"{"error":"lost"}"#, status: status, headers: ["Content-Type: application/json"]))
    defer { server.stop() }
    try await body(Client(.init(servers: Servers(Server(server.url)))))
  }

  @Test(
    "It is an error of its own, with status and body", arguments: ["404 Not Found", "500 Oh", "304 Same", "401 No"])
  func refused(_ status: String) async throws {
    try await withServer(status) { client in
      let error = await #expect(throws: StatusError.self) { try await client.send(.get("/items/7"), as: Item.self) }
      #expect(error?.status.code == Int(status.prefix(3)))
      #expect(error?.code == "answer.status")
      #expect(error?.summary == "The response was not read as Item: its status is \(status.prefix(3)).")
      let body = status.hasPrefix("304") ? ["error": "lost"] : try error?.response.json()
      #expect(body == ["error": "lost"])
    }
  }

  @Test("The raw response stays as it is, and its body can be read as a model")
  func raw() async throws {
    try await withServer("404 Not Found") { client in
      let response = try await client.send(.get("/items/7"))
      #expect(response.isAccepted && response.status == .notFound)
      #expect(try response.decode(Item.self) == Item(id: nil))
      #expect(try await client.send(.get("/items/7").expecting(Item.self)).model as? Item == Item(id: nil))
    }
  }

  @Test("A validator that judges the status has the last word, and one of headers has not")
  func validated() async throws {
    try await withServer("404 Not Found") { client in
      let accepted = Request.get("/items/7").validating(.status(in: [200...299, 404...404]))
      let item = try await client.send(accepted, as: Item.self)
      #expect(item == Item(id: nil))
      await #expect(throws: ValidationFailure.self) {
        try await client.send(.get("/items/7").validating(.status(200)), as: Item.self)
      }
      await #expect(throws: StatusError.self) {
        try await client.send(.get("/items/7").validating(.header("Content-Type")), as: Item.self)
      }
    }
  }

  @Test("A retry is asked about it, and events tell it as a failure")
  func retried() async throws {
    let server = try RawServer.answering(inTurn: [.text("no", status: "503 Busy"), .text(#"{"id":7}"#)])
    let client = Client(.init(servers: Servers(Server(server.url))))
    #expect(try await client.send(.get("/").retrying(.attempts(2)), as: Item.self) == Item(id: 7))
    #expect(server.requests.count == 2)
    try await withServer("500 Oh") { client in
      let events = client.events.subscribe()
      _ = try? await client.send(.get("/"), as: Item.self)
      guard case .event(let event)? = events.takeAvailable().last, case .failed(_, let failure) = event.kind else {
        return #expect(Bool(false), "no failure was told")
      }
      #expect(failure.code == "answer.status" && failure.response?.status == 500)
    }
  }
}
