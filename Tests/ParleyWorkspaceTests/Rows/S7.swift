import ParleyEngine
import TestSupport
import Testing

@Suite("S7 what a request's file expects")
struct S7 {
  private func miss(_ expect: String) async throws -> String? {
    let workspace = try SendingWorkspace([.text("{}", headers: ["X-Kind: a", "ETag: \"1\""])])
    return try await workspace.send("url: /\nexpect: \(expect)\n").miss?.expectation
  }

  @Test("S7 headers with their values, or with any")
  func headers() async throws {
    #expect(try await miss("{ headers: { x-kind: a, ETag: '' } }") == nil)
    #expect(try await miss("{ headers: { X-Kind: b } }") == "header X-Kind: b")
    #expect(try await miss("{ headers: { ~X-Kind: b, X-None: '' } }") == "header X-None")
  }

  @Test("S7 a time")
  func time() async throws {
    #expect(try await miss("{ within: 1h }") == nil)
    #expect(try await miss("{ within: 0ms }") == "an answer within 0ms")
  }
}
