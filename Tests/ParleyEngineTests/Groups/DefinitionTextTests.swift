import ParleyEngine
import Testing

@Suite("What a file says of a step", .timeLimit(.minutes(1)))
struct DefinitionTextTests {
  private static let source = DefinitionText.Source("jq: .".utf8, column: 5)

  private static func untold(_ source: DefinitionText.Source?) -> DefinitionText {
    DefinitionText(of: source) {
      Issue.record("It was laid out.")
      return ""
    }
  }

  @Test("is the same where it is made of the same bytes, and is not laid out for that")
  func sameSource() {
    let (left, right) = (Self.untold(Self.source), Self.untold(.init("jq: .".utf8, column: 5)))
    #expect(left == right)
    #expect(Set([left, right]).count == 1)
  }

  @Test("is compared by its text where it is made of others")
  func otherSource() {
    let deeper = DefinitionText.Source("jq: .".utf8, column: 7)
    #expect(DefinitionText(of: Self.source) { "jq: ." } == DefinitionText(of: deeper) { "jq: ." })
    #expect(DefinitionText(of: Self.source) { "jq: ." } != DefinitionText(of: deeper) { "jq: .a" })
    #expect(DefinitionText(of: Self.source) { "jq: ." } == DefinitionText("jq: ."))
    #expect(DefinitionText("jq: .") != DefinitionText("jq: .a"))
  }

  @Test("is kept as a text")
  func coding() throws {
    let step = StepOutline(.root.node(0), "pay", .job, definition: DefinitionText(of: Self.source) { "jq: ." })
    let json = try JSONValue(encoding: step)
    #expect(json["definition"] == "jq: .")
    #expect(try json.decode(StepOutline.self) == step)
  }
}
