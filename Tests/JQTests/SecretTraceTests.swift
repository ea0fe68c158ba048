import JQ
import ParleyEngine
import TestSupport
import Testing

@Suite("What filters make of secrets", .timeLimit(.minutes(5)))
struct SecretTraceTests {
  private static let parts = SecretParts([
    ValuePath([.key("token")]), ValuePath([.key("list"), .index(1), .key("token")]), ValuePath([.key("pin")]),
  ])

  /// The same but for the secrets, of which no character is the same.
  private static func document(_ token: String, pin: Int) -> JSONValue {
    [
      "token": .string(token), "name": "Ada", "pin": .number(JSONNumber(pin)), "note": .string("It is \(token)."),
      "list": [["name": "Tea"], ["name": "Cup", "token": .string(token)], ["name": "Pot"]],
    ]
  }

  /// What anybody sees of the outputs.
  private static func shown(
    _ filter: String, _ token: String, pin: Int = 4711, expectsError: Bool = true
  ) throws -> [JSONValue] {
    let program = try JQProgram(filter, variables: ["steps"])
    let input = document(token, pin: pin)
    var secrets = JQSecrets(input: parts, known: Secrets([token]))
    secrets.variables["steps"] = SecretParts([ValuePath([.key("login"), .key("token")])])
    let steps: JSONValue = ["login": ["token": .string(token), "id": 7]]
    do {
      let traces = try program.traces(of: input, variables: ["steps": steps], hiding: secrets)
      var known = Secrets([token])
      for trace in traces { known.formUnion(Secrets(trace.derivedSecrets)) }
      return traces.map { known.maskingForeign($0.secretParts.masked($0.value)) }
    } catch {
      let text = Secrets([token]).maskingForeign(error.description)
      #expect(!(0...token.count - 6).contains { text.contains(token.dropFirst($0).prefix(6)) }, "\(filter): \(text)")
      return text.contains(Secrets.mask) && !expectsError ? [failure] : [.string(text)]
    }
  }

  private static let mask = JSONValue.string(Secrets.mask)
  private static let failure = JSONValue.string("failed")

  @Test(
    "What was taken out of a secret is one, and nothing else is",
    arguments: [
      (".token[0:8]", mask), (".token[:3]", mask), (".token | explode | reverse | implode", mask),
      (".token | split(\"\") | join(\"-\")", mask), (".token | @base64", mask),
      ("{name, t: .token[2:4]}", ["name": "Ada", "t": mask]),
      ("{id: $steps.login.id, t: ($steps.login.token | @uri)}", ["id": 7, "t": mask]),
      (
        "[.list[] | {name, token}]",
        [["name": "Tea", "token": nil], ["name": "Cup", "token": mask], ["name": "Pot", "token": nil]]
      ),
      (".pin + 1", mask), ("[.pin, .name]", [mask, "Ada"]), (".pin | length", mask),
      (".token | length", 24), (".token | test(\"[a-z]\")", true), (".token == \"x\"", false),
      (".token | type", "string"),
      ("[.token, .name] | map(length)", [24, 3]), ("if .token then \"signed in\" else \"not\" end", "signed in"),
      ("[.list[] | select(.token) | .name]", ["Cup"]), (".list | map(.name) | join(\", \")", "Tea, Cup, Pot"),
      (".note", .string("It is \(Secrets.mask).")), (".note[6:]", mask),
      ("{note} + {name}", ["note": .string("It is \(Secrets.mask)."), "name": "Ada"]),
      ("{(.token[0:8]): 1, name}", [Secrets.mask: 1, "name": "Ada"]), ("{(.token[0:3]): 1, name}", mask),
      (
        ".token | match(\"(?<username>..)\") | {length, c: .captures[0].name, s: .string}",
        ["length": 2, "c": "username", "s": mask]
      ),
      ("[.token, \"a\"] | sort | length", 2), ("\"x\" | sub(\"x\"; $steps.login.token[0:5])", mask),
      ("[.list[].name] | index(\"Cup\")", 1), (".list | map(has(\"token\"))", [false, true, false]),
      ("to_entries | map(.key)", ["token", "name", "pin", "note", "list"]), ("[paths(type == \"number\")]", [["pin"]]),
      (".list[1] | keys", ["name", "token"]), ("[.[] | scalars | tostring | length] | add > 3", true),
    ] as [(String, JSONValue)])
  func examples(filter: String, expected: JSONValue) throws {
    #expect(try Self.shown(filter, "token-of-ada-0123456789x") == [expected], "\(filter)")
  }

