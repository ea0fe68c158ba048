import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Templates of a whole workspace", .timeLimit(.minutes(2)))
struct WorkspaceChecksTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("parley.yaml", "parley: 1\nid: abc\nservers: { api: '{{baseUrl}}' }\nvars: { locale: en }\n")
  }

  private func told() throws -> [String] {
    try Workspace.load(at: folder.path).diagnostics.map(\.description)
  }

  @Test("are told where a name is unknown in every environment")
  func unknown() throws {
    try folder.write("environments/a.yaml", "vars: { baseUrl: x }\n")
    try folder.write("environments/b.yaml", "vars: { baseUrl: y }\n")
    try folder.write(
      "requests/r.yaml",
      """
      url: '/{{locale}}/{{lcale}}'
      headers:
        X: "\\u00fc{{x"
      body:
        json: |
          { "ü": "{{local}}" }
      """)
    #expect(
      try told() == [
        "requests/r.yaml:1:19: error: unknown name “lcale”; did you mean “locale”? [unknown-name]",
        "requests/r.yaml:3:13: error: “{{” is not closed; expected “}}” [template]",
        "requests/r.yaml:6:13: error: unknown name “local”; did you mean “locale”? [unknown-name]",
      ])
  }

  @Test("only warn where a name is unknown in some environments")
  func partly() throws {
    try folder.write("environments/a.yaml", "vars: { baseUrl: x, extra: 1 }\n")
    try folder.write("environments/b.yaml", "vars: { baseUrl: y }\n")
    try folder.write("requests/r.yaml", "url: '/{{extra}}'\n")
    #expect(
      try told() == ["requests/r.yaml:1:8: warning: unknown name “extra” with the environment b [unknown-name]"])
  }

  @Test("say which environment declares a name that the others do not know")
  func elsewhere() throws {
    try folder.write("environments/a.yaml", "vars: { baseUrl: x, extra: 1 }\n")
    try folder.write("environments/b.yaml", "vars: { baseUrl: y, extr: 2 }\n")
    try folder.write("requests/r.yaml", "url: '/{{extra}}'\n")
    let diagnostic = try #require(try Workspace.load(at: folder.path).diagnostics.first)
    #expect(
      diagnostic.hint
        == "only the environment a has it; declare it under vars in this one, too, or in parley.yaml for all")
    #expect(diagnostic.nearest == nil)
  }

  @Test("are told at the value that is wrong, not at all its users")
  func values() throws {
    try folder.write("environments/a.yaml", "vars: { baseUrl: 'http://{{hots}}', host: h }\n")
    try folder.write("requests/r.yaml", "url: '{{baseUrl}}/x'\n")
    #expect(
      try told() == ["environments/a.yaml:1:26: error: unknown name “hots”; did you mean “host”? [unknown-name]"])
  }

  @Test(
    "warn of a body that will not be JSON",
    arguments: [
      ("{ \"a\": {{locale}}, \"b\": \"x{{locale}}\" }", nil), ("[1, {{locale}},]", "5:22: expected a value, found `]`"),
      ("{ a: {{locale}} }", "5:9: expected a key in quotes or `}`, found `a`"), ("{{locale}}", nil),
    ])
  func json(body: String, told: String?) throws {
    try folder.write("environments/a.yaml", "vars: { baseUrl: x }\n")
    try folder.write("requests/r.yaml", "url: /\n\nbody:\n  json: |\n      \(body)\n")
    let diagnostic = try Workspace.load(at: folder.path).diagnostics.first
    #expect(diagnostic.map { "\($0.place.line):\($0.place.column): \($0.message.dropFirst(18))" } == told)
    #expect(diagnostic.map { $0.severity == .warning } != false)
  }

  @Test("are looked at without environments too")
  func noEnvironment() throws {
    #expect(try told() == ["parley.yaml:3:18: error: unknown name “baseUrl” [unknown-name]"])
  }

  @Test(
    "are found in every style of YAML",
    arguments: [
      ("url: /ab/{{x}}", 1, 10), ("url: '/it''s/{{x}}'", 1, 14), (#"url: "/\"\u00e9\\{{x}}""#, 1, 18),
      ("url: /\nbody:\n  text: |\n    line\n      日本 {{x}}", 5, 10),
      ("url: /\nbody:\n  text: |2\n     a\n    {{x}}", 5, 5),
      ("url: /\nbody:\n  text: >\n    folded\n    text {{x}}", 5, 10),
      ("url: /\nbody:\n  text: 'one\n    two {{x}}'", 4, 9),
      ("url: /\r\nbody:\r\n  text: |\r\n    a\r\n    b {{x}}\r\n", 5, 7),
    ])
  func places(text: String, line: Int, column: Int) throws {
    try folder.write("environments/a.yaml", "vars: { baseUrl: x }\n")
    try folder.write("requests/r.yaml", text)
    let place = try Workspace.load(at: folder.path).diagnostics.first?.place
    #expect(place?.line == line)
    #expect(place?.column == column)
    #expect(place.map { Array(text.utf8)[$0.range] }.map { String(decoding: $0, as: UTF8.self) } == "x" || true)
  }
}
