import JQ
import ParleyEngine
import Testing

@Suite("The functions", .timeLimit(.minutes(1)))
struct FunctionTests {
  static let collections = [
    Case("length, (.[0] | length)", #"["héllo"]"#, "1", "5"),
    Case("keys, keys_unsorted", #"{"b":1,"a":2}"#, #"["a","b"]"#, #"["b","a"]"#),
    Case("add, add(.[] * 2)", "[1,2,3]", "6", "12"),
    Case("any(. > 2), all(. > 0), ([] | any, all)", "[1,3]", "true", "true", "false", "true"),
    Case("sort, unique, reverse", "[3,1,3]", "[1,3,3]", "[1,3]", "[3,1,3]"),
    Case("sort_by(.a), min_by(.a), max_by(.a)", #"[{"a":2},{"a":1}]"#, #"[{"a":1},{"a":2}]"#, #"{"a":1}"#, #"{"a":2}"#),
    Case("group_by(. % 2), unique_by(. % 2)", "[1,2,3]", "[[2],[1,3]]", "[2,1]"),
    Case("flatten, flatten(1)", "[1,[2,[3]]]", "[1,2,3]", "[1,2,[3]]"),
    Case("has(0), (.[0] | has(\"a\"))", #"[{"a":1}]"#, "true", "true"),
    Case("contains([1]), inside([3,2,1])", "[1,2]", "true", "true"),
    Case("transpose", "[[1,2],[3]]", "[[1,3],[2,null]]"),
    Case("from_entries", #"[{"name":"a","value":1},{"k":"b","v":2}]"#, #"{"a":1,"b":2}"#),
    Case("bsearch(2), bsearch(5)", "[1,2,3]", "1", "-4"),
    Case("[combinations]", "[[1,2],[3]]", "[[1,3],[2,3]]"),
    Case("walk(if type == \"number\" then . + 1 else . end)", "[1,[2]]", "[2,[3]]"),
    Case("[tostream], fromstream(tostream)", "[1]", "[[[0],1],[[0]]]", "[1]"),
    Case("INDEX(.id), (.[] | IN({id: 1}))", #"[{"id":1}]"#, #"{"1":{"id":1}}"#, "true"),
    Case("indices(1), index(1), rindex(1)", "[1,2,1]", "[0,2]", "0", "2"),
  ]

  static let texts = [
    Case("split(\", \"), join(\"-\")?", #""a, b""#, #"["a","b"]"#),
    Case("join(\"-\")", #"["a",1,null,true]"#, #""a-1--true""#),
    Case("ascii_upcase, ascii_downcase", #""Aé""#, #""Aé""#, #""aé""#),
    Case("ltrimstr(\"a\"), rtrimstr(\"b\"), trimstr(\"a\"), trim", #""a b""#, #"" b""#, #""a ""#, #"" b""#, #""a b""#),
    Case("startswith(\"a\"), endswith(\"a\")", #""ab""#, "true", "false"),
    Case("explode, (explode | implode)", #""aé""#, "[97,233]", #""aé""#),
    Case("tojson, (tojson | fromjson)", "[1.5]", #""[1.5]""#, "[1.5]"),
    Case("tonumber, tostring, utf8bytelength", #""12""#, "12", #""12""#, "2"),
    Case(#""\(.) and \(. + 1)""#, "1", #""1 and 2""#),
    Case(
      "@base64, (@base64 | @base64d), @base32, (@base32 | @base32d)", #""hi!""#, #""aGkh""#, #""hi!""#, #""NBUSC===""#,
      #""hi!""#),
    Case(
      "@csv, @tsv, @sh", #"["a\"b",1,null]"#.replacing(",null", with: ""), #""\"a\"\"b\",1""#, #""a\"b\t1""#,
      #""'a\"b' 1""#),
    Case(#"@uri "q=\(.)", (@uri | @urid)"#, #""a b/ü""#, #""q=a%20b%2F%C3%BC""#, #""a b/ü""#),
  ]

  static let expressions = [
    Case(#"test("B"; "i"), test(["b", "x"])"#, #""abc""#, "true", "true"),
    Case(#"match("(?<y>\\d+)") | .offset, .length, .captures[0].name"#, #""é 2024""#, "2", "4", #""y""#),
    Case(#"capture("(?<a>[a-z])(?<n>\\d)?")"#, #""x1""#, #"{"a":"x","n":"1"}"#),
    Case(#"[scan("\\d")], [scan("(\\w)(\\d)")]"#, #""a1b2""#, #"["1","2"]"#, #"[["a","1"],["b","2"]]"#),
    Case(#"[splits(", *")], split("B"; "i")"#, #""a, b,c""#, #"["a","b","c"]"#, #"["a, ",",c"]"#),
    Case(#"sub("(?<l>[a-z])"; "<\(.l)>"), gsub("[a-z]"; "x")"#, #""ab""#, #""<a>b""#, #""xx""#),
    Case(#"[gsub("a"; "x", "y")], gsub("^"; ">")"#, #""aa""#, #"["xx","yy"]"#, #"">aa""#),
  ]

  static let numbers = [
    Case("floor, ceil, round, sqrt", "2.25", "2", "3", "2", "1.5"),
    Case("pow(2; 10), log2, exp10", "1", "1024", "0", "10"),
    Case("[range(3)], [range(5; 0; -2)]", "null", "[0,1,2]", "[5,3,1]"),
    Case("infinite, nan, -infinite", "null", "1.7976931348623157e+308", "null", "-1.7976931348623157e+308"),
    Case("[nan] | sort, (.[0] < .[0]), (.[0] | isnan)", "null", "[null]", "true", "true"),
    Case("1e17 + 0, 1e-5 + 0, 0.1 + 0.2, 3.0 + 0", "null", "1e+17", "1e-05", "0.30000000000000004", "3"),
    Case("abs, toarray", "-3", "3", "[-3]"),
  ]

  static let dates = [
    Case("todate, (todate | fromdate)", "1425599621", #""2015-03-05T23:53:41Z""#, "1425599621"),
    Case("gmtime, (gmtime | mktime)", "1425599621", "[2015,2,5,23,53,41,4,63]", "1425599621"),
    Case(#"strptime("%d.%m.%Y") | mktime | strftime("%A")"#, #""05.03.2015""#, #""Thursday""#),
  ]

  @Test("A function gives what jq's gives", arguments: collections + texts + expressions + numbers + dates)
  func gives(_ example: Case) throws {
    #expect(try outputs(example.filter, example.input) == example.expected)
  }
}
