import JQ
import ParleyEngine
import TestSupport
import Testing

@Suite("Bounds", .timeLimit(.minutes(2)))
struct BoundsTests {
  static let bombs: [(String, JQRuntimeError.Reason)] = [
    ("def f: f; f", .steps(100_000)),
    ("last(range(1e9))", .steps(100_000)),
    ("def f: f | f; f", .depth),
    ("def f: 1 + f; f", .depth),
    ("def f(g): f(g | g); f(.)", .steps(100_000)),
    ("reduce range(1e6) as $i (0; [.])", .nesting(10_000)),
    ("\"x\" * 1e12", .memory(64 << 20)),
    (".[1e8] = 1", .memory(64 << 20)),
    ("(\"x\" * 1e7) as $s | [range(100) | $s] | add", .memory(64 << 20)),
    (#"("a" * 40 + "b") | test("^(a+)+$")"#, .steps(100_000)),
    ("range(1e9)", .outputs(1000)),
    // What stands in two places is written twice, and so on.
    ("\(doubled) | tojson", .steps(100_000)),
    // Small values are work, although they are few bytes.
    ("reduce range(18) as $i (0; [., .]) | tojson | length", .steps(100_000)),
    (doubled, .steps(100_000)),
    ("(\(doubled)) as $first | (\(doubled)) == $first", .steps(100_000)),
    (#"("a" * 100000) | test("[ab]*[cd]")"#, .steps(100_000)),
    (#"[range(50000) | "a" * 1000 + tostring] | sort"#, .steps(100_000)),
    ("[range(1000)] as $all | last(range(1e9) | $all[1:])", .steps(100_000)),
    ("\"\(nested)\" | fromjson", .nesting(512)),
  ]

  private static let doubled = "reduce range(60) as $i (1; [., .])"
  private static let nested = String(repeating: "[", count: 9000) + String(repeating: "]", count: 9000)

  @Test("A bomb ends with an error that says which bound it met", arguments: Sample.of(bombs, 8))
  func ends(_ filter: String, _ reason: JQRuntimeError.Reason) throws {
    let limits = JQLimits(steps: 100_000, outputs: 1000, memory: 64 << 20, stack: 2 << 20)
    #expect(try failure(filter, limits: limits)?.reason == reason)
  }

  @Test(
    "A filter that nobody waits for any more stops",
    arguments: [
      "def f: f; f", "[range(1e9)] | sort", #"("a" * 100000) | test("[ab]*[cd]")"#,
      "(\(doubled)) as $first | (\(doubled)) == $first",
    ])
  func isCancelled(_ filter: String) throws {
    var asked = 0
    let program = try JQProgram(filter)
    #expect(throws: JQRuntimeError.self) {
      try program.values(of: nil) {
        asked += 1
        return asked > 3
      }
    }
    #expect(asked == 4)
  }

  @Test("Deep recursion goes on with a stack of its own")
  func deepRecursion() throws {
    #expect(try outputs("def f: if . == 0 then 0 else (. - 1 | f) + 1 end; 5000 | f") == ["5000"])
    #expect(try outputs("reduce range(5000) as $i (0; [.]) | tojson | length") == ["10001"])
  }

  @Test("A regular expression that tries everything is told to be one")
  func expression() throws {
    #expect(try failure(#"("a" * 40 + "b") | test("^(a+)+$")"#)?.reason == .expression)
  }

  @Test("A deep value is no way to end the program")
  func deepValues() throws {
    #expect(try outputs("reduce range(9999) as $i ([]; [.]) | tojson | fromjson | tojson | length") == ["20000"])
    let error = try failure("reduce range(9000) as $i (0; [.]) | error")
    #expect(error?.reason == .failed && error?.value == nil)
  }

  @Test("A part that nearly stands everywhere is looked for in one pass")
  func search() throws {
    let filter = #"("a" * 200000) as $text | ("a" * 100000 + "b") as $part | $text | split($part) | length"#
    #expect(try outputs(filter) == ["1"])
    #expect(try outputs(#""aaaa" | [indices("aa"), split("aa")]"#) == ["[[0,1,2],[\"\",\"\",\"\"]]"])
    #expect(try outputs(#""abababc" | indices("ababc")"#) == ["[2]"])
  }

  @Test("A list in a filter may be long")
  func longList() throws {
    let list = (0..<20_000).map(String.init).joined(separator: ",")
    #expect(try outputs("[\(list)] | length, .[12345]") == ["20000", "12345"])
  }

  @Test("A filter that is nested too deeply is refused")
  func deepFilter() {
    let filter = String(repeating: "(", count: 100_000)
    #expect(mistake(filter)?.contains("levels deep") == true)
    let sum = Array(repeating: "1", count: 100_000).joined(separator: "+")
    #expect(mistake(sum)?.contains("too many operators") == true)
  }
}
