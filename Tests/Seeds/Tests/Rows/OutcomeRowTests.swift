import ParleyEngine
import Testing

/// The rows S7 to S10 of the feature table, each tried as a program of somebody else would.
@Suite("Rows S7 to S10: what becomes of a response, as a consumer sees it", .timeLimit(.minutes(2)))
struct OutcomeRowTests {
  private struct Item: Codable, Hashable, Sendable {
    var id: Int?
  }

  private struct Failure: Decodable, Sendable {
    var reason: String
  }

  /// As long as the test.
  private let backends = Lock<[Backend]>([])

  private func client(_ reply: Reply) throws -> Client {
    let backend = try Backend { _ in reply }
    backends.withLock { $0.append(backend) }
    return Client(.init(servers: Servers(Server(backend.address))))
  }

  @Test("S7: every answer is valid until a validator says no, and a model of a refusal is an error of its own")
  func validators() async throws {
    let client = try client(.json(["reason": "lost"], status: 404))
    #expect(try await client.send(.get("/")).isAccepted)
    let response = try await client.send(.get("/").validating(.header("X-None")).validating(.status(200)))
    #expect(response.validationFailure?.reason == "there is no header X-None" && response.status == .notFound)
    let error = await #expect(throws: StatusError.self) { try await client.send(.get("/"), as: Item.self) }
    #expect(error?.status == .notFound)
    #expect(try error?.response.json() == ["reason": "lost"])
    #expect(try await client.send(.get("/").validating(.status(404)), as: Item.self) == Item(id: nil))
    let byHeader = Request.get("/").validating(.header("Content-Type", "application/json"))
    await #expect(throws: StatusError.self) { try await client.send(byHeader, as: Item.self) }
  }

  @Test("S7: validators are asked in order, headers in any casing, and a client-wide one accepts all until it is set")
  func validatorKinds() async throws {
    let client = try client(.text("hi").with("X-Kind", "tea"))
    func failure(_ validators: Validator...) async throws -> String? {
      let request = validators.reduce(Request.get("/")) { $0.validating($1) }
      return try await client.send(request).validationFailure?.expectation
    }
    #expect(try await failure(.status(200), .status(in: 200..<300), .header("x-kind", "tea")) == nil)
    #expect(try await failure(.status(in: [300...399])) == "status 300–399")
    #expect(try await failure(.header("X-Kind", "soup"), .status(201)) == "header X-Kind: soup")
    #expect(try await failure(Validator("own") { _ in "always" }, .status(201)) == "own")
    #expect(try await failure(.http("HTTP") { status, _ in status == .ok ? nil : "not ok" }) == nil)
    client.configuration.acceptsHeaders = { _ in false }
    #expect(try await !client.send(.get("/")).isAccepted)
  }

  @Test("S7: a response that is not of HTTP is refused where HTTP is expected")
  func notHTTP() async throws {
    struct Elsewhere: Transport {
      struct Done: TransportTask {
        func cancel() {}
        func pause() {}
        func resume() {}
      }

      func start(
        _ request: TransportRequest, handler: @escaping @Sendable (TransportEvent) -> Void
      ) -> any TransportTask {
        let head = ResponseHead(url: "file:///x", status: .ok)
        handler(.finished(.success(TransportResponse(head: head, body: InMemoryBytes("x")))))
        return Done()
      }
    }
    let client = Client(transport: Elsewhere())
    let response = try await client.send(.get("http://h.test/").validating(.http("HTTP") { _, _ in nil }))
    #expect(response.validationFailure?.reason == "it is not an HTTP response")
  }

  @Test(
    "S7: whoever asks for a model never gets one of a refusal, though all its fields are optional",
    arguments: [300, 304, 400, 401, 403, 404, 409, 422, 429, 500, 503])
  func refusals(_ status: Int) async throws {
    let client = try client(.json([:], status: status))
    let error = await #expect(throws: StatusError.self) { try await client.send(.get("/"), as: Item.self) }
    #expect(error?.status.code == status)
    #expect(try await client.send(.get("/")).status.code == status)
  }

