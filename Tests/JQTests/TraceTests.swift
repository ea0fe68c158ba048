import JQ
import ParleyEngine
import Testing

@Suite("Provenance", .timeLimit(.minutes(1)))
struct TraceTests {
  static let shop: JSONValue = [
    "items": [
      ["id": 7, "name": "Tea", "price": 5], ["id": 9, "name": "Cup", "price": 12],
      ["id": 4, "name": "Pot", "price": 30],
    ]
  ]

  static let examples: [(String, [String])] = [
    (".items[1].id", [". ← .items[1].id"]),
    ("{id: (.items | min_by(.price) | .id)}", [".id ← .items[0].id"]),
    (
      "[.items[] | select(.price > 10) | {id, n: .name}]",
      [
        "[0].id ← .items[1].id", "[0].n ← .items[1].name", "[1].id ← .items[2].id", "[1].n ← .items[2].name",
      ].map { ".\($0)" }
    ),
    (".items | sort_by(-.price) | .[0]", [". ← .items[2]"]),
    (".items | map(.price) | add", [". ← .items[0].price, .items[1].price, .items[2].price (add)"]),
    (".items |= map(.id) | .items[2]", [". ← .items[2].id"]),
    (
      ".items[0] + {x: 1}",
      [".id ← .items[0].id", ".name ← .items[0].name", ".price ← .items[0].price", ".x ← written in the filter"]
    ),
    (#""\(.items[0].name)!""#, [". ← .items[0].name (text)"]),
    (".items | group_by(.price > 10) | .[1][0].id", [". ← .items[1].id"]),
    (".items[0] | .price * 2", [". ← .items[0].price (*)"]),
    (".items[0].id as $id | .items[] | select(.id == $id) | .name", [". ← .items[0].name"]),
    (".items | length", [". ← .items (length)"]),
    ("1", [". ← written in the filter"]),
  ]

  @Test("Every value of the output names where it came from", arguments: examples)
  func names(_ filter: String, _ expected: [String]) throws {
    let trace = try #require(try JQProgram(filter).traces(of: Self.shop).first)
    #expect(trace.leaves().map { "\($0.path) ← \($0.source)" } == expected)
  }

  @Test("Variables are named")
  func variables() throws {
    let program = try JQProgram("{a: $steps.cart.id}", variables: ["steps"])
    let trace = try #require(try program.traces(of: nil, variables: ["steps": ["cart": ["id": 3]]]).first)
    #expect(trace.origin(of: [.key("a")])?.description == "$steps.cart.id")
  }

  @Test("Many places become one with any index")
  func manyPlaces() throws {
    let lines: JSONValue = .array((0..<100).map { ["price": .number(JSONNumber($0))] })
    let trace = try #require(try JQProgram("map(.price) | add").traces(of: lines).first)
    #expect(trace.origin(of: [])?.description == ".[*].price (add)")
  }

  @Test("A traced run gives the same values")
  func sameValues() throws {
    for filter in Self.examples.map(\.0) {
      let program = try JQProgram(filter)
      #expect(try program.traces(of: Self.shop).map(\.value) == program.values(of: Self.shop))
    }
  }
}
