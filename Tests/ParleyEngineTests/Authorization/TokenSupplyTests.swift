import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Tokens that the caller's code gets", .timeLimit(.minutes(2)))
struct TokenSupplyTests {
  /// What a login knows, and how often it was asked for more.
  private final class Login: Sendable {
    let known: Lock<String?>
    let gained = Lock(0)

    init(_ known: String?) { self.known = Lock(known) }

    var supply: TokenSupply {
      TokenSupply(
        "login", known: { self.known.withLock { $0 } },
        gained: {
          let number = self.gained.withLock { count in
            count += 1
            return count
          }
          self.known.withLock { $0 = "token-\(number)" }
          return "token-\(number)"
        })
    }
  }

  private func client(_ server: AuthorizationServer) -> Client {
    Client(ClientConfiguration(servers: Servers(Server(server.server.url))))
  }

  @Test("a token is got once for all who wait, and kept for the next")
  func once() async throws {
    let server = try AuthorizationServer()
    let (client, login) = (client(server), Login(nil))
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<30 {
        group.addTask { try await client.send(.get("/x").authorized(.supplied(login.supply))).text() }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(texts == ["token-1"] && login.gained.withLock { $0 } == 1)
  }

  @Test("one that is refused is got anew, and the request sent again, once")
  func refused() async throws {
    let server = try AuthorizationServer()
    let (client, login) = (client(server), Login("token-0"))
    let events = client.events.subscribe()
    server.refuse("token-0")
    #expect(try await client.send(.get("/x").authorized(.supplied(login.supply))).text() == "token-1")
    let retries = events.takeAvailable().compactMap { delivery -> Event.Retry? in
      if case .event(let event) = delivery, case .retrying(_, let retry) = event.kind { retry } else { nil }
    }
    #expect(retries.map(\.status) == [401] && retries.first?.summary == "The server refused the token.")
    for token in ["token-1", "token-2"] { server.refuse(token) }
    let response = try await client.send(.get("/x").authorized(.supplied(login.supply)))
    #expect(response.status == .unauthorized && login.gained.withLock { $0 } == 2)
  }

  @Test("it stands in the header that is wished, and is masked")
  func header() async throws {
    let server = try AuthorizationServer()
    let client = client(server)
    let events = client.events.subscribe()
    var supply = Login("token-secret-word").supply
    (supply.header, supply.scheme) = ("X-Session", nil)
    _ = try await client.send(.get("/x").authorized(.supplied(supply)))
    #expect(server.apiRequests.first?.value(of: "X-Session") == "token-secret-word")
    let told = events.takeAvailable().compactMap { if case .event(let event) = $0 { event } else { nil } }
    let text = try JSONValue(encoding: told).description
    #expect(!text.contains("secret-word"))
  }

  @Test("what its code throws is the error of the request")
  func failure() async throws {
    let server = try AuthorizationServer()
    let supply = TokenSupply("user/login", known: { nil }, gained: { throw AuthorizationError.signInCancelled })
    let error = await #expect(throws: RequestError.self) {
      try await client(server).send(.get("/x").authorized(.supplied(supply)))
    }
    #expect(error?.code == "authorization.signIn" && server.apiRequests.isEmpty)
  }
}
