import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Where in a JSON text a value stands", .timeLimit(.minutes(2))) struct JSONPlacesTests {
  /// The places of every `@` in a text.
  private static func places(_ text: String) -> [String] {
    let offsets = text.utf8.enumerated().filter { $0.element == UInt8(ascii: "@") }.map(\.offset)
    return JSONPlaces.places(of: offsets, in: text).map(\.description)
  }

  @Test(
    "values, parts of strings, elements and members of members have their paths; a key belongs to its object",
    arguments: [
      ("@", ["."]), (#"{ "item": @ }"#, [".item"]),
      (#"{"a":{"b":[1,"x @ y",@]},"c":@}"#, [".a.b[1]", ".a.b[2]", ".c"]),
      (#"[{"id":@},{"id":@}]"#, [".[0].id", ".[1].id"]), (#"{"a":"\"}],","b":"@"}"#, [".b"]),
      (#"{"@":1,"b":{"@":2}}"#, [".", ".b"]), (#"{"\u0061b":@}"#, [".ab"]), ("}]@", ["."]), (#"{"a":"@"#, [".a"]),
    ])
  func places(_ text: String, _ places: [String]) {
    #expect(Self.places(text) == places)
  }
}
