import JQ
import ParleyEngine
import Testing

@Suite("Mistakes", .timeLimit(.minutes(1)))
struct ErrorTests {
  static let mistakes = [
    (".items | lenght", "line 1, column 10: unknown function “lenght/0”; did you mean “length/0”?"),
    ("split()", "line 1, column 7: found “)”, expected an expression"),
    (".a |\n  .b + ", "line 2, column 8: found the end of the filter, expected an expression"),
    ("\"é\" | $x", "line 1, column 7: unknown variable “$x”"),
    ("customer[0].id", "line 1, column 1: unknown function “customer/0”; did you mean “.customer”?"),
    (". as $item | $itme", "line 1, column 14: unknown variable “$itme”; did you mean “$item”?"),
    ("if . then 1", "line 1, column 12: found the end of the filter, expected “elif”, “else” or “end”"),
    ("{a: 1", "line 1, column 6: found the end of the filter, expected “,” or “}”"),
    ("{1: 2}", "line 1, column 2: found “1”, expected a name; an object's keys are strings: write it in quotes"),
    ("\"abc", "line 1, column 1: the string has no closing quote"),
    ("1 ~ 2", "line 1, column 3: unexpected “~”"),
    (".a | é", "line 1, column 6: unexpected “é”"),
    ("\"a\\q\"", #"line 1, column 3: unknown escape; expected one of \" \\ \/ \b \f \n \r \t \u \("#),
    ("\"\\u12g4\"", #"line 1, column 2: expected four hexadecimal digits after \u"#),
    ("\"\\", #"line 1, column 2: unknown escape; expected one of \" \\ \/ \b \f \n \r \t \u \("#),
    ("1 == 1 == 1", "line 1, column 8: found “==”, expected no second “==” without parentheses"),
    ("@bas64", "line 1, column 1: bas64 is not a valid format; did you mean “@base64”?"),
    ("break $out", "line 1, column 1: “break $out” stands in no “label $out”"),
    ("input", "line 1, column 1: “input” is not available: a filter sees one input, which is “.”"),
    ("$ENV", "line 1, column 1: “$ENV” is not available: a filter does not read the environment of the program"),
    ("join", "line 1, column 1: unknown function “join/0”; there is “join/1”"),
  ]

  @Test("A mistake is found before the filter runs, with its place", arguments: mistakes)
  func isFound(_ example: (filter: String, sentence: String)) {
    #expect(mistake(example.filter) == example.sentence)
  }

  @Test(
    "What reaches outside is refused",
    arguments: [
      "import \"a\" as a; 1", "include \"a\"; 1", "env", "$ENV.HOME", "input", "inputs", "debug", "debug(1)", "stderr",
      "halt", "halt_error", "input_line_number", "input_filename", "get_search_list", "modulemeta", "$__prog_args",
    ])
  func isRefused(_ filter: String) {
    #expect(mistake(filter)?.contains("is not available") == true)
  }

  static let failures = [
    (".a", "[1]", "Cannot index array with string \"a\""),
    (".[]", "1", "Cannot iterate over number (1)"),
    (". + {}", "1", "number (1) and object ({}) cannot be added"),
    ("1 / .", "0", "number (1) and number (0) cannot be divided because the divisor is zero"),
    ("error({code: 1})", "null", #"{"code":1} (not a string)"#),
    ("path(1 + 1)", "null", "Invalid path expression with result 2"),
    (#"test("(")"#, #""x""#, "( (at 1) is not a valid regex: missing closing parenthesis"),
  ]

  @Test("A failure says what jq says", arguments: failures)
  func fails(_ example: (filter: String, input: String, sentence: String)) throws {
    #expect(try failure(example.filter, example.input)?.message == example.sentence)
  }

  @Test("A failure knows its place in the filter")
  func place() throws {
    let error = try #require(try failure(".a\n| .b", #"{"a":[]}"#))
    #expect(error.line == 2)
    #expect(error.column == 3)
  }
}
