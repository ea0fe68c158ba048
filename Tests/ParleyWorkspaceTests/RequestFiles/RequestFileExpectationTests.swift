import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("What a request's file expects", .timeLimit(.minutes(2)))
struct RequestFileExpectationTests {
  private func miss(_ expect: String) async throws -> String? {
    let workspace = try SendingWorkspace([.text("{}", headers: ["X-Kind: a", "ETag: \"1\""])])
    return try await workspace.send("url: /\nexpect: \(expect)\n").validationFailure?.expectation
  }

  @Test("Headers with their values, or with any")
  func headers() async throws {
    #expect(try await miss("{ headers: { x-kind: a, ETag: '' } }") == nil)
    #expect(try await miss("{ headers: { X-Kind: b } }") == "header X-Kind: b")
    #expect(try await miss("{ headers: { ~X-Kind: b, X-None: '' } }") == "header X-None")
  }

  @Test("A time")
  func time() async throws {
    #expect(try await miss("{ within: 1h }") == nil)
    #expect(try await miss("{ within: 0ms }") == "a response within 0ms")
  }

  @Test(
    "A redirect that is not to be followed is the response that was asked for; otherwise it is followed, and what is said holds",
    arguments: [
      ("options: { redirects: 0 }", 302, true), ("options: { redirects: 0 }", 404, false),
      ("options: { redirects: 0 }\nexpect: { status: 200 }", 302, false), ("", 302, true),
    ])
  func redirects(said: String, status: Int, isAccepted: Bool) async throws {
    let reply = RawReply.text("", status: "\(status) Elsewhere", headers: ["Location: /there"])
    let workspace = try SendingWorkspace([reply, .text("{}")])
    let response = try await workspace.send("url: /\n\(said)\n")
    #expect(response.isAccepted == isAccepted, "\(String(describing: response.validationFailure))")
    #expect(response.status.code == (said.isEmpty ? 200 : status))
  }
}
