import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Saving one value", .timeLimit(.minutes(2)))
struct ScalarPatchTests {
  static let inItsStyle: [Patch] = [
    Patch("nothing", "url:   '/a'  # b\n\n\n# end", to: "url:   '/a'  # b\n\n\n# end") { _ in },
    Patch("plain", "# top\nurl: /a # note\nmethod: GET\n", to: "# top\nurl: /b # note\nmethod: GET\n") {
      $0.url = "/b"
    },
    Patch("single quotes", "url: '/a'   # x", to: "url: '/it''s'   # x") { $0.url = "/it's" },
    Patch("double quotes", "{ \"url\" : \"/a\" }", to: "{ \"url\" : \"/\\\"b\" }") { $0.url = "/\"b" },
    Patch("in braces", "{ url: /a, method: GET }", to: "{ url: \"/a,b\", method: GET }") { $0.url = "/a,b" },
    Patch(
      "plain with a sign in front", "url: /\nquery: { sort: -price, to: x }\n",
      to: "url: /\nquery: { sort: -name, to: -5 }\n"
    ) {
      $0.query[0].value = "-name"
      $0.query[1].value = "-5"
    },
    Patch("plain names with brackets", "url: /\nquery:\n  tags[]: low\n", to: "url: /\nquery:\n  tag[]: low\n") {
      $0.query[0].name = "tag[]"
    },
    Patch("one where there may be a list", "url: /\nexpect: { jq: .a }\n", to: "url: /\nexpect: { jq: .b }\n") {
      $0.expect.jq = (try? JQFilter(parsing: ".b")).map { [Located($0)] } ?? []
    },
    Patch("beyond ASCII", "# ключ\nurl: /日本 # 語\ndocs: ü\n", to: "# ключ\nurl: /🙂 # 語\ndocs: é\n") {
      $0.url = "/🙂"
      $0.docs = "é"
    },
    Patch("behind a byte order mark", "\u{FEFF}url: /a\n", to: "\u{FEFF}url: /b\n") { $0.url = "/b" },
    Patch("with Windows line ends", "url: /a\r\nmethod: GET\r\n", to: "url: /b\r\nmethod: GET\r\n") { $0.url = "/b" },
    Patch("the way a character is composed", "docs: \u{E9}\nurl: /\n", to: "docs: e\u{301}\nurl: /\n") {
      $0.docs = "e\u{301}"
    },
    Patch("folded over lines", "docs: a\n  b # c\nurl: /\n", to: "docs: d # c\nurl: /\n") { $0.docs = "d" },
    Patch("where nothing stood", "url: /\ndocs: # none\n", to: "url: /\ndocs: \"some: text\" # none\n") {
      $0.docs = "some: text"
    },
    Patch(
      "small maps", "url: /\noptions: { timeout: 5s, redirects: 3 } # o\n",
      to: "url: /\noptions: { timeout: 2m, redirects: 3 } # o\n"
    ) {
      $0.options.timeout = Located(.seconds(120))
    },
    Patch(
      "a status for another", "url: /\nexpect:\n  status: [200, 201] # s\n",
      to: "url: /\nexpect:\n  status: [200, 4xx] # s\n"
    ) {
      $0.expect.status = Located(.oneOf([.code(200), .family(4)]))
    },
    Patch("one status for several", "url: /\nexpect: { status: 200 }\n", to: "url: /\nexpect: { status: [200, 404] }\n")
    {
      $0.expect.status = Located(.oneOf([.code(200), .code(404)]))
    },
  ]

  @Test("keeps its style and all around it", arguments: inItsStyle)
  func style(patch: Patch) throws { try patch.check() }

  static let keys: [Patch] = [
    Patch("first", "url: /\n", to: "method: POST\nurl: /\n") { $0.method = "POST" },
    Patch(
      "between", "method: GET\nurl: /\nheaders: { A: 1 }\n", to: "method: GET\nurl: /\nserver: pay\nheaders: { A: 1 }\n"
    ) { $0.server = "pay" },
    Patch("last", "url: / # u\n", to: "url: / # u\noptions: { timeout: 5s }\n") {
      $0.options.timeout = Located(.seconds(5))
    },
    Patch("without a last line break", "url: /", to: "url: /\ndocs: x") { $0.docs = "x" },
    Patch("with Windows line ends", "url: /\r\n", to: "url: /\r\ndocs: x\r\n") { $0.docs = "x" },
    Patch("in braces", "{ url: / }", to: "{ method: PUT, url: /, docs: x }") {
      $0.method = "PUT"
      $0.docs = "x"
    },
    Patch(
      "of a small map", "url: /\noptions: { timeout: 5s }\n", to: "url: /\noptions: { timeout: 5s, redirects: 0 }\n"
    ) {
      $0.options.redirects = Located(0)
    },
    Patch("in an empty file", "# only a note", to: "# only a note\nmethod: GET\nurl: /a") {
      $0.method = "GET"
      $0.url = "/a"
    },
    Patch("below a note", "url: /\n\n# about the body\n", to: "url: /\ndocs: x\n\n# about the body\n") {
      $0.docs = "x"
    },
  ]

