import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Client-wide hooks", .timeLimit(.minutes(2)))
struct ClientHookTests {
  private func client(on transport: any Transport, _ configure: (inout ClientConfiguration) -> Void) -> Client {
    var configuration = ClientConfiguration(defaultHeaders: [:])
    configure(&configuration)
    return Client(configuration, transport: transport)
  }

  @Test("The adapter may rewrite every request, and sees what it was made from")
  func adapting() async throws {
    let transport = RecordingTransport()
    let client = client(on: transport) {
      $0.willSend = { outgoing, request in
        await Task.yield()
        outgoing.url += "?name=\(request.displayName ?? "none")"
        outgoing.headers[.acceptLanguage] = "de"
        outgoing.method = .post
        outgoing.body = [1, 2]
      }
    }
    _ = try await client.send(.get("http://h/a").named("first"))
    let sent = try #require(transport.requests.first)
    #expect(sent.url == "http://h/a?name=first")
    #expect(sent.headers[.acceptLanguage] == "de")
    #expect(sent.method == .post)
    #expect(sent.body == [1, 2])
  }

  @Test("The adapter comes after authorization, so that it can sign what is sent")
  func order() async throws {
    let transport = RecordingTransport()
    let client = client(on: transport) {
      $0.willSend = { outgoing, _ in outgoing.headers[.eTag] = outgoing.headers[.authorization] }
    }
    _ = try await client.send(.get("http://h").authorized(.bearer("t")))
    #expect(transport.requests.first?.headers[.eTag] == "Bearer t")
  }

  private struct Refused: Error, CustomStringConvertible { let description = "not on a Sunday" }

  @Test("An adapter that throws fails the request unsent, with its reason")
  func throwing() async {
    let transport = RecordingTransport()
    let client = client(on: transport) { $0.willSend = { _, _ in throw Refused() } }
    let error = await #expect(throws: RequestError.self) { try await client.send(.get("http://h")) }
    #expect(error?.code == "request.adapter")
    #expect(error?.detail == "not on a Sunday")
    #expect(transport.requests.isEmpty)
  }

  @Test("The other hook sees the request go at send, long before the end")
  func didSend() async throws {
    let (transport, seen) = (RecordingTransport(answering: nil), Lock<[String]>([]))
    let client = client(on: transport) {
      $0.didSend = { outgoing, request in
        seen.withLock { $0.append("\(outgoing.url) \(request.displayName ?? "")") }
      }
    }
    let call = client.prepare(.get("http://h/a").named("first"))
    call.start()
    while seen.withLock({ $0.isEmpty }) { await Task.yield() }
    #expect(seen.withLock { $0 } == ["http://h/a first"])
    #expect(!call.state.isFinal)
    transport.finish(.failure(TransportError(.reset, "Gone.")))
    await #expect(throws: RequestError.self) { try await call.response() }
    #expect(seen.withLock { $0.count } == 1)
  }
}
