import TestSupport
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Saving many random edits", .timeLimit(.minutes(2)))
struct PatchFuzzTests {
  static let files = [
    """
    # top
    url: /a # u
    # rows
    headers: # h
      # before A
      A: 1 # a
      ~B: '2'
      # before C
      C: [x, y]
    # body
    body:
      # json
      json: |
        { "a": 1 }

    # docs
    docs: >
      folded
      text
    # end

    """,
    "# top\n{ url: /, query: { a: 1, ~b: 'x y' },\n  # mid\n  headers: [{ A: 1 }, { A: 2 }] }\n# end\n",
    "# top\r\nurl: /\r\nheaders:\r\n  - A: 1\r\n    B: 2 # b\r\n  # between\r\n  - A: 3\r\nbody:\r\n  form:\r\n    a: 1\r\n    # two\r\n    b: 2\r\n# end",
    "# only\n",
    FullRequest.text,
    """
    # top
    url: /a
    auth:
      # who
      basic:
        user: ada # name
        password: '{{p}}'
    body:
      multipart:
        # file
        a: { file: x.png } # x
        ~b: [1, { text: '2' }]
    expect:
      headers:
        # tag
        ETag: ''
      within: 1s # soon
    retry: { retries: 1, # one
      delay: 1s }
    # end

    """,
  ]

  private static let texts = [
    "", "x", "a: b", "{{t}}", "yes", "it's", "\"q\"", "é 日本", "a\nb\n", "  a\n\nb", "#", " ", "a\n\n\n", "\u{1B}",
  ]

  private func change(_ rows: inout [Row], _ random: inout SeededGenerator) {
    let index = rows.isEmpty ? 0 : Int.random(in: 0..<rows.count, using: &random)
    let line = Self.texts.filter { !$0.contains("\n") && $0 != "\u{1B}" }.randomElement(using: &random) ?? ""
    let name = ["A", "B", "C", "X-Long"].randomElement(using: &random) ?? "A"
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where !rows.isEmpty: rows.remove(at: index)
    case 1 where !rows.isEmpty: rows[index].isOn.toggle()
    case 2 where !rows.isEmpty: rows[index].value = line
    case 3 where !rows.isEmpty: rows[index].name = name
    default: rows.insert(Row(name, line, isOn: Bool.random(using: &random)), at: index)
    }
  }

  private func change(_ definition: inout RequestDefinition, _ random: inout SeededGenerator) {
    let text = Located(Self.texts.randomElement(using: &random) ?? "")
    switch Int.random(in: 0..<18, using: &random) {
    case 0: definition.url = Located("/" + String(Int.random(in: 0..<100, using: &random)))
    case 1: definition.method = [nil, "POST", "none"].randomElement(using: &random) ?? nil
    case 2: definition.docs = Bool.random(using: &random) ? text : nil
    case 3: definition.body = Bool.random(using: &random) ? .json(text) : .text(text)
    case 4: definition.options.redirects = Bool.random(using: &random) ? Located(3) : nil
    case 5: change(&definition.query, &random)
    case 6:
      var rows = definition.body?.rows ?? []
      change(&rows, &random)
      definition.body = rows.isEmpty ? nil : .form(rows)
    case 7: definition.auth = Self.auth.randomElement(using: &random).map { Located($0) }
    case 8: definition.body = Self.bodies.randomElement(using: &random)
    case 9: change(&definition.path, &random)
    case 10: change(&definition.expect.headers, &random)
    case 11: definition.expect.within = Bool.random(using: &random) ? Located(.seconds(2)) : nil
    case 12: definition.response.root = [nil, "a", "a.b"].randomElement(using: &random) ?? nil
    case 13:
      definition.retry = [nil, Located(RetryDefinition(retries: Located(2)))].randomElement(using: &random) ?? nil
    case 14: definition.options.ca = Bool.random(using: &random) ? "a: #b.pem" : nil
    case 15:
      definition.options.certificate = Bool.random(using: &random) ? .init(file: "a.pem", passphrase: "{{p}}") : nil
    default: change(&definition.headers, &random)
    }
    definition.path = definition.path.reduce(into: []) { rows, row in
      if !rows.contains(where: { $0.name == row.name }) { rows.append(row) }
    }
  }

  private static let auth: [AuthDefinition] = [
    .anonymous, .inherit, .bearer("{{t}}"), .basic(.init(user: "é: a", password: "'\"#")), .command(["a b", "c"]),
    .oauth2(.init(tokenURL: "/t", scope: "a b")), .apiKey(.init(name: "K", value: "v", in: Located(.query))),
  ]

  private static let bodies: [BodyDefinition] = [
    .multipart([
      PartDefinition("a", .file("x y.png")), PartDefinition("b", .text("1\n2")), PartDefinition("a", .text("")),
    ]),
    .multipart([PartDefinition("a", .file("x"), type: "a/b", isOn: false)]), .file(FileDefinition(path: "a#b")),
    .file(FileDefinition(path: "a", type: "image/png")),
    .graphql(GraphQLDefinition(query: "{ a }\n", variables: "{ \"n\": 1 }")),
  ]

  /// The comments that stand in lines of their own at the top level.
  private func comments(_ text: String) -> [Substring] {
    text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("#") }
  }

  @Test(
    "leaves the file saying exactly what was meant, with its comments, or as it was",
    arguments: Sample.of(Array(files.indices), 3))
  func edits(index: Int) throws {
    var random = SeededGenerator(seed: UInt64(index))
    var refused = 0
    for _ in 0..<300 {
      let before = Self.files[index]
      let file = RequestFile(before)
      var edited = file.definition
      if edited.url.value.isEmpty { edited.url = "/" }
      for _ in 0...Int.random(in: 0..<4, using: &random) { change(&edited, &random) }
      do throws(SaveError) {
        let after = try file.patched(edited)
        #expect(RequestDefinition.form.read(SourceText(file: "", bytes: after)).value == edited)
        #expect(comments(String(decoding: after, as: UTF8.self)) == comments(before))
      } catch {
        #expect(error.code == "save.cannotBePatched")
        refused += 1
      }
    }
    #expect(refused < 100)
  }

  @Test("leaves the file as it is where nothing was edited", arguments: ["", "# to", "\n", "# top\n", "url: /a"])
  func noEdit(text: String) throws {
    let file = RequestFile(text)
    #expect(try file.patched(file.definition) == Array(text.utf8))
  }
}
