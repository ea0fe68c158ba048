import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("The unauthorized handler, and whose handlers are replaced", .timeLimit(.minutes(2)))
struct UnauthorizedHandlerTests {
  private let told = Lock<[String]>([])

  private func note(_ text: String) {
    told.withLock { $0.append(text) }
  }

  private func client(status: Int) -> Client {
    Client(transport: RecordingTransport(status: status, body: #"{"code":4,"status":"error"}"#))
  }

  @Test("Every 401 is told to the client's handler, with the typed error")
  func unauthorized() async throws {
    let client = client(status: 401)
    client.configuration.onUnauthorized = { error in
      let typed = error as? APIError<StandardFailure>
      note("\(error.code) \(typed?.failure?.code ?? 0) \(error.response?.status.code ?? 0)")
    }
    _ = try? await StandardFamily(through: client).prepare(.get("http://h"), as: Int.self).response()
    _ = try await client.send(.get("http://h"))
    #expect(told.withLock { $0 } == ["api.unauthorized 4 401", "api.unauthorized 0 401"])
  }

  @Test("No other response is told to it", arguments: [200, 403, 500])
  func others(_ status: Int) async throws {
    let client = client(status: status)
    client.configuration.onUnauthorized = { _ in note("told") }
    _ = try await client.send(.get("http://h"))
    #expect(told.withLock { $0.isEmpty })
  }

  /// What a family's and an operation's handlers say, in order, of one request that fails.
  private func handlers(_ own: (StandardOperation<Int>) -> Void) async -> [String] {
    let family = StandardFamily(through: client(status: 500), handlersOn: .immediate)
    family.onError { _ in note("family error") }
    family.onState { note("family \($0)") }
    let operation = family.prepare(.get("http://h"), as: Int.self)
    own(operation)
    _ = try? await operation.response()
    return told.withLock { $0 }
  }

  @Test("Without handlers of its own, a request's family is told")
  func family() async {
    #expect(await handlers { _ in } == ["family started", "family error", "family ended"])
  }

  @Test("A request's own error handler replaces only its family's error handler")
  func ownError() async {
    let all = await handlers { $0.onError { _ in note("own error") } }
    #expect(all == ["family started", "own error", "family ended"])
  }

  @Test("A request's own state handler replaces only the state handler, and its end comes last")
  func ownState() async {
    let all = await handlers { $0.onState { note("own \($0)") }.onEnd { note("end") } }
    #expect(all == ["own started", "family error", "own ended", "end"])
  }
}
