import JQ
import ParleyEngine
import Testing

@Suite("The language", .timeLimit(.minutes(1)))
struct LanguageTests {
  static let paths = [
    Case(".", #"{"a":1}"#, #"{"a":1}"#),
    Case(".user.name", #"{"user":{"name":"Ada"}}"#, #""Ada""#),
    Case(#"."full name""#, #"{"full name":"Ada"}"#, #""Ada""#),
    Case(".missing", "{}", "null"),
    Case(".[1]", "[10,20]", "20"),
    Case(".[-1]", "[10,20]", "20"),
    Case(".[1:3]", "[0,1,2,3]", "[1,2]"),
    Case(".[:-1]", #""héllo""#, #""héll""#),
    Case(".[]", #"{"a":1,"b":2}"#, "1", "2"),
    Case(".a?", "[1]"),
    Case("[..]", "[[1]]", "[[[1]],[1],1]"),
    Case(".[0,1].id", #"[{"id":1},{"id":2}]"#, "1", "2"),
  ]

  static let operators = [
    Case("1 + 2 * 3 - 4 / 2", "null", "5"),
    Case("[(1,2) + (10,20)]", "null", "[11,12,21,22]"),
    Case("-(1 + 2)", "null", "-3"),
    Case("5 % 3, -5 % 3", "null", "2", "-2"),
    Case("{a: 1, b: {c: 2}} * {b: {d: 3}}", "null", #"{"a":1,"b":{"c":2,"d":3}}"#),
    Case("[1,2,3,1] - [1]", "null", "[2,3]"),
    Case(#""a,b" / ",""#, "null", #"["a","b"]"#),
    Case("null // 1, (false, 2) // 3", "null", "1", "2"),
    Case("1 < 2 and 2 >= 2 or error", "null", "true"),
    Case("[true, false | not]", "null", "[false,true]"),
  ]

  static let control = [
    Case("if . then 1 elif 2 then 3 else 4 end", "true", "1"),
    Case("if empty then 1 else 2 end", "null"),
    Case("if . == 1 then 2 end", "5", "5"),
    Case(#"try error("no") catch "caught \(.)""#, "null", #""caught no""#),
    Case(".[] | try tonumber catch 0", #"["1","x"]"#, "1", "0"),
    Case("[label $out | 1, break $out, 2]", "null", "[1]"),
    Case("reduce .[] as $x (0; . + $x)", "[1,2,3]", "6"),
    Case("[foreach .[] as $x (0; . + $x; [$x, .])]", "[1,2]", "[[1,1],[2,3]]"),
    Case("[limit(3; range(10))], first(range(5; 10)), [skip(2; range(4))]", "null", "[0,1,2]", "5", "[2,3]"),
    Case("[.[] | select(. > 1)]", "[1,2,3]", "[2,3]"),
    Case("0 | until(. >= 5; . + 2)", "null", "6"),
    Case("[1 | while(. < 20; . * 3)]", "null", "[1,3,9]"),
  ]

  static let binding = [
    Case(". as [$a, {b: $c}] | $a + $c", #"[1,{"b":2}]"#, "3"),
    Case(". as {$a, b: [$b]} | [$a, $b]", #"{"a":1,"b":[2]}"#, "[1,2]"),
    Case(".[] as [$a] ?// $a | [$a]", "[[1],2]", "[1]", "[2]"),
    Case(#". as {("a", "b"): $x} | $x"#, #"{"a":1,"b":2}"#, "1", "2"),
    Case("def f(g): [g, g]; f(1, 2)", "null", "[1,2,1,2]"),
    Case("def f($a; $b): [$a, $b]; [f(1, 2; 3, 4)]", "null", "[[1,3],[1,4],[2,3],[2,4]]"),
    Case("def f: def g: . * 2; g + 1; 3 | f", "null", "7"),
    Case("def fac: if . < 2 then 1 else . * (. - 1 | fac) end; 10 | fac", "null", "3628800"),
    Case("def f(g): g | g; [1 | f(. as $x | $x + 1, $x * 10)]", "null", "[3,20,11,100]"),
  ]

  static let updates = [
    Case(".a = 1", "null", #"{"a":1}"#),
    Case(".[1:3] = [9]", "[0,1,2,3]", "[0,9,3]"),
    Case(".a |= . + 1", #"{"a":1}"#, #"{"a":2}"#),
    Case(".[] |= select(. > 1)", "[1,2,3]", "[2,3]"),
    Case(".a += 1, .a //= 5", #"{"a":1}"#, #"{"a":2}"#, #"{"a":1}"#),
    Case("(.. | numbers) |= -.", "[1,[2]]", "[-1,[-2]]"),
    Case("del(.[0, 2]), delpaths([[0]])", "[1,2,3]", "[2]", "[2,3]"),
    Case("[paths]", #"{"a":[1]}"#, #"[["a"],["a",0]]"#),
    Case("[path(first(.a, .b))], getpath([\"a\", \"b\"])", "null", #"[["a"]]"#, "null"),
    Case("to_entries, with_entries(.value += 1)", #"{"a":1}"#, #"[{"key":"a","value":1}]"#, #"{"a":2}"#),
    Case("[path(.a | select(.b)?)]", #"{"a":{"b":0}}"#, #"[["a"]]"#),
    Case("pick(.a.b, .c[1])", #"{"a":{"b":1,"x":2},"c":[3,4]}"#, #"{"a":{"b":1},"c":[null,4]}"#),
  ]

  @Test("A filter puts out what jq does", arguments: paths + operators + control + binding + updates)
  func putsOut(_ example: Case) throws {
    #expect(try outputs(example.filter, example.input) == example.expected)
  }

  @Test("Calls in tail position do not grow the stack")
  func tailCalls() throws {
    #expect(try outputs("def f: if . >= 100000 then . else . + 1 | f end; 0 | f") == ["100000"])
    #expect(try outputs("0 | until(. >= 100000; . + 1)") == ["100000"])
  }

  @Test("Numbers keep their digits until somebody calculates with them")
  func digits() throws {
    let input = "[9007199254740993, 1.10, 1e400]"
    #expect(try outputs(".", input) == ["[9007199254740993,1.10,1e400]"])
    #expect(try outputs("map({n: .}) | .[0].n", input) == ["9007199254740993"])
    #expect(try outputs(".[0] == 9007199254740992, .[1] == 1.1", input) == ["false", "true"])
    #expect(try outputs(".[0] + 0, .[2] + 0", input) == ["9007199254740992", "1.7976931348623157e+308"])
  }
}
