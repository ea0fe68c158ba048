import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Saving a text of several lines", .timeLimit(.minutes(2)))
struct BlockTextPatchTests {
  static let table: [Patch] = [
    Patch(
      "in its place", "url: /\nbody:\n  json: |  # j\n    { }\n\n# end\n",
      to: "url: /\nbody:\n  json: |  # j\n    {\n      \"a\": 1\n    }\n\n# end\n"
    ) {
      $0.body = .json("{\n  \"a\": 1\n}\n")
    },
    Patch("without its last line break", "url: /\nbody:\n  text: |\n    a\n", to: "url: /\nbody:\n  text: |-\n    b\n")
    { $0.body = .text("b") },
    Patch("with it again", "url: /\nbody:\n  text: |-\n    a\n", to: "url: /\nbody:\n  text: |\n    b\n") {
      $0.body = .text("b\n")
    },
    Patch(
      "with line breaks at the end", "url: /\nbody:\n  text: |\n    a\n\n\ndocs: x\n",
      to: "url: /\nbody:\n  text: |+\n    a\n\n\n\ndocs: x\n"
    ) {
      $0.body = .text("a\n\n\n\n")
    },
    Patch(
      "that begins with spaces", "url: /\nbody:\n  text: |\n    a\n", to: "url: /\nbody:\n  text: |2\n      a\n    b\n"
    ) { $0.body = .text("  a\nb\n") },
    Patch("with blank lines", "url: /\nbody:\n  text: |\n    a\n", to: "url: /\nbody:\n  text: |\n\n    a\n\n    b\n") {
      $0.body = .text("\na\n\nb\n")
    },
    Patch(
      "in the place of one line", "url: /\nbody:\n  text: a # note\ndocs: x\n",
      to: "url: /\nbody:\n  text: | # note\n    a\n    b\ndocs: x\n"
    ) { $0.body = .text("a\nb\n") },
    Patch(
      "in the place of one line at the end of the file", "url: /\nbody:\n  text: a",
      to: "url: /\nbody:\n  text: |-\n    a\n    b"
    ) { $0.body = .text("a\nb") },
    Patch("folded before", "url: /\ndocs: >\n  a\n  b\n", to: "url: /\ndocs: |\n  a\n  c\n") { $0.docs = "a\nc\n" },
    Patch("in braces", "{ url: /, body: { text: a } }", to: "{ url: /, body: { text: \"a\\nb\" } }") {
      $0.body = .text("a\nb")
    },
    Patch(
      "with control characters", "url: /\nbody:\n  text: |\n    a\n", to: "url: /\nbody:\n  text: \"a\\x1B\\n\\r\\n\"\n"
    ) { $0.body = .text("a\u{1B}\n\r\n") },
    Patch("emptied", "url: /\nbody:\n  text: |\n    a\n    b\ndocs: x\n", to: "url: /\nbody:\n  text: \"\"\ndocs: x\n")
    { $0.body = .text("") },
    Patch(
      "with Windows line ends", "url: /\r\nbody:\r\n  text: |\r\n    a\r\ndocs: x\r\n",
      to: "url: /\r\nbody:\r\n  text: |\r\n    b\r\n    c\r\ndocs: x\r\n"
    ) {
      $0.body = .text("b\nc\n")
    },
    Patch("new", "url: /\ndocs: x\n", to: "url: /\nbody:\n  json: |\n    {\n    }\ndocs: x\n") {
      $0.body = .json("{\n}\n")
    },
    Patch(
      "new, indented as the rest", "url: /\nheaders:\n    A: 1\n",
      to: "url: /\nheaders:\n    A: 1\nbody:\n    text: |\n        a\n        b\n"
    ) { $0.body = .text("a\nb\n") },
    Patch(
      "of another kind", "url: /\nbody:\n  json: |\n    { }\n# end\n", to: "url: /\nbody:\n  text: |\n    { }\n# end\n"
    ) { $0.body = .text("{ }\n") },
    Patch("no more", "url: /\nbody:\n  json: |\n    { }\n\ndocs: x\n", to: "url: /\n\ndocs: x\n") { $0.body = nil },
    Patch("for a form", "url: /\nbody: { json: '1' }\n", to: "url: /\nbody: { form: { a: 1, ~b: 2 } }\n") {
      $0.body = .form([Row("a", "1"), Row("b", "2", isOn: false)])
    },
    Patch(
      "for a form before", "url: /\nbody:\n  form:\n    a: 1\n    b: 2\n# end\n",
      to: "url: /\nbody:\n  text: |\n    a\n    b\n# end\n"
    ) { $0.body = .text("a\nb\n") },
  ]

  @Test("keeps all around it", arguments: table)
  func patches(patch: Patch) throws { try patch.check() }
}
