import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Validators", .timeLimit(.minutes(2)))
struct ValidatorTests {
  private func answer(
    _ validators: Validator..., status: String = "200 OK", configure: (inout ClientConfiguration) -> Void = { _ in }
  ) async throws -> Response {
    let server = try RawServer.answering(
      .text("x", status: status, headers: ["content-type: application/json", "X-Twice: a", "X-Twice: b"]))
    defer { server.stop() }
    var configuration = ClientConfiguration()
    configure(&configuration)
    var request = Request.get(server.url)
    request.validators = validators
    return try await Client(configuration).send(request)
  }

  @Test("With no validator every response is valid", arguments: ["200 OK", "404 No", "500 Oh"])
  func none(_ status: String) async throws {
    #expect(try await answer(status: status).isAccepted)
  }

  @Test("A status, or a range of them")
  func statuses() async throws {
    #expect(try await answer(.status(200)).isAccepted)
    #expect(try await !answer(.status(201)).isAccepted)
    #expect(try await answer(.status(in: 0..<300)).isAccepted)
    #expect(try await !answer(.status(in: 200..<200)).isAccepted)
    let response = try await answer(.status(in: 200..<300), status: "404 No")
    #expect(response.validationFailure?.reason == "got 404")
    #expect(response.error?.code == "expectation.missed")
  }

  @Test("A header must be there, its name in any case, with its value")
  func headers() async throws {
    #expect(try await answer(.header("CONTENT-type", "application/json")).isAccepted)
    #expect(try await answer(.header("X-TWICE", "b")).isAccepted)
    #expect(try await answer(.header("x-twice")).isAccepted)
    let wrong = try await answer(.header("Content-Type", "text/html"))
    #expect(wrong.validationFailure?.reason == "the header Content-Type is “application/json”")
    #expect(try await answer(.header("X-Missing")).validationFailure?.reason == "there is no header X-Missing")
  }

  @Test("Validators are asked in order, until one says invalid with its reason")
  func order() async throws {
    let asked = Lock<[Int]>([])
    let validator = { (number: Int, reason: String?) in
      Validator("\(number)") { _ in
        asked.withLock { $0.append(number) }
        return reason
      }
    }
    let response = try await answer(validator(1, nil), validator(2, "two says no"), validator(3, "never"))
    #expect(response.validationFailure == ValidationFailure(expectation: "2", reason: "two says no"))
    #expect(asked.withLock { $0 } == [1, 2])
  }

  @Test("A validator for HTTP alone refuses what came from elsewhere")
  func httpOnly() async throws {
    let validator = Validator.http("anything of HTTP") { _, _ in nil }
    #expect(try await answer(validator).isAccepted)
    let transport = RecordingTransport { _ in
      .success(TransportResponse(head: ResponseHead(url: "memory:7", status: .ok), body: InMemoryBytes("x")))
    }
    let response = try await Client(transport: transport).send(.get("http://h").validating(validator))
    #expect(response.validationFailure?.reason == "it is not an HTTP response")
  }

  @Test("The client's header validation accepts everything until it is set, and then comes first")
  func clientWide() async throws {
    let asked = Lock(0)
    let validator = Validator("a body") { _ in
      asked.withLock { $0 += 1 }
      return nil
    }
    #expect(try await answer(validator).isAccepted)
    let response = try await answer(validator) { $0.acceptsHeaders = { $0[.contentType] == "text/plain" } }
    #expect(!response.isAccepted)
    #expect(asked.withLock { $0 } == 1)
    #expect(try response.text() == "x")
  }
}
