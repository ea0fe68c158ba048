import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Typed errors", .timeLimit(.minutes(2)))
struct TypedErrorTests {
  private static let failure = #"{"code":9,"status":"error","message":"no","name":"N","result":[]}"#

  private func fail(status: Int, body: String = failure, configure: (inout ClientConfiguration) -> Void = { _ in })
    async throws -> APIError<StandardFailure>
  {
    let server = try RawServer.answering(
      .text(body, status: "\(status) X", headers: ["X-Trace: t7"]))
    defer { server.stop() }
    var configuration = ClientConfiguration()
    configure(&configuration)
    let family = StandardFamily(through: Client(configuration))
    let error = await #expect(throws: APIError<StandardFailure>.self) {
      try await family.prepare(.get(server.url), as: Int.self).response()
    }
    return try #require(error)
  }

  @Test(
    "The status says which error it is, and the API's own error model is inside",
    arguments: [
      (401, "api.unauthorized"), (500, "api.server"), (503, "api.server"), (400, "api.processing"),
      (422, "api.processing"), (404, "api.processing"),
    ])
  func statuses(_ status: Int, _ code: String) async throws {
    let error = try await fail(status: status)
    #expect(error.code == code)
    #expect(error.failure?.code == 9 && error.failure?.message == "no")
  }

  @Test("An error model that does not decode is nil, and status, headers and body stay readable")
  func foreign() async throws {
    let error = try await fail(status: 500, body: "<h1>Oh</h1>")
    #expect(error.failure == nil)
    #expect(error.status?.code == 500)
    let trace = try #require(HTTPField.Name("X-Trace"))
    #expect(error.response?.headers[trace] == "t7")
    #expect(try error.response?.text() == "<h1>Oh</h1>")
  }

  @Test("No usable response is an execution error")
  func execution() async throws {
    let client = Client(transport: RecordingTransport { _ in .failure(TransportError(.refused, "Nobody listens.")) })
    let error = await #expect(throws: APIError<StandardFailure>.self) {
      try await StandardFamily(through: client).prepare(.get("http://h"), as: Int.self).response()
    }
    guard case .executionError(.transport(let cause)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.kind == .refused)
    #expect(error?.response == nil)
  }

  @Test("What is no JSON, or no such model, is the wrong format", arguments: ["<html>", #"{"code":1}"#])
  func format(_ body: String) async throws {
    let error = try await fail(status: 200, body: body)
    #expect(error.code == "api.wrongFormat")
    #expect(try error.response?.text() == body)
  }

  @Test("No body is an empty response, unless the status is 204")
  func empty() async throws {
    #expect(try await fail(status: 200, body: "").code == "api.emptyResponse")
  }

  @Test("Headers that the client does not accept are an error of their own")
  func headers() async throws {
    let error = try await fail(status: 200, body: "{}") { $0.acceptsHeaders = { $0[.server] != nil } }
    #expect(error.code == "api.headers")
    #expect(error.response?.status.code == 200)
  }

  @Test("A validator's refusal is a processing error that says why")
  func validator() async throws {
    let client = Client(transport: RecordingTransport(body: "{}"))
    let request = Request.get("http://h").validating(Validator("more") { _ in "it is less" })
    let error = await #expect(throws: APIError<StandardFailure>.self) {
      try await StandardFamily(through: client).prepare(request, as: Int.self).response()
    }
    #expect(error?.code == "api.processing")
    #expect(error?.summary == "Expected more: it is less.")
  }
}
