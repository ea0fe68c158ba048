import ParleyEngine
import Testing

@testable import ParleyEditing
@testable import ParleyFiles

@Suite("Texts that need no quotes", .timeLimit(.minutes(2)))
struct PlainTextTests {
  private static let signs = ["a", "1", " ", "-", "_", ".", "/", "|", "(", ")", "+", "*", "=", "<", ">", "$"]

  @Test("Whatever words and signs a value is made of, it is read back", arguments: signs)
  func readBack(_ first: String) throws {
    for second in Self.signs + [""] {
      for third in Self.signs + [""] {
        let text = first + second + third
        #expect(try Self.read("a: \(ScalarWriter(isFlow: false).line(text)) # b\n") == text)
        #expect(try Self.read("{ a: \(ScalarWriter(isFlow: true).line(text)), b: c }") == text)
      }
    }
  }

  @Test("Paths and filters stand as they are", arguments: [".", ".items", "(.a + .b) * 2", "$steps.login.id", "a | b"])
  func plain(_ text: String) {
    #expect(ScalarWriter(isFlow: false).line(text) == text)
  }

  private static func read(_ file: String) throws -> String? {
    let document = YAMLDocument.parse(SourceText(file: "", bytes: Array(file.utf8)))
    #expect(document.diagnostics.isEmpty, "\(file)")
    return document.root?["a"]?.text
  }
}