  @Test("adds a key in its place", arguments: keys)
  func adding(patch: Patch) throws { try patch.check() }

  static let removals: [Patch] = [
    Patch("first", "method: GET # m\n# note\nurl: /\n", to: "# note\nurl: /\n") { $0.method = nil },
    Patch("last, and its line", "url: /\ndocs: |\n  a\n\n  b\n\n# end\n", to: "url: /\n\n# end\n") { $0.docs = nil },
    Patch("the last value of a map", "url: /\noptions:\n  timeout: 5s\n", to: "url: /\n") { $0.options.timeout = nil },
    Patch(
      "one value of a map", "url: /\noptions: { timeout: 5s, redirects: 1 }\n",
      to: "url: /\noptions: { redirects: 1 }\n"
    ) { $0.options.timeout = nil },
    Patch("in braces", "{ method: GET, url: /, docs: x }", to: "{ url: / }") {
      $0.method = nil
      $0.docs = nil
    },
  ]

  @Test("removes a key", arguments: removals)
  func removing(patch: Patch) throws { try patch.check() }

  static let texts = [
    "", " ", "a b", " a", "a ", "yes", "null", "~", "123", "- a", "-", "-5", "a: b", "a:", "a #b", "#a", "a#b", "!x",
    "[x]", "{x}", "*x",
    "&x", "%x", "@x", "`x", "|", ">", "'x'", "\"x\"", "it's", "a\"b", "a\\b", "a\tb", "{{name}}", "x {{name}}", "a, b",
    "a]b", "?a", "? a",
    "---", "...", "http://x:80/a?b=c#d", "日本 🙂", "\u{1B}[31m", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{7F}", "=", "<<",
    "a\u{200B}b",
  ]

  @Test("quotes what needs quotes, so that it is read back the same", arguments: texts)
  func quoting(text: String) throws {
    for before in [
      "docs: a\nurl: /\n", "{ docs: a, url: / }", "docs: 'a'\nurl: /\n", "docs: \"a\"\nurl: /\n",
      "docs: |\n  a\nurl: /\n",
    ] {
      let after = try RequestFile.patching(before) { $0.docs = Located(text) }
      let read = RequestDefinition.read(after)
      #expect(read.diagnostics.isEmpty)
      #expect(read.value?.docs == Located(text))
      #expect(read.value?.url == "/")
    }
  }

  @Test("writes plain what can be plain")
  func plain() {
    let writer = ScalarWriter(isFlow: false)
    let plain = [
      "a b", "yes", "123", "http://x:80/a?b=c#d", "a, b", "日本", "/path", "x {{name}}", "~a", "-5", "-price",
      "?a", "=", ":8080", "a: b".replacing(" ", with: ""), "100%", "it's", "a\"b", "[::1]".replacing("[", with: ""),
    ]
    #expect(plain.map { writer.line($0) } == plain)
    #expect(writer.line("{{name}}") == "\"{{name}}\"")
    #expect(writer.line("{ \"a\": 1 }") == "'{ \"a\": 1 }'")
  }

  @Test("reads back what it writes plain, as a value and as a key")
  func words() throws {
    let parts = ["a", "Z", "7", "-", "_", ".", "/", "..", "---", "true", "no"]
    let words = parts + parts.flatMap { first in parts.flatMap { second in parts.map { first + second + $0 } } }
    for (isFlow, word) in words.flatMap({ [(false, $0), (true, $0)] }) {
      let writer = ScalarWriter(isFlow: isFlow)
      let entry = "\(writer.key(word)): \(writer.line(word))"
      let document = YAMLDocument.parse(
        SourceText(file: "", bytes: Array((isFlow ? "{ \(entry), b: c }" : entry).utf8)))
      let first = try #require(document.root?.entries?.first, "\(entry)")
      #expect(document.diagnostics.isEmpty && first.key.value == word && first.value.text == word, "\(entry)")
    }
  }
}
