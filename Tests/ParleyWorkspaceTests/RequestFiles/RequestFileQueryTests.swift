import ParleyEngine
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("The query of a request's file", .timeLimit(.minutes(2)))
struct RequestFileQueryTests {
  private func query(_ yaml: String) async throws -> [Query.Item] {
    try await SampleWorkspace().render("url: /\nquery:\n\(yaml)", given: ["v": "a&b"]).request.query.items
  }

  @Test("Keeps its order, and leaves out rows turned off")
  func order() async throws {
    #expect(try await query("  b: 2\n  ~x: 0\n  a: 1\n") == [.init("b", "2"), .init("a", "1")])
  }

  @Test("A list repeats the name, and the list form repeats it between others")
  func repeated() async throws {
    #expect(try await query("  tag: [new, sale]\n") == [.init("tag", "new"), .init("tag", "sale")])
    #expect(try await query("  - a: 1\n  - b: 2\n  - a: 3\n") == [.init("a", "1"), .init("b", "2"), .init("a", "3")])
  }

  @Test("A name may have brackets, and a value anything: the engine encodes it")
  func values() async throws {
    #expect(try await query("  'tags[]': \"{{v}}\"\n") == [.init("tags[]", "a&b")])
  }

  @Test(
    "Several values of a name stand as the style has it",
    arguments: [
      ("repeated", "/?tag=a,b&tag=c&one=1"), ("brackets", "/?tag[]=a,b&tag[]=c&one=1"),
      ("comma", "/?tag=a%2Cb,c&one=1"),
    ])
  func styles(style: String, target: String) async throws {
    let text = "url: /\nqueryStyle: \(style)\nquery: { tag: ['a,b', c], one: 1 }\n"
    #expect(try await SendingWorkspace().sent(text).target.replacing("a%2Cb&", with: "a,b&") == target)
  }
}
