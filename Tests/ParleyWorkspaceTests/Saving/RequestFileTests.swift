import Glibc
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A request's file on disk", .timeLimit(.minutes(2)))
struct RequestFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("parley.yaml", "parley: 1\nid: abc\n")
    try folder.write("requests/a/b.yaml", "url: /b # note\n")
  }

  private func file(_ id: String = "a/b") throws -> RequestFile {
    try #require(RequestFile(id, in: Workspace.load(at: folder.path)))
  }

  private func edited(_ url: String) throws -> RequestDefinition {
    var edited = try file().definition
    edited.url = Located(url)
    return edited
  }

  private func names(_ folder: String) throws -> [String?] {
    try Directory.entries(self.folder.at(folder)).map(\.name)
  }

  @Test("is written with what changed, and goes on from there")
  func save() throws {
    let saved = try file().save(try edited("/c"))
    #expect(try folder.text("requests/a/b.yaml") == "url: /c # note\n")
    var again = saved.definition
    again.method = "POST"
    _ = try saved.save(again)
    #expect(try folder.text("requests/a/b.yaml") == "method: POST\nurl: /c # note\n")
    #expect(try names("requests/a") == ["b.yaml"])
  }

  @Test("of two that save at the same time one is told, and what the other wrote stays", .timeLimit(.minutes(1)))
  func together() async throws {
    for round in 0..<20 {
      let (mine, theirs) = (try file(), try file())
      async let first = save("/m\(round)", by: mine)
      async let second = save("/t\(round)", by: theirs)
      let outcomes = await [first, second]
      #expect(outcomes.count(where: { $0 == nil }) == 1)
      #expect(outcomes.contains { $0 == .changedOnDisk(file: "requests/a/b.yaml") })
      let winner = outcomes[0] == nil ? "/m\(round)" : "/t\(round)"
      #expect(try folder.text("requests/a/b.yaml") == "url: \(winner) # note\n")
    }
  }

  /// - Returns: why it could not; nil when it was saved.
  private func save(_ url: String, by file: RequestFile) async -> SaveError? {
    var edited = file.definition
    edited.url = Located(url)
    let wanted = edited
    do throws(SaveError) {
      _ = try file.save(wanted)
      return nil
    } catch { return error }
  }

  @Test("keeps its permissions")
  func permissions() throws {
    chmod(folder.at("requests/a/b.yaml"), 0o640)
    _ = try file().save(try edited("/c"))
    var status = stat()
    #expect(stat(folder.at("requests/a/b.yaml"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640)
  }

  @Test("stays a link, when it is one: what it leads to is written")
  func link() throws {
    try folder.link("requests/link.yaml", to: "a/b.yaml")
    let file = try file("link")
    var edited = file.definition
    edited.url = "/c"
    _ = try file.save(edited)
    #expect(try folder.text("requests/a/b.yaml") == "url: /c # note\n")
    var status = stat()
    #expect(lstat(folder.at("requests/link.yaml"), &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test("that somebody else changed is not written over unasked")
  func changed() throws {
    let file = try file()
    let edited = try edited("/mine")
    try folder.write("requests/a/b.yaml", "url: /theirs\n")
    #expect(throws: SaveError.changedOnDisk(file: "requests/a/b.yaml")) { try file.save(edited) }
    #expect(try folder.text("requests/a/b.yaml") == "url: /theirs\n")
    _ = try file.save(edited, overwriting: true)
    #expect(try folder.text("requests/a/b.yaml") == "url: /mine # note\n")
  }

  @Test("that somebody else deleted is not made again unasked")
  func deleted() throws {
    let file = try file()
    let edited = try edited("/mine")
    try folder.delete("requests/a/b.yaml")
    #expect(throws: SaveError.deletedOnDisk(file: "requests/a/b.yaml")) { try file.save(edited) }
    _ = try file.save(edited, overwriting: true)
    #expect(try folder.text("requests/a/b.yaml") == "url: /mine # note\n")
  }

  @Test("that cannot be written stays as it is, and leaves nothing behind")
  func unwritable() throws {
    let definition = RequestDefinition(url: "/", headers: [Row("A B", "1")])
    let error = #expect(throws: SaveError.self) { try file().save(definition) }
    #expect(error?.summary == "This cannot be written to a file: “A B” cannot be the name of a header.")
    #expect(try folder.text("requests/a/b.yaml") == "url: /b # note\n")
    #expect(try names("requests/a") == ["b.yaml"])
  }

  @Test("that is no YAML is not patched")
  func broken() throws {
    try folder.write("requests/a/b.yaml", "url: [\n")
    #expect(throws: SaveError.notReadable(file: "requests/a/b.yaml")) { try file().save(RequestDefinition(url: "/")) }
  }

  @Test("keeps what it says beside what this program understands")
  func unknownKeys() throws {
    try folder.write("requests/a/b.yaml", "later: { x: [1, 2] } # kept\nurl: /b\nmethod: post\n")
    _ = try file().save(try edited("/c"))
    #expect(try folder.text("requests/a/b.yaml") == "later: { x: [1, 2] } # kept\nurl: /c\nmethod: post\n")
  }

  @Test("that is new is written in full")
  func create() throws {
    let definition = RequestDefinition(
      method: "POST", url: "/login", query: [Row("a", "1")],
      headers: [Row("Accept", "*/*"), Row("X", "{{x}}", isOn: false)],
      body: .json("{\n  \"a\": 1\n}\n"), expect: ExpectDefinition(status: Located(.oneOf([.code(200), .family(4)]))),
      options: .saying { $0.timeout = Located(.milliseconds(1500)) }, docs: "One line.")
    let file = try RequestFile.create(definition, id: "user/login", in: folder.path)
    #expect(file.definition == definition)
    #expect(
      try folder.text("requests/user/login.yaml") == """
        method: POST
        url: /login
        query:
          a: 1
        headers:
          Accept: "*/*"
          ~X: "{{x}}"
        body:
          json: |
            {
              "a": 1
            }
        expect: { status: [200, 4xx] }
        options: { timeout: 1500ms }
        docs: One line.

        """)
  }

  @Test("is renamed, moved, copied and deleted")
  func moving() throws {
    let moved = try file().move(to: "c/d/e")
    #expect(try folder.text("requests/c/d/e.yaml") == "url: /b # note\n")
    #expect(try names("requests/a") == [])
    let copy = try moved.duplicate(as: "c/copy")
    #expect(try folder.text("requests/c/copy.yaml") == "url: /b # note\n")
    try copy.delete()
    #expect(try names("requests/c") == ["d"])
  }

  @Test("never takes the place of another")
  func collisions() throws {
    try folder.write("requests/other.yaml", "url: /other\n")
    #expect(throws: SaveError.exists(file: "requests/other.yaml")) { try file().move(to: "other") }
    #expect(throws: SaveError.exists(file: "requests/other.yaml")) { try file().duplicate(as: "other") }
    #expect(throws: SaveError.exists(file: "requests/other.yaml")) {
      try RequestFile.create(RequestDefinition(url: "/"), id: "other", in: folder.path)
    }
    #expect(try folder.text("requests/other.yaml") == "url: /other\n")
    #expect(try folder.text("requests/a/b.yaml") == "url: /b # note\n")
  }

  @Test(
    "has a name that stays inside the workspace",
    arguments: [
      "", "/a", "a/", "../a", "a//b", ".a", "a\u{1B}", "x/folder", "a/../b", String(repeating: "x", count: 250),
    ])
  func names(id: String) throws {
    let error = #expect(throws: SaveError.self) { try file().move(to: id) }
    #expect(error?.code == "save.badName")
  }
}
