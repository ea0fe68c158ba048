import HTTPTypes
import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Requests from files", .timeLimit(.minutes(2)))
struct RequestFromFileTests {
  @Test(
    "A file names its method; GET unless it does",
    arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PURGE"])
  func methods(method: String) async throws {
    let sample = try SampleWorkspace()
    #expect(try await sample.render("method: \(method)\nurl: /\n").request.method?.rawValue == method)
    #expect(try await sample.render("url: /\n").request.method == .get)
  }

  @Test("`none` leaves the method to the transport")
  func none() async throws {
    #expect(try await SampleWorkspace().render("method: none\nurl: /\n").request.method == nil)
  }

  @Test("Filling in sends nothing, and may be done again")
  func values() async throws {
    let sample = try SampleWorkspace()
    let first = try await sample.render("url: '/{{n}}'\n", given: ["n": "1"])
    let second = try await sample.render("url: '/{{n}}'\n", given: ["n": "2"])
    #expect([first, second].map(\.request.endpoint) == ["http://h/1", "http://h/2"])
  }
}
