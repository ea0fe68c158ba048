import Testing

@testable import WorkbenchServices

@Suite("Templates that ask for a secret", .timeLimit(.minutes(2)))
struct SecretTemplatesTests {
  @Test(
    "are found where they stand alone between their braces",
    arguments: [
      ("Bearer {{secret(\"token\")}}", ["token"]), ("{{ secret ( 'a' ) }}{{secret('b')}}", ["a", "b"]),
      (#"{{secret("a \"b\"")}}"#, [#"a "b""#]), ("{{secret('a}}b')}}", ["a}}b"]), ("{{base64(secret('a'))}}", []),
      ("{{'{{secret(1)}}'}}", []), ("{{base64(\"{{secret('a')}}\")}}", []), ("{{secret('a').b}}", []),
      ("{{prompt('a')}}", []), ("{{secret('a'}}", []), ("{{secret('a", []), ("{{", []), ("", []),
      ("{{name}} {{secret('é')}}", ["é"]),
    ])
  func questions(text: String, questions: [String]) {
    #expect(SecretTemplates(in: text).questions == questions)
  }

  @Test("give their place to another text, each that asks for it")
  func replacing() {
    let templates = SecretTemplates(in: "{{secret('a')}}:{{secret('b')}}:{{ secret(\"a\") }}")
    #expect(templates.replacing("a", with: "{{shared.a}}") == "{{shared.a}}:{{secret('b')}}:{{shared.a}}")
    #expect(templates.replacing("c", with: "x") == "{{secret('a')}}:{{secret('b')}}:{{ secret(\"a\") }}")
  }
}
