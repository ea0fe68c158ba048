import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Files say when shared keys expire", .timeLimit(.minutes(2)))
struct ExpiryDefinitionTests {
  private func read(_ shared: String) -> (rules: [SharedDefinition], diagnostics: [String]) {
    let text = "parley: 1\nid: a\nshared:\n\(shared)"
    let (value, diagnostics) = WorkspaceDefinition.form.read(SourceText(file: "", bytes: Array(text.utf8)))
    return (value?.shared ?? [], diagnostics.map { "\($0.place.line):\($0.place.column) \($0.message)" })
  }

  @Test("by a rule for keys")
  func rules() {
    let (rules, diagnostics) = read(
      """
        a: { ttl: 30m }
        b: { expires: jwt, cipher: machine }
        c.*: { expires: .data.expires_in }

      """)
    #expect(diagnostics.isEmpty)
    #expect(
      rules.map(\.rule.expiry) == [
        .after(.seconds(1800)), .jwt, .response(ValuePath([.key("data"), .key("expires_in")])),
      ])
  }

  @Test(
    "and mistakes in it are shown where they are",
    arguments: [
      ("  a: { ttl: 0s }\n", "4:13 found “0s”; expected a duration such as 30s, 30m or 12h"),
      ("  a: { ttl: 30 }\n", "4:13 found “30”; expected a duration such as 30s, 30m or 12h"),
      ("  a: { expires: soon }\n", "4:17 found “soon”; expected jwt, or a path in the response such as .expires_in"),
      ("  a: { ttl: 5m, expires: jwt }\n", "4:26 a shared key already has “ttl”; expected one of ttl or expires"),
      ("  a: { tll: 5m }\n", "4:8 unknown key “tll” in a shared key"),
    ])
  func mistakes(text: String, message: String) {
    #expect(read(text).diagnostics == [message])
  }

  @Test("a capture in words is the capture of a file", arguments: ["ttl 30m", "expires jwt", "expires .a.b"])
  func words(text: String) {
    #expect(ExpiryDefinition(words: text)?.words == text)
  }

  @Test("other words are none", arguments: ["", "ttl", "ttl 0s", "expires soon", "ttl 5m more", "until 5m"])
  func noWords(text: String) {
    #expect(ExpiryDefinition(words: text) == nil)
  }
}
