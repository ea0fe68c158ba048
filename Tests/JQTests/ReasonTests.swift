import JQ
import ParleyEngine
import Testing

@Suite("What a condition is made of", .timeLimit(.minutes(1)))
struct ReasonTests {
  static let order: JSONValue = [
    "state": "pending", "total": 7, "tags": ["a", "b"], "note": .null,
    "items": [["id": 1, "price": 5], ["id": 2, "price": -1], ["id": 3, "price": 0]],
  ]

  static let examples: [(String, [String])] = [
    (#".state == "paid""#, [#".state = "pending" ← .state"#]),
    (".total > 10", [".total = 7 ← .total"]),
    (
      ".total > .items[0].price * 2",
      [".total = 7 ← .total", ".items[0].price * 2 = 10", "  .items[0].price = 5 ← .items[0].price"]
    ),
    (
      #".total > 3 and .state == "paid""#, [#".state == "paid" = false"#, #"  .state = "pending" ← .state"#]
    ),
    (
      #".total > 10 or .note"#, [".total > 10 = false", "  .total = 7 ← .total", ".note = null ← .note"]
    ),
    (
      ".items | length == 2",
      [".items | length = 3", #".items = [{"id":1,"price":5},{"id":2,"price":-1},{"id":3,"price":0}] ← .items"#]
    ),
    (
      (".items | all(.price > 0)"),
      [
        ".price > 0 is untrue for 2 of 3", "  .price = -1 ← .items[1].price", "  .price = 0 ← .items[2].price",
        #".items = [{"id":1,"price":5},{"id":2,"price":-1},{"id":3,"price":0}] ← .items"#,
      ]
    ),
    (
      "any(.items[]; .id == 7)",
      [
        ".id == 7 is untrue for 3 of 3", "  .id = 1 ← .items[0].id", "  .id = 2 ← .items[1].id",
        "  .id = 3 ← .items[2].id",
      ]
    ),
    (#".state | test("^paid")"#, [#".state = "pending" ← .state"#]),
    (#".tags | contains(["c"])"#, [#".tags = ["a","b"] ← .tags"#]),
    (#".tags | index("c")"#, [#".tags = ["a","b"] ← .tags"#]),
    ("(.total > 3) | not", [".total > 3 = true", "  .total = 7 ← .total"]),
    (#"def paid: .state == "paid"; paid"#, [#".state = "pending" ← .state"#]),
    ("def over($n): .total > $n; over(10)", [".total = 7 ← .total", "$n = 10"]),
    ("def has(f): f != null; has(.note)", ["f = null ← .note"]),
    (".total as $t | $t == 8", ["$t = 7 ← .total"]),
    (".items as [$a, $b] | $b.price == 9", ["$b.price = -1 ← .items[1].price"]),
    (
      ".items[0] as {id: $i, price: $p} | ($i + $p == 9)",
      ["$i + $p = 6", "  $i = 1 ← .items[0].id", "  $p = 5 ← .items[0].price"]
    ),
    (
      "any(.items[] | select(.id > 7); .price > 0)",
      [".items[] | select(.id > 7) gave nothing", "  .items[] gave 3 values"]
    ),
    (
      "[.items[] | select(.id > 7)] | any(.price > 0)",
      ["[.items[] | select(.id > 7)] = []"]
    ),
    (".items[0] | {id} == {}", [#".items[0] | {id} = {"id":1}"#]),
    (
      "if .note then true else .state == \"paid\" end",
      [
        ".note = null ← .note", #".state == "paid" = false"#, #"  .state = "pending" ← .state"#,
      ]
    ),
    (".note // false", [".note = null ← .note"]),
    (".ok", [".ok = null ← .ok"]),
    (".items[] | .price > 0", [".items[] gave 3 values"]),
    ("$limits.most >= .total", ["$limits.most = 5 ← $limits.most", ".total = 7 ← .total"]),
    (
      ".state + 1 == 2",
      [".state + 1 failed: string (\"pending\") and number (1) cannot be added", #"  .state = "pending" ← .state"#]
    ),
  ]

  @Test("The parts that matter stand below it, each with its value and its place", arguments: examples)
  func parts(_ filter: String, _ expected: [String]) throws {
    let program = try JQProgram(filter, variables: ["limits"])
    let parts = program.reasons(on: Self.order, variables: ["limits": ["most": 5]])
    #expect(parts.map(Self.line) == expected)
  }

  /// Functions of a list that the filter itself built, and the places that they worked on.
  static let ofBuilt: [(String, String)] = [
    ("add", ".items[0].price, .items[1].price, .items[2].price (add)"), ("length", "(length)"),
    ("max", ".items[0].price"), ("join(\",\")", ""), ("unique", ""), ("@csv", ""), (".[1:]", ""), ("sort", ""),
  ]

  @Test("A function of a list that the filter built is traced to what the list was made of", arguments: ofBuilt)
  func built(_ function: String, _ words: String) throws {
    let parts = try JQProgram(".items | map(.price) | \(function) == \"x\"").reasons(on: Self.order)
    for part in parts {
      if case .computed(_, let places)? = part.source { #expect(!places.isEmpty, "\(part.text)") }
    }
    #expect(parts.contains { $0.source?.description.contains(words) ?? words.isEmpty }, "\(parts)")
  }

  @Test("Of a long list the places are told as one")
  func many() throws {
    let many = JSONValue.array((0..<500).map { ["n": .number(JSONNumber($0))] })
    let parts = try JQProgram("map(.n) | add == 1").reasons(on: many)
    #expect(parts.first?.source == .computed(by: "add", from: [JQPath(segments: [.anyIndex, .key("n")])]))
  }

  @Test("A secret is masked in its parts")
  func secrets() throws {
    let secrets = JQSecrets(input: SecretParts([try ValuePath(parsing: ".token")]))
    let parts = try JQProgram(#".token == "abc""#).reasons(on: ["token": "hunter22"], hiding: secrets)
    #expect(parts.map(\.outcome) == [.value(.string(Secrets.mask))])
  }

  @Test("However large and deep a condition is, few parts are shown")
  func bounds() throws {
    let long = (0..<300).map { ".a\($0) == 1" }.joined(separator: " or ")
    #expect(try JQProgram(long).reasons(on: [:]).count <= 16)
    let endless = try JQProgram("def f: f and true; f").reasons(on: 1)
    #expect(endless.count <= 16)
    let many = JSONValue.array((0..<10_000).map { .number(JSONNumber($0)) })
    #expect(try JQProgram("all(. < 5)").reasons(on: many).first?.outcome == .untrue(9_995, of: 10_000))
  }

  private static func line(_ part: JQPart) -> String {
    let outcome: String =
      switch part.outcome {
      case .value(let value): "= \(value)"
      case .nothing: "gave nothing"
      case .several(let count): "gave \(count) values"
      case .failed(let message): "failed: \(message)"
      case .untrue(let count, let total): "is untrue for \(count) of \(total)"
      }
    let path: String? = if case .copied(let path)? = part.source { path.description } else { nil }
    return String(repeating: "  ", count: part.depth) + "\(part.text) \(outcome)" + (path.map { " ← \($0)" } ?? "")
  }
}

@Suite("What a filter lost on the way", .timeLimit(.minutes(1)))
struct FindingTests {
  static let shop: JSONValue = [
    "limit": .null, "vip": false,
    "items": [["id": 1, "tenant": "a1", "price": 5], ["id": 2, "tenant": "a1", "price": 8]],
  ]

  static let examples: [(String, [String])] = [
    (
      "[.items[] | select(.tenant == $vars.tenant)] | map(.price) | add",
      ["add of nothing", #"dropped 2 of 2 at .items[0]: .tenant = "a1", $vars.tenant = """#]
    ),
    (".items | map(select(.price > 5)) | length", ["dropped 1 of 2 at .items[0]: .price = 5"]),
    (".limit // 10", ["default 10: .limit = null"]),
    ("if .vip then 0 else 5 end", [".vip is false: .vip = false"]),
    ("{total: (.limit // 10), count: (.items | length)}", ["default 10: .limit = null"]),
    (
      "def open: select(.price > 100); [.items[] | open] | first",
      ["first of nothing", "dropped 2 of 2 at .items[0]: .price = 5"]
    ),
    ("[.items[] | {id, cost: .price} | select(.cost > 5)]", ["dropped 1 of 2 at ?: .cost = 5"]),
    ("first(.items[] | select(.id == 2)) | .price", ["dropped 1 of 2 at .items[0]: .id = 1"]),
    (".items | map(.price) | add", []),
  ]

  @Test("It is named with what it depended on, the nearest first", arguments: examples)
  func findings(_ filter: String, _ expected: [String]) throws {
    let program = try JQProgram(filter, variables: ["vars"])
    let findings = program.findings(on: Self.shop, variables: ["vars": ["tenant": ""]])
    #expect(findings.map(Self.line) == expected)
  }

  @Test("Only what is on the way to the part that was asked for is named")
  func path() throws {
    let program = try JQProgram("{total: (.limit // 10), fee: (.vip // 3)}")
    #expect(program.findings(at: [.key("fee")], on: Self.shop).map(Self.line) == ["default 3: .vip = false"])
  }

  @Test("Ten thousand rows are asked at once")
  func many() throws {
    let rows = JSONValue.array((0..<10_000).map { ["n": .number(JSONNumber($0))] })
    let findings = try JQProgram("map(select(.n % 2 == 0)) | length").findings(on: rows)
    #expect(findings.map(Self.line) == ["dropped 5000 of 10000 at .[1]: .n % 2 = 1, .n = 1"])
  }

  @Test("Of more rows than one evaluation may take each is counted, and of rows that fail too")
  func halves() throws {
    let rows = JSONValue.array((0..<2_000).map { ["n": .number(JSONNumber($0))] })
    let filter = try JQProgram("map(select(.n % 2 == 0)) | length")
    let limits = JQLimits(steps: 4_000, outputs: 100_000, memory: 96 << 20, time: .seconds(60))
    #expect(
      filter.findings(on: rows, limits: limits).map(Self.line) == ["dropped 1000 of 2000 at .[1]: .n % 2 = 1, .n = 1"])
    let mixed: JSONValue = [["n": 2], "two", ["n": 3]]
    #expect(filter.findings(on: mixed).map(Self.line).first?.hasPrefix("dropped 2 of 3 at .[1]") == true)
  }

  @Test("What cannot lose anything is not evaluated, however long it would take")
  func untouched() throws {
    let filter = try JQProgram("{rows: [range(1000000) | {id: .}], fee: (.fee // 3)}")
    #expect(filter.findings(on: [:]).map(Self.line) == ["default 3: .fee = null"])
    #expect(filter.findings(at: [.key("rows")], on: [:]).isEmpty)
  }

  private static func line(_ finding: JQFinding) -> String {
    func words(_ parts: [JQPart]) -> String {
      parts.map { part in
        if case .value(let value) = part.outcome { "\(part.text) = \(value)" } else { part.text }
      }.joined(separator: ", ")
    }
    switch finding {
    case .dropped(let dropped):
      let first = dropped.first.map(\.description) ?? "?"
      return "dropped \(dropped.total - dropped.kept) of \(dropped.total) at \(first): \(words(dropped.parts))"
    case .fallback(let text, let part): return "default \(text): \(words([part]))"
    case .branch(let condition, let isTrue, let parts): return "\(condition) is \(isTrue): \(words(parts))"
    case .ofNothing(let function): return "\(function) of nothing"
    }
  }
}
