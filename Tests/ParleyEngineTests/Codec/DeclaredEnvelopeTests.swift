import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

/// An envelope of your own, for an API that is known only when the program runs.
@Suite("An envelope that is said instead of programmed", .timeLimit(.minutes(2)))
struct DeclaredEnvelopeTests {
  private static let shop = DeclaredEnvelope(
    "shop", payload: "data.items", message: "error.message", code: "error.code", error: "error",
    pagination: .init(total: "meta.total", page: "meta.page"))

  private func response(_ body: String, status: String = "200 OK") async throws -> Response {
    let server = try RawServer.answering(.text(body, status: status))
    return try await Client().send(Request.get(server.url).opened(by: Self.shop))
  }

  @Test("Its parts are found where it says they stand")
  func opened() async throws {
    let response = try await response(#"{"data": {"items": [1, 2]}, "meta": {"total": 9, "page": 1}, "error": null}"#)
    let opened = try #require(response.model as? DeclaredEnvelope.Opened)
    #expect(opened.payload == [1, 2])
    #expect(opened.pagination == Pagination(total: 9, page: 1))
    #expect(opened.message == nil && opened.response.status == .ok)
    #expect(response.isAccepted)
  }

  @Test("What is malformed or not there is nothing, and so is a 204")
  func missing() async throws {
    let odd = try await response(#"{"data": 7, "meta": {"total": "many"}, "error": false}"#)
    let opened = try #require(odd.model as? DeclaredEnvelope.Opened)
    #expect(opened.payload == nil && opened.pagination == nil)
    let empty = try await response("", status: "204 No Content")
    #expect((empty.model as? DeclaredEnvelope.Opened)?.payload == nil)
    #expect(empty.isAccepted)
  }

  @Test("A number counts in a list")
  func places() async throws {
    let graphql = DeclaredEnvelope("graphql", payload: "data", message: "errors.0.message", error: "errors")
    let body = #"{"data": null, "errors": [{"message": "First."}, {"message": "Second."}]}"#
    let server = try RawServer.answering(.text(body))
    let response = try await Client().send(Request.get(server.url).opened(by: graphql))
    let error = try #require(response.error as? APIError<DeclaredEnvelope.Failure>)
    #expect(error.failure?.message == "First.")
  }

  static let refusals = [
    (status: "200 OK", code: "api.processing"), ("401 Unauthorized", "api.unauthorized"),
    ("422 Unprocessable Content", "api.processing"), ("503 Service Unavailable", "api.server"),
  ]

  @Test("A refusal is the API's own error, whatever its status", arguments: refusals)
  func refusal(_ row: (status: String, code: String)) async throws {
    let refused = try await response(#"{"error": {"code": 42, "message": "No."}}"#, status: row.status)
    let error = try #require(refused.error as? APIError<DeclaredEnvelope.Failure>)
    #expect(error.code == row.code)
    #expect(error.failure?.code == "42" && error.failure?.message == "No.")
    #expect(error.response?.status.code == refused.status.code)
    #expect(!refused.isAccepted)
  }

  @Test("What is no JSON, and what is empty and no 204, are errors")
  func unusable() async throws {
    #expect(try await response("<html>").error?.code == "api.wrongFormat")
    #expect(try await response("").error?.code == "api.emptyResponse")
  }
}
