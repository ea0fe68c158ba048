import TestSupport
import Testing

@Suite("The demo shop", .timeLimit(.minutes(2)))
struct DemoShopTests {
  @Test("signing in gives a token that opens the profile, until one signs out")
  func signingIn() async throws {
    try await withDemoServer { demo in
      let login = try await RawClient.send(
        #"{"email":"ada@example.com","password":"secret"}"#, to: "/user/login",
        headers: ["Content-Type: application/json"], port: demo.port)
      let authorization = "Authorization: Bearer \(try #require(token(in: login)))"
      #expect(login.status == 200)
      let profile = try await RawClient.get("/user/profile", headers: [authorization], from: demo.port)
      #expect(profile.bodyText.contains(#""name": "Ada Lovelace""#))
      let logout = try await RawClient.get("/user/logout", method: "POST", headers: [authorization], from: demo.port)
      #expect(logout.status == 204)
      #expect(try await RawClient.get("/user/profile", headers: [authorization], from: demo.port).status == 401)
    }
  }

  @Test("a form signs in as JSON does, with the same token after a reset")
  func signingInByForm() async throws {
    try await withDemoServer { demo in
      let json = try await RawClient.send(
        #"{"email":"ada@example.com","password":"secret"}"#, to: "/user/login", port: demo.port)
      _ = try await RawClient.send("", to: "/reset", port: demo.port)
      let form = try await RawClient.send(
        "password=secret&email=ada%40example.com", to: "/user/login",
        headers: ["Content-Type: application/x-www-form-urlencoded"], port: demo.port)
      #expect(json.bodyText == form.bodyText)
    }
  }

  @Test(
    "a wrong sign-in is refused in the error model",
    arguments: [
      (#"{"email":"ada@example.com","password":"x"}"#, 401, "Unauthorized", "password"),
      (#"{"email":"ada","password":"secret"}"#, 422, "Validation", "email"),
      (#"{"email":"ada@example.com"}"#, 422, "Validation", "password"),
      ("{", 400, "BadRequest", "body"),
      ("[]", 400, "BadRequest", "body"),
    ])
  func wrongSignIn(body: String, status: Int, name: String, field: String) async throws {
    try await withDemoServer { demo in
      let answer = try await RawClient.send(body, to: "/user/login", port: demo.port)
      #expect(answer.status == status)
      #expect(answer.bodyText.contains(#""code": \#(status)"#))
      #expect(answer.bodyText.contains(#""status": "error""#))
      #expect(answer.bodyText.contains(#""name": "\#(name)""#))
      #expect(answer.bodyText.contains(#""field": "\#(field)""#))
    }
  }

  @Test("items come in pages, filtered and sorted, with their pagination")
  func pages() async throws {
    try await withDemoServer { demo in
      let answer = try await RawClient.get(
        "/items?page=2&per=2&sort=asc&tags[]=low&tags[]=sale", from: demo.port)
      let ids = answer.bodyText.matches(of: /"id": (\d+)/).map(\.output.1)
      #expect(ids == ["42", "10"])
      #expect(answer.bodyText.contains(#""total": 18"#))
      #expect(answer.bodyText.contains(#""pages": 9"#))
    }
  }

  @Test("an item is not sent again to somebody who has it")
  func entityTag() async throws {
    try await withDemoServer { demo in
      let first = try await RawClient.get("/items/7", from: demo.port)
      let tag = try #require(first.value(of: "ETag"))
      #expect(first.value(of: "Cache-Control") == "max-age=60")
      let second = try await RawClient.get("/items/7", headers: ["If-None-Match: \(tag)"], from: demo.port)
      #expect(second.status == 304)
      #expect(second.body.isEmpty)
      #expect(second.value(of: "Content-Length") == first.value(of: "Content-Length"))
    }
  }

  @Test("a cart is filled, paid and becomes an order that gets done")
  func buying() async throws {
    try await withDemoServer { demo in
      #expect(try await RawClient.send("", to: "/cart", port: demo.port).value(of: "Location") == "/cart/c1")
      #expect(try await RawClient.send("", to: "/cart/c1/pay", port: demo.port).status == 409)
      _ = try await RawClient.send(#"{"item":3,"quantity":2}"#, method: "PUT", to: "/cart/c1/items", port: demo.port)
      _ = try await RawClient.send(#"{"item":5}"#, method: "PUT", to: "/cart/c1/items", port: demo.port)
      let removal = try await RawClient.get("/cart/c1/items/5", method: "DELETE", from: demo.port)
      #expect(removal.status == 204)
      let payment = try await RawClient.send("", to: "/cart/c1/pay", port: demo.port)
      #expect(payment.status == 202)
      #expect(payment.bodyText.contains(#""total": 90.14"#))
      #expect(try await states(of: "o1", looks: 4, demo) == ["pending", "paid", "done", "done"])
    }
  }

  private func states(of order: String, looks: Int, _ demo: DemoServer) async throws -> [Substring] {
    var states: [Substring] = []
    for _ in 0..<looks {
      let answer = try await RawClient.get("/orders/\(order)", from: demo.port)
      states += answer.bodyText.matches(of: /"state": "(\w+)"/).map(\.output.1)
    }
    return states
  }

  private func token(in answer: RawAnswer) -> Substring? {
    answer.bodyText.firstMatch(of: /"token": "(\w+)"/)?.output.1
  }
}
