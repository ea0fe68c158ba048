import ParleyEngine
import TestSupport
import Testing

@Suite("Envelopes and roots in a request's file", .timeLimit(.minutes(2)))
struct RequestFileEnvelopeTests {
  private static let page =
    #"{ "code": 200, "status": "success", "result": [1, 2], "_meta": { "pagination": { "total": 9, "page": 1 } } }"#

  private func response(_ text: String, body: String = page, status: String = "200 OK") async throws -> Response {
    try await SendingWorkspace([.text(body, status: status, headers: ["Content-Type: application/json"])])
      .send("url: /\nresponse: \(text)\n")
  }

  @Test("The standard one is opened, with its pages")
  func standard() async throws {
    let response = try await response("{ envelope: standard, root: result }")
    let opened = try #require(response.model as? Enveloped<JSONValue, StandardEnvelope>)
    #expect(opened.payload == [1, 2])
    #expect(opened.pagination?.total == 9)
  }

  @Test("A refusal is the API's own error")
  func refusal() async throws {
    let body = #"{ "code": 422, "status": "error", "name": "Validation", "message": "No." }"#
    let refused = try await response("{ envelope: standard }", body: body, status: "422 Unprocessable Content")
    let error = try #require(refused.error as? APIError<StandardFailure>)
    #expect(error.failure?.name == "Validation")
  }

  @Test("A root that is not there is an error that names it")
  func root() async throws {
    #expect(try await response("{ root: result }").model as? JSONValue == [1, 2])
    let missing = try await response("{ root: data.items }")
    #expect(missing.error?.code == "answer.missingRoot")
    #expect(try await response("{ envelope: standard, root: data }").error != nil)
  }
}
