import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Sending again, as a request's file says", .timeLimit(.minutes(2)))
struct RequestFileRetryTests {
  private static let busy = RawReply.text("", status: "503 Service Unavailable")

  @Test("So often, until it works")
  func attempts() async throws {
    let workspace = try SendingWorkspace([Self.busy, Self.busy, .text("{}")])
    #expect(try await workspace.send("url: /\nretry: { retries: 3 }\n").status == .ok)
    #expect(workspace.server.requests.count == 3)
  }

  @Test("For these statuses alone")
  func statuses() async throws {
    let workspace = try SendingWorkspace([Self.busy, .text("{}")])
    #expect(try await workspace.send("url: /\nretry: { retries: 3, status: [429, 5xx] }\n").status == .ok)
    let other = try SendingWorkspace([.text("", status: "404 Not Found")])
    #expect(try await other.send("url: /\nretry: { retries: 3, status: [429, 5xx] }\n").status == .notFound)
    #expect(other.server.requests.count == 1)
  }

  @Test("Not at all where a request turns off what its folder says")
  func off() async throws {
    let workspace = try SendingWorkspace([Self.busy], workspace: "defaults: { retry: { retries: 2 } }\n")
    #expect(try await !workspace.send("url: /\nretry: { retries: 0 }\n").isAccepted)
    #expect(workspace.server.requests.count == 1)
  }

  @Test("With the delays that are written")
  func control() async throws {
    let request = try await SampleWorkspace().render(
      "url: /\nretry: { retries: 5, delay: 200ms, backoff: linear, jitter: 0.5, retryAfter: false }\n"
    ).request
    let retry = try #require(request.retry as? CountedRetry)
    #expect(retry.maximum == 5 && retry.delay == .milliseconds(200) && retry.backoff == .linear)
    #expect(retry.jitter == 0.5 && !retry.honoursRetryAfter && retry.statuses == nil)
  }
}
