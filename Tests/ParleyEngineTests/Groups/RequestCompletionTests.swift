import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Completion of single requests", .timeLimit(.minutes(2)))
struct RequestCompletionTests {
  @Test("A request's completion may replace its result, and later nodes see the replaced one")
  func replaces() async throws {
    let shop = ToyShop(["/missing": (404, "{}")])
    let request = Request.checked("/missing").completing { result in
      result.response.map { CallResult($0.accepted(as: JSONValue("nobody"))) }
    }
    let response = try await shop.client.send(request)
    #expect(response.isAccepted && response.status.code == 404)
    #expect(try response.model(as: JSONValue.self) == "nobody")
    let group = RequestGroup.serial([.request(request), .job("next") { $0.value }])
    #expect(await shop.client.run(group).result().value == "nobody")
  }

  @Test("Nothing returned keeps the result, and a failure may take its place")
  func keeps() async throws {
    let shop = ToyShop()
    let kept = try await shop.client.send(.get("/a").completing { _ in nil })
    #expect(try kept.json() == ["path": "/a"])
    await #expect(throws: RequestError.self) {
      try await shop.client.send(.get("/a").completing { _ in CallResult(RequestError.cancelled) })
    }
  }

  @Test("Handlers are told of the replaced result")
  func handlers() async {
    let shop = ToyShop(["/bad": (500, "{}")])
    let call = shop.client.prepare(.checked("/bad").completing { $0.response.map { CallResult($0.accepted()) } })
    let result = await withCheckedContinuation { done in
      call.then { done.resume(returning: $0) }.start()
    }
    #expect(result.isAccepted)
  }

  @Test("A completion is not asked about a request that was cancelled")
  func cancelled() async {
    let transport = RecordingTransport(answering: nil)
    let notes = Notes()
    let client = Client(transport: transport)
    let call = client.prepare(
      .get("http://h").completing { _ in
        notes.note("asked")
        return nil
      })
    call.start()
    await eventually { !transport.requests.isEmpty }
    call.cancel()
    _ = try? await call.response()
    #expect(notes.texts.isEmpty)
  }
}
