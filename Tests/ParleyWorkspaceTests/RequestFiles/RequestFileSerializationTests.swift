import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("What becomes of a JSON body", .timeLimit(.minutes(2)))
struct RequestFileSerializationTests {
  private func sent(_ text: String) async throws -> RawRequest {
    try await SendingWorkspace().sent(text + "body: { json: '{ \"b\": 1.10, \"a\": [1, 2] }' }\n")
  }

  @Test("It is sent as it is written")
  func json() async throws {
    #expect(try await sent("method: POST\nurl: /\n").bodyText == #"{ "b": 1.10, "a": [1, 2] }"#)
    #expect(try await sent("method: POST\nurl: /\nserialization: none\n").bodyText == #"{ "b": 1.10, "a": [1, 2] }"#)
  }

  @Test("Or as an urlencoded form, or as the query")
  func url() async throws {
    let form = try await sent("method: POST\nurl: /\nserialization: url\nqueryStyle: repeated\n")
    #expect(form.value(of: "Content-Type") == "application/x-www-form-urlencoded")
    #expect(form.bodyText == "b=1.10&a=1&a=2")
    let get = try await sent("url: /\nserialization: url\nqueryStyle: comma\n")
    #expect(get.target == "/?b=1.10&a=1,2" && get.body.isEmpty)
  }

  @Test("Or inside of a root")
  func root() async throws {
    #expect(
      try await sent("method: POST\nurl: /\nroot: data.item\n").bodyText == #"{"data":{"item":{"b":1.10,"a":[1,2]}}}"#)
  }

  @Test("What is not JSON cannot become something else")
  func mistake() async throws {
    let error = await #expect(throws: RenderError.self) {
      try await SendingWorkspace().send("method: POST\nurl: /\nserialization: url\nbody: { json: '{' }\n")
    }
    #expect(error?.code == "render.unfit")
  }
}
