import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A body in a request's file", .timeLimit(.minutes(2)))
struct BodyDefinitionTests {
  private func body(_ yaml: String) throws -> BodyDefinition {
    let (value, diagnostics) = RequestDefinition.read("url: /\nbody:\n\(yaml)")
    #expect(diagnostics.isEmpty)
    return try #require(value?.body)
  }

  @Test("has parts: texts, files, several of a name, and some turned off")
  func parts() throws {
    let parts = try body(
      """
        multipart:
          note: "{{n}}"
          photo: { file: a.png, type: image/png, fileName: me.png }
          ~meta: { text: '{}', type: application/json }
          tag: [a, { file: b.txt }]
      """)
    #expect(
      parts
        == .multipart([
          PartDefinition("note", .text("{{n}}")),
          PartDefinition("photo", .file("a.png"), type: "image/png", fileName: "me.png"),
          PartDefinition("meta", .text("{}"), type: "application/json", isOn: false),
          PartDefinition("tag", .text("a")), PartDefinition("tag", .file("b.txt")),
        ]))
  }

  @Test("is a file, by its path or with its type")
  func file() throws {
    #expect(try body("  file: a.bin\n") == .file(FileDefinition(path: "a.bin")))
    #expect(
      try body("  file: { path: a.bin, type: image/png, md5: true }\n")
        == .file(FileDefinition(path: "a.bin", type: "image/png", md5: Located(true))))
  }

  @Test("is a GraphQL query with its variables")
  func graphql() throws {
    #expect(
      try body("  graphql:\n    query: |\n      { a }\n    variables: '{ \"n\": {{n}} }'\n    operation: Q\n")
        == .graphql(GraphQLDefinition(query: "{ a }\n", variables: "{ \"n\": {{n}} }", operation: "Q")))
  }

  @Test(
    "is told its mistakes",
    arguments: [
      ("{ multipart: { a: { type: text/plain } } }", "found a map; expected either a file or a text"),
      ("{ multipart: { a: { file: x, text: y } } }", "found a map; expected either a file or a text"),
      ("{ multipart: { a: { fil: x } } }", "unknown key “fil” in a part"),
      ("{ file: { type: image/png } }", "a file has no “path”"),
      ("{ file: { path: a, type: image } }", "found “image”; expected a content type such as image/png"),
      ("{ graphql: { query: x, variables: { a: 1 } } }", "found a map; expected JSON as text"),
    ])
  func mistakes(yaml: String, told: String) {
    let messages = RequestDefinition.read("url: /\nbody: \(yaml)\n").diagnostics.map(\.message)
    #expect(messages.contains(told))
  }

  @Test("keeps what surrounds a part that changes")
  func patching() throws {
    let before = "url: /\nbody:\n  multipart:\n    # one\n    a: { file: x.png } # x\n    b: 2\n    # end\n"
    let after = try RequestFile.patching(before) {
      $0.body = .multipart([PartDefinition("a", .file("y.png")), PartDefinition("c", .text("3"))])
    }
    #expect(after == "url: /\nbody:\n  multipart:\n    # one\n    a: { file: y.png } # x\n    c: 3\n    # end\n")
  }
}
