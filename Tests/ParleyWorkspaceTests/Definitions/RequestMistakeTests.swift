import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A mistake in a request's file", .timeLimit(.minutes(2)))
struct RequestMistakeTests {
  struct Mistake: CustomTestStringConvertible, Sendable {
    let text: String
    let told: [String]
    var testDescription: String { told.joined(separator: "; ") }

    init(_ text: String, _ told: String...) {
      self.text = text
      self.told = told
    }
  }

  static let keys = [
    Mistake(
      "url: /\nheder: {}\n", "2:1: error: unknown key “heder” in a request; did you mean “headers”? [unknown-key]"),
    Mistake("url: /\nURL: /\n", "2:1: error: unknown key “URL” in a request; did you mean “url”? [unknown-key]"),
    Mistake("url: /\nzzzzz: 1\n", "2:1: error: unknown key “zzzzz” in a request [unknown-key]"),
    Mistake(
      "url: /\noptions: { timout: 1s }\n",
      "2:12: error: unknown key “timout” in options; did you mean “timeout”? [unknown-key]"),
    Mistake("method: GET\n", "1:1: error: a request has no “url” [missing-key]"),
    Mistake("", "1:1: error: a request has no “url” [missing-key]"),
    Mistake(
      "url: /\nbody: {}\n",
      "2:7: error: a body is empty; expected json, text, form, multipart, file or graphql [missing-key]"),
    Mistake(
      "url: /\nbody: { json: '1', text: x }\n",
      "2:20: error: a body already has “json”; expected one of json, text, form, multipart, file or graphql [conflict]"),
    Mistake("- url: /\n", "1:1: error: found a list; expected a map with method, url, server, path, … [wrong-type]"),
  ]

  static let values = [
    Mistake("url:\n", "1:5: error: found nothing; expected a path such as /users, or a whole URL [wrong-type]"),
    Mistake("url: [a]\n", "1:6: error: found a list; expected a path such as /users, or a whole URL [wrong-type]"),
    Mistake(
      "url: |\n  /a\n  /b\n",
      "1:6: error: found “/a\\n/b\\n”; expected a path such as /users, or a whole URL [wrong-value]"),
    Mistake("url: /\nmethod: post\n", "2:9: error: found “post”; expected a method such as GET or POST [wrong-value]"),
    Mistake("url: /\nmethod: 'A B'\n", "2:9: error: found “A B”; expected a method such as GET or POST [wrong-value]"),
    Mistake(
      "url: /\noptions: { timeout: 30 }\n",
      "2:21: error: found “30”; expected a duration such as 200ms, 30s or 5m [wrong-value]"),
    Mistake(
      "url: /\noptions: { redirects: many }\n",
      "2:23: error: found “many”; expected a number from 0 to 100 [wrong-value]"),
    Mistake(
      "url: /\nexpect: { status: 2yy }\n",
      "2:19: error: found “2yy”; expected a status such as 200 or 2xx, a list of them, or any [wrong-value]"),
    Mistake(
      "url: /\nexpect: { status: [200, [1], 99] }\n",
      "2:25: error: found a list; expected a status such as 200 or 2xx, a list of them, or any [wrong-type]",
      "2:30: error: found “99”; expected a status such as 200 or 2xx, a list of them, or any [wrong-value]"),
    Mistake("url: /\nbody: { json: { a: 1 } }\n", "2:15: error: found a map; expected JSON as text [wrong-type]"),
    Mistake(
      "url: /\nbody: hello\n",
      "2:7: error: found “hello”; expected a map with json, text, form, multipart, … [wrong-value]"),
  ]

  static let rows = [
    Mistake("url: /\nheaders: Accept\n", "2:10: error: found “Accept”; expected a map of headers [wrong-value]"),
    Mistake(
      "url: /\nheaders: { A: { b: c } }\n", "2:15: error: found a map; expected text, or a list of texts [wrong-type]"),
    Mistake("url: /\nheaders: [Accept]\n", "2:11: error: found “Accept”; expected `name: value` [wrong-value]"),
    Mistake("url: /\nheaders: { 'A B': 1 }\n", "2:12: error: “A B” cannot be the name of a header [wrong-value]"),
    Mistake("url: /\nheaders: { ~: 1 }\n", "2:12: error: found a header without a name [wrong-value]"),
    Mistake(
      "url: /\nquery: { '{{a}}': 1 }\n",
      "2:10: error: found a template in the name “{{a}}”; templates stand in values [wrong-value]"),
    Mistake(
      "url: /\nheaders:\n  A: |\n    x\n    y\n",
      "3:6: error: found “x\\ny\\n”; expected one line: a header has no line breaks [wrong-value]"),
  ]

  @Test("is told with its place, what was found and what was expected", arguments: keys + values + rows)
  func table(mistake: Mistake) {
    #expect(RequestDefinition.read(mistake.text).diagnostics.map(\.description) == mistake.told.map { "a.yaml:" + $0 })
  }

  @Test("leaves all else of the file usable")
  func rest() {
    let (value, diagnostics) = RequestDefinition.read("method: post\nurl: /a\nx: 1\nheaders: { A: 1, 'B C': 2 }\n")
    #expect(diagnostics.map(\.code) == [.wrongValue, .unknownKey, .wrongValue])
    #expect(value == RequestDefinition(url: "/a", headers: [Row("A", "1")]))
  }

  @Test("says what to do")
  func hints() {
    let hints = RequestDefinition.read("method: post\nurl: /\noptions: { timeout: 30 }\nbody: { json: [1] }\nq: 1\n")
      .diagnostics.map(\.hint)
    #expect(
      hints == [
        "write methods in capitals", "a duration needs a unit: ms, s, m or h",
        "write it in single quotes, or on the lines below `json: |`",
        "known keys: \(RequestDefinition.form.names.joined(separator: ", "))",
      ])
  }

  @Test("is told a hundred times a file at most")
  func bounded() {
    let text = "url: /\n" + (1...500).map { "x\($0): 1\n" }.joined()
    #expect(RequestDefinition.read(text).diagnostics.count == 100)
  }
}
