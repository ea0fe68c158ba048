import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A file whose values cannot be changed one by one", .timeLimit(.minutes(2)))
struct RewritingTests {
  private static let commented = "# top\nurl: /\nheaders:\n  A: 1 # one\n  B: '#2'\n# end\ndocs: x\n"

  private func rewriting(_ text: String, _ edit: (inout RequestDefinition) -> Void) throws -> String {
    let file = RequestFile(text)
    var edited = file.definition
    edit(&edited)
    return String(decoding: try file.rewritten(edited), as: UTF8.self)
  }

  @Test("is rewritten where the change is, and keeps all else with its comments")
  func part() throws {
    let after = try rewriting(Self.commented) { $0.headers.append(Row("A", "3")) }
    #expect(
      after == "# top\nurl: /\nheaders:\n  - A: 1\n  - B: \"#2\"\n  - A: 3\n# end\ndocs: x\n")
  }

  @Test("says what to do")
  func advice() throws {
    let error = #expect(throws: SaveError.self) {
      try RequestFile.patching(Self.commented) { $0.headers.append(Row("A", "3")) }
    }
    #expect(error?.canBeRewritten == true)
    #expect(error?.advice == "Make the change in $EDITOR, or have the file rewritten.")
  }

  @Test("is written again as a whole where it is no YAML")
  func whole() throws {
    #expect(RequestFile("url: [\n").definition.url.value.isEmpty)
    #expect(try rewriting("url: [\n") { $0.url = "/a" } == "url: /a\n")
  }

  @Test("with an anchor keeps it where the change is elsewhere")
  func anchor() throws {
    let text = "url: /\nheaders: &all { A: 1 }\n"
    #expect(try RequestFile.patching(text) { $0.url = "/b" } == "url: /b\nheaders: &all { A: 1 }\n")
  }
}

@Suite("What a request says of the cache can be saved", .timeLimit(.minutes(2)))
struct CachePatchTests {
  static let table: [Patch] = [
    Patch("another value", "url: /\ncache: { update: true }\n", to: "url: /x\ncache: { update: true }\n") {
      $0.url = "/x"
      $0.cache.isOff = nil
    },
    Patch("a first value", "url: /\n", to: "url: /\ncache: { ttl: 5m }\n") { $0.cache.ttl = Located(.seconds(300)) },
    Patch("no value more", "url: /\ncache: { ttl: 5m }\n", to: "url: /\n") { $0.cache.ttl = nil },
    Patch("off", "url: /\ncache: { ttl: 5m }\n", to: "url: /\ncache: off\n") { $0.cache.isOff = Located(true) },
    Patch("on again", "url: /\ncache: off\n", to: "url: /\n") { $0.cache.isOff = nil },
    Patch("an empty map, which says that it is on", "url: /\ncache: {}\n", to: "url: /x\ncache: {}\n") {
      $0.url = "/x"
    },
  ]

  @Test("whatever stood there", arguments: table)
  func patches(patch: Patch) throws { try patch.check() }

  @Test("and what says anything of it says that it is on")
  func isOn() {
    #expect(CacheDefinition().isOff == nil)
    #expect(CacheDefinition(ttl: Located(.seconds(1))).isOff == Located(false))
    #expect(RequestDefinition.read("url: /\ncache: {}\n").value?.cache.isOff == Located(false))
  }
}
