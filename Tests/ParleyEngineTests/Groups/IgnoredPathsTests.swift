import ParleyEngine
import Testing

@Suite("Paths that a comparison ignores", .timeLimit(.minutes(2)))
struct IgnoredPathsTests {
  @Test(
    "a path covers its place and all in it, in one step or in every one",
    arguments: [
      (".result.token", "login", ".result.token", true), (".result", "login", ".result.token", true),
      (".result.token", "login", ".result", false), (".result.token", "login", ".token", false),
      ("steps.login.result.token", "login", ".result.token", true),
      ("steps.login.result.token", "other", ".result.token", false), ("steps.login", "login", ".status", true),
      ("..id", "list", ".items[3].id", true), ("..id", "list", ".items[3].name", false),
      ("steps.list..id", "list", ".items[3].id", true), (".items[*].id", "list", ".items[3].id", true),
      (".items[].id", "list", ".items[3].id", true), (".items[2].id", "list", ".items[3].id", false),
      (".totals.*.sum", "list", ".totals.may.sum", true),
      (".headers.Set-Cookie", "a", #".headers["set-cookie"]"#, true),
      (".request.headers.X-Id", "a", #".request.headers["x-id"]"#, true), (#".["a.b"].c"#, "a", #".["a.b"].c"#, true),
      (#"steps["my step"].id"#, "my step", ".id", true), (".[*].id", "list", ".[0].id", true),
    ])
  func covering(_ text: String, _ step: String, _ path: String, _ isCovered: Bool) throws {
    let ignored = try IgnoredPaths([text]).of(step: step)
    #expect(ignored.cover(try ValuePath(parsing: path)) == isCovered)
  }

  @Test(
    "what is no path is refused, with how one is written",
    arguments: ["", "token", ".", "..", "steps", ".a..", "[", ".[x]"])
  func mistakes(_ text: String) {
    #expect(throws: IgnoredPathError.self) { try IgnoredPaths([text]) }
  }

  @Test("a place is written so that it stands for every element, and can be read again")
  func writing() throws {
    let path = try ValuePath(parsing: #".items[3]["odd key"].id"#)
    #expect(IgnoredPaths.text(for: path) == #".items[*]["odd key"].id"#)
    #expect(try IgnoredPaths([IgnoredPaths.text(for: path)]).cover(path))
    #expect(IgnoredPaths.text(for: try ValuePath(parsing: ".[2].id")) == ".[*].id")
  }

  @Test("ignored differences are not found, however many there are, and the others still are")
  func many() throws {
    let left = JSONValue.array((0..<2000).map { ["id": .number(JSONNumber($0)), "name": "a"] })
    var elements = (0..<2000).map { JSONValue.object(["id": .number(JSONNumber($0 + 1)), "name": "a"]) }
    elements[1999]["name"] = "b"
    let found = ValueDifference.between(left, .array(elements), ignoring: try IgnoredPaths(["..id"]))
    #expect(found.map { "\($0.path)" } == [".[1999].name"])
  }
}