  @Test("S8: every 401 calls the unauthorized handler, and an own error handler replaces only the family's")
  func unauthorized() async throws {
    let (client, screen) = (try client(.json(["reason": "who"], status: 401)), Screen())
    client.configuration.onUnauthorized = { error in screen.show("client \(error.code)") }
    let shop = Family(BareEnvelope.self, failure: Failure.self, through: client)
    shop.onError { _ in screen.show("family") }
    _ = try? await shop.prepare(.get("/"), as: Item.self).onError { _ in screen.show("own") }.response()
    #expect(await screen.wait(for: 2) == ["client api.unauthorized", "own"])
    _ = try await client.send(.get("/"))
    #expect(await screen.wait(for: 3).last == "client api.unauthorized")
    shop.onState { state in screen.show("family \(state)") }
    let operation = shop.prepare(.get("/"), as: Item.self).onError { _ in screen.show("own") }
    operation.onEnd { screen.show("end") }.run()
    let lines = await screen.wait(for: 8)
    #expect(lines.suffix(5).sorted() == ["client api.unauthorized", "end", "family ended", "family started", "own"])
  }

  @Test("S9: a result has final URL, status, headers, bytes and model, or why there are none")
  func result() async throws {
    let client = try client(.json(["id": 7]).with("X-A", "b"))
    let result = await withCheckedContinuation { done in
      client.prepare(.get("/a").expecting(Item.self)).then { done.resume(returning: $0) }.start()
    }
    #expect(result.isAccepted && result.response?.url.hasSuffix("/a") == true && result.response?.status == .ok)
    #expect(result.response?.model as? Item == Item(id: 7))
    #expect(result.response?.headers.contains { $0.name.rawName == "X-A" && $0.value == "b" } == true)
    #expect(try result.response?.bytes() == Array(#"{"id":7}"#.utf8) && result.error == nil && !result.failed)
    let refused = await self.result(of: .get("/a").validating(.status(201)), client)
    #expect(refused.failed && refused.response != nil && refused.error?.code == "expectation.missed")
    let none = await self.result(of: .get("http://127.0.0.1:1/"), client)
    #expect(none.failed && none.response == nil && none.error?.code == "network.refused")
    #expect(CallResult(try #require(result.response)).isAccepted)
  }

  private func result(of request: Request, _ client: Client) async -> CallResult {
    await withCheckedContinuation { done in
      client.prepare(request).then { done.resume(returning: $0) }.start()
    }
  }

  @Test("S9: a download's result has the place of its file, and its URL is the final one")
  func downloaded() async throws {
    let folder = try Folder()
    let backend = try Backend { asked in
      asked.path == "/from" ? Reply(status: 302, fields: [("Location", "/to")]) : .text("hi")
    }
    let result = await result(
      of: .get("\(backend.address)/from").downloading(to: folder.path("file")), Client())
    #expect(result.response?.download?.path == folder.path("file"))
    #expect(result.response?.url == "\(backend.address)/to")
    #expect(try readText(folder.path("file")) == "hi")
  }

  @Test("S10: two families in one client keep their envelopes and errors apart")
  func families() async throws {
    let client = try client(.json(["reason": "no", "message": "other"], status: 400))
    let one = Family(BareEnvelope.self, failure: Failure.self, through: client)
    let other = Family(BareEnvelope.self, failure: JSONValue.self, through: client)
    let first = await #expect(throws: APIError<Failure>.self) {
      try await one.prepare(.get("/"), as: Item.self).response()
    }
    let second = await #expect(throws: APIError<JSONValue>.self) {
      try await other.prepare(.get("/"), as: Item.self).response()
    }
    #expect(first?.failure?.reason == "no" && second?.failure?["message"] == "other")
  }

  @Test("S10: a family tells its own handlers what began, succeeded, failed and ended")
  func handlers() async throws {
    let screen = Screen()
    let good = Family(BareEnvelope.self, failure: Failure.self, through: try client(.json(["id": 7])))
    good.onState { screen.show("\($0)") }
    good.prepare(.get("/"), as: Item.self).onComplete { screen.show($0.payload?.id ?? 0) }.run()
    #expect(await screen.wait(for: 3) == ["started", "7", "ended"])
    let bad = Family(BareEnvelope.self, failure: Failure.self, through: try client(.status(500)))
    bad.onError { screen.show($0.code) }
    bad.prepare(.get("/"), as: Item.self).run()
    #expect(await screen.wait(for: 4).last == "api.server")
  }
}
