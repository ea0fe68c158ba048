import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("The result value", .timeLimit(.minutes(2)))
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

  /// What a call's own handler is given.
  private func result(of request: Request, from server: RawServer) async -> CallResult {
    await withCheckedContinuation { done in
      Client(.init(servers: Servers(Server(server.url)))).prepare(request).then { done.resume(returning: $0) }.start()
    }
  }

  @Test("A result says that it succeeded, with the final URL after redirects, status, headers, bytes and model")
  func succeeded() async throws {
    let server = try RawServer.answering(inTurn: [
      .text("", status: "302 Found", headers: ["Location: /final"]),
      .text("[1,2]", headers: ["Content-Type: application/json", "X-A: b"]),
    ])
    let result = await result(of: .get("/first").expecting([Int].self), from: server)
    #expect(result.isAccepted && !result.failed && result.error == nil)
    let response = try #require(result.response)
    #expect(response.url == server.url + "/final" && response.status == .ok)
    #expect(response.headers.first { $0.name.rawName == "X-A" }?.value == "b")
    #expect(try response.bytes() == Array("[1,2]".utf8))
    #expect(response.model as? [Int] == [1, 2])
  }

  @Test("A program makes results of its own: of a response, accepted or not, or of an error")
  func made() async throws {
    let client = Client(transport: RecordingTransport(status: 404, body: "lost"))
    let response = try await client.send(.get("http://h"))
    let good = CallResult(response)
    #expect(good.isAccepted && !good.failed && good.response?.status == .notFound && good.error == nil)
    let refused = CallResult(try await client.send(.get("http://h").validating(.status(200))))
    #expect(refused.failed && refused.response?.status == .notFound && refused.error?.code == "expectation.missed")
    let none = CallResult(RequestError.notOpen)
    #expect(none.failed && none.response == nil && none.error?.code == RequestError.notOpen.code)
  }

  @Test("A result says that it failed, with the response that was refused or without any")
  func failed() async throws {
    let server = try RawServer.answering(.text("lost", status: "404 Not Found"))
    let refused = await result(of: .get("/").validating(.status(200)), from: server)
    #expect(refused.failed && !refused.isAccepted && refused.error?.code == "expectation.missed")
    #expect(try refused.response?.text() == "lost")
    server.stop()
    let gone = await result(of: .get("/"), from: server)
    #expect(gone.failed && gone.response == nil && gone.error?.code == "network.refused")
    #expect(CallResult(.cancelled).failed && CallResult(.cancelled).error?.code == "request.cancelled")
  }

  @Test("The result of a download has the place of its file")
  func download() async throws {
    let folder = try TemporaryDirectory()
    let server = try RawServer.answering(.text("a film"))
    let result = await result(of: .get("/").downloading(to: folder.path("film")), from: server)
    #expect(result.isAccepted && result.response?.download?.path == folder.path("film"))
    #expect(try folder.read("film") == Array("a film".utf8))
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
