import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("A mock may take its time", .timeLimit(.minutes(2))) struct MockDelayTests {
  @Test("The response comes after the delay, which is what its timings say")
  func delayed() async throws {
    var configuration = ClientConfiguration(servers: Servers("http://a.test"))
    configuration.mocks = Mocks(Mock(.get, "/") { _ in .data([1], delay: .milliseconds(20)) }, isOn: true)
    let started = ContinuousClock.now
    let response = try await Client(configuration).send(.get("/"))
    #expect(ContinuousClock.now - started >= .milliseconds(20))
    #expect(response.timings.total == .milliseconds(20) && response.timings.firstByte == .milliseconds(20))
  }

  @Test("A request that is cancelled meanwhile ends at once")
  func cancelled() async throws {
    var configuration = ClientConfiguration(servers: Servers("http://a.test"))
    configuration.mocks = Mocks(Mock(.get, "/") { _ in .data([1], delay: .seconds(3600)) }, isOn: true)
    let client = Client(configuration)
    let events = client.events.subscribe()
    let call = client.prepare(.get("/"))
    call.start()
    for await case .event(let event) in events {
      if case .sent = event.kind { break }
    }
    call.cancel()
    let error = await #expect(throws: RequestError.self) { try await call.response() }
    #expect(error?.code == RequestError.cancelled.code)
  }
}
