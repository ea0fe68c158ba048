import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("The pages made from the code", .timeLimit(.minutes(2)))
struct ReferencePagesTests {
  private func read(_ path: String) throws -> String {
    let project = try FileSystem.realPath(#filePath).parentPath.parentPath.parentPath.parentPath
    return String(decoding: try FileSystem.read("\(project)/\(path)", limit: 1 << 20), as: UTF8.self)
  }

  @Test("are up to date", arguments: ReferencePages.schemas.map(\.path))
  func schemas(path: String) throws {
    let page = try #require(ReferencePages.schemas.first { $0.path == path })
    let isUpToDate = try read(path) == page.text
    #expect(isUpToDate, "run `make docs`")
  }

  @Test("have up-to-date tables")
  func tables() throws {
    let page = try read(ReferencePages.formatPath)
    let isUpToDate = ReferencePages.updatingTables(in: page) == page
    #expect(isUpToDate, "run `make docs`")
    let keys = RequestDefinition.form.names + EnvironmentDefinition.form.names
    #expect(keys.filter { !page.contains("| `\($0)`") } == [])
  }

  @Test("are written all at once")
  func write() throws {
    let folder = try TemporaryFolder()
    try folder.write("docs/format.md", "a\n<!-- table: expect -->\nold\n<!-- end of table -->\nb\n")
    let written = try ReferencePages.write(to: folder.path)
    #expect(written.contains("docs/schemas/request.json"))
    #expect(
      try folder.text("docs/format.md") == """
        a
        <!-- table: expect -->
        | key | value | default | meaning |
        |---|---|---|---|
        | `status` | a status such as 200 or 2xx, a list of them, or any | 2xx or 304 | Expected status codes. With `redirects: 0`, every 3xx is expected too. |
        | `headers` | a map of headers, or a list of `- name: value` | | Headers that must be present with this value, or with any value if it is empty. |
        | `within` | a duration such as 200ms, 30s or 5m | | Time limit for the response. |
        | `jq` | a list of jq filters | | jq filters that must be true (not `false`, `null` or empty). `.` is the whole body. |
        | `schema` | operation, a file of the workspace, or a schema | | JSON Schema that the body must fit: `operation`, a file, or the schema itself. `operation` is the request's `operation` in its description, by the status; a file is one of the workspace, such as `schemas/user.json#/$defs/User`. |
        <!-- end of table -->
        b

        """)
  }

  @Test("know every key that is read, and no other")
  func keys() throws {
    let page = try #require(ReferencePages.schemas.first { $0.path == "docs/schemas/request.json" })
    let schema = try JSONValue(parsing: page.text)
    #expect(schema["properties"]?.object.map { Array($0.keys) } == RequestDefinition.form.names)
    #expect(schema["required"] == ["url"])
    #expect(schema["additionalProperties"] == false)
    #expect(schema["properties"]?["options"]?["properties"]?["redirects"]?["maximum"] == 100)
  }
}