  @Test("What an error quotes of a secret is masked, and where it was stays")
  func errors() throws {
    for filter in [".token + 1", "error(.token[0:9])", ".token | tonumber", ".token | keys"] {
      let shown = try Self.shown(filter, "token-of-ada-0123456789x")
      #expect(!"\(shown)".contains("token-of") && "\(shown)".contains(Secrets.mask), "\(filter): \(shown)")
    }
    #expect(try Self.shown(".name + 1", "token-of-ada-0123456789x").first?.string?.contains("Ada") == true)
    #expect(try Self.shown("try (.token + 1) catch .", "token-of-ada-0123456789x") == [Self.mask])
  }

  @Test("Names of members that were made of a secret are told, and those of others are not")
  func names() throws {
    let secret = "token-of-ada-0123456789x"
    let filter = "{(.token[0:9]): 1, (.name): 2, deep: [{(.token): {x: 1}}], (.token[0:3]): 3}"
    let traces = try JQProgram(filter).traces(
      of: Self.document(secret, pin: 1), hiding: JQSecrets(input: Self.parts))
    #expect(traces.map { $0.secretNames.sorted() } == [["token-of-", secret]])
  }

  @Test("An evaluation that takes too long to be repeated tells nothing of its own texts in its errors")
  func long() throws {
    let filter = ".token as $t | reduce range(1100000) as $i (0; . + 1) | error($t[0:9])"
    do {
      try JQProgram(filter).forEachValue(
        of: JQDocument(Self.document("token-of-ada-0123456789x", pin: 1)), hiding: JQSecrets(input: Self.parts)
      ) { _ in }
      Issue.record("It did not fail.")
    } catch { #expect(!"\(error)".contains("token-of"), "\(error)") }
  }

  @Test("An untraced evaluation of a secret tells nothing of it in its errors")
  func untraced() throws {
    let secrets = JQSecrets(input: Self.parts)
    for filter in [".token + 1", "error(.token)", "[.token] | add | error"] {
      do {
        try JQProgram(filter).forEachValue(
          of: JQDocument(Self.document("token-of-ada-0123456789x", pin: 1)), hiding: secrets
        ) { _ in }
        Issue.record("\(filter) did not fail")
      } catch { #expect(!"\(error)".contains("token-of"), "\(filter): \(error)") }
    }
  }

  private static let sources = [
    ".token", "$steps.login.token", ".list[1].token", "(.list[] | .token // empty)", ".note",
  ]

  /// From a text to a text.
  private static let steps = [
    ".[0:8]", ".[3:]", ".[:5]", ".[-6:]", "ascii_upcase", "ascii_downcase", "explode | reverse | implode", "@base64",
    "@uri",
    "@json", "@sh", "@html", "@text", "tojson", "split(\"\") | join(\"-\")", "[., .] | add", ". + \"x\"", "\"a\\(.)b\"",
    "@base64 \"u \\(.)\"", "[match(\".\"; \"g\").string] | join(\"\")", "capture(\"(?<x>.{2})\").x",
    "sub(\"^.\"; \"\")",
    "gsub(\"[0-9]\"; \"#\")", "[scan(\"..\")] | join(\"/\")", "ltrimstr(\"a\")", "explode | map(. + 1) | implode",
    "reduce (explode | .[]) as $c (\"\"; \"\\([$c] | implode)\" + .)",
    "[foreach (explode | .[]) as $c (0; . + $c)] | map(tostring) | join(\",\")", "{(.): 1} | keys[0]",
    "{(.): 1} | to_entries[0].key", "{a: .} | tojson | fromjson | .a", "[.] | @csv", ". as $t | {x: $t} | .x",
    "try error(.) catch .", "try (. + 1) catch .", "@base64 | @base64d", "first(., \"z\")", "[limit(1; .)] | .[0]",
    "explode | tojson", "[splits(\"a\")] | join(\"b\")", "{k: .} | with_entries(.value |= .[1:4]) | .k",
    "[.] | .[0] += \"y\" | .[0]", "{} | .[\"x\"] = \"q\" | tojson", "[., \"q\"] | sort | join(\"+\")",
    "{a: {b: .}} | [paths(strings) as $p | getpath($p)] | join(\"\")", "[.] | map(select(. != null)) | first",
    "[tostream] | tojson", "{a: .} | walk(if type == \"string\" then .[1:] else . end) | .a",
    "[.[0:2], .[2:4]] | join(\"\")",
    "label $out | (., break $out)", "explode | .[2:] | implode", "[., .] | unique | .[0]", "{a: .} | del(.b) | .a",
    "[{key: ., value: 1}] | from_entries | keys | join(\"\")", "[., 1] | .[1] = 2 | .[0]",
    "(split(\"\") + [\"x\"]) | join(\"\")", "split(\"\") | .[0] = \"x\" | join(\"\")", "{a: ., b: 1} * {b: 2} | .a",
  ]

  private static let wrappings = [
    "{out: (X), name: .name}", "[X]", "{(X): 1}", "{a: [X], n: [.list[].name]}", "X as $v | {v: $v, name: .name}",
    "reduce (X) as $v ({}; .[$v] = 1)", "[.list[].name] + [X]", "{name, list: [.list[] | {name}]} + {x: (X)}",
    "{(X | tostring | .[0:3]): .name}", "[X] | to_entries", "{x: (X)} | [leaf_paths, tojson]", "(X) | error",
    "{deep: {deeper: [[X]]}} | .deep.deeper[0]", "[X] | {first: .[0], n: length}",
    ".y = (X) | del(.token, .note, .pin, .list)",
  ]

  @Test("Nothing that anybody sees of an output depends on a secret", arguments: Sample.of(Array(1...12), 5))
  func independent(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let source = Self.sources.randomElement(using: &generator) ?? ""
      let way = (0..<Int.random(in: 1...4, using: &generator)).compactMap { _ in
        Self.steps.randomElement(using: &generator)
      }
      let wrapping = Self.wrappings.randomElement(using: &generator) ?? ""
      let filter = wrapping.replacing("X", with: ([source] + way).map { "(\($0))" }.joined(separator: " | "))
      let (token, other) = Self.tokens(&generator)
      let (left, right) = (
        try Self.shown(filter, token, expectsError: false), try Self.shown(filter, other, expectsError: false)
      )
      // Whether a filter fails is a test.
      if [left, right].contains([Self.failure]) { continue }
      #expect(left == right, "\(filter)\n\(token): \(left)\n\(other): \(right)")
    }
  }

  /// Two of the same kinds of characters, which differ everywhere.
  private static func tokens(_ generator: inout SeededGenerator) -> (String, String) {
    let kinds = [Array("0123456789"), Array("bcdefghijklmnopqrstuvwxyz"), Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")]
    var (left, right) = ("", "")
    for _ in 0..<Int.random(in: 12...40, using: &generator) {
      let kind = kinds.randomElement(using: &generator) ?? []
      let index = Int.random(in: kind.indices, using: &generator)
      left.append(kind[index])
      right.append(kind[(index + Int.random(in: 1..<kind.count, using: &generator)) % kind.count])
    }
    return (left, right)
  }
}
