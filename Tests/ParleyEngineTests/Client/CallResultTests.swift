import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("The result value")
struct CallResultTests {
  @Test("A response has final URL, status, headers, bytes and model, and says that it succeeded")
  func success() async throws {
    let client = Client(transport: RecordingTransport(status: 201, body: "[1]", contentType: "application/json"))
    let response = try await client.send(.get("http://h/a"))
    #expect(response.url == "http://h/a")
    #expect(response.status == .created)
    #expect(response.headers[.contentType] == "application/json")
    #expect(try response.bytes() == Array("[1]".utf8))
    #expect(try response.content() == .json([1]))
    #expect(try response.text() == "[1]")
    #expect(response.isAccepted)
  }

  @Test("A response is a response, whatever its status, until a validator says otherwise")
  func anyStatus() async throws {
    let client = Client(transport: RecordingTransport(status: 500, body: "oh"))
    #expect(try await client.send(.get("http://h")).isAccepted)
    let expecting = Request.get("http://h").validating(.status(in: [200...299, 304...304]))
    let response = try await client.send(expecting)
    #expect(!response.isAccepted)
    #expect(response.validationFailure?.reason == "got 500")
    #expect(try response.text() == "oh")
  }

  @Test("Validators are asked in order, until one says invalid")
  func order() async throws {
    let client = Client(transport: RecordingTransport(status: 404))
    let request = Request.get("http://h")
      .validating(Validator("anything") { _ in nil })
      .validating(Validator("first") { _ in "no" })
      .validating(Validator("second") { _ in "never asked" })
    #expect(try await client.send(request).validationFailure?.expectation == "first")
  }
}
