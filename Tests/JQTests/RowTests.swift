import JQ
import ParleyEngine
import Testing

@Suite("The rows of a list on their way through a filter", .timeLimit(.minutes(1)))
struct RowTests {
  private static let shop: JSONValue = [
    "items": [
      ["id": 7, "kind": "a", "price": 5], ["id": 9, "kind": "b", "price": 12], ["id": 4, "kind": "a", "price": -1],
    ],
    "none": [],
  ]

  private static func rows(_ filter: String, of input: JSONValue = shop) throws -> RowAccount? {
    let trace = try #require(try JQProgram(filter).traces(of: input).first)
    return trace.rows { path in
      var value = input
      for segment in path.segments {
        switch segment {
        case .key(let name): value = value[name] ?? .null
        case .index(let index): value = value[index] ?? .null
        case .anyIndex: return nil
        }
      }
      return path.variable == nil ? value.array?.count : nil
    }
  }

  /// A letter for each row: k kept, u used, d dropped, n not taken.
  private static func letters(_ account: RowAccount?) -> String {
    (account?.fates ?? []).map { fate in
      switch fate {
      case .kept: "k"
      case .used: "u"
      case .dropped(nil): "n"
      case .dropped: "d"
      }
    }.joined()
  }

  static let examples: [(filter: String, words: String, fates: String, parts: [String])] = [
    ("[.items[] | select(.price >= 0)]", "3 in, 2 out", "kkd", ["select(.price >= 0)"]),
    (
      ".items | map(select(.price > 0 and .kind == \"a\") | {id})", "3 in, 1 out", "kdd",
      [#"select(.price > 0 and .kind == "a")"#]
    ),
    (
      "[.items[] | select(.price > 0) | select(.kind == \"b\") | .id]", "3 in, 1 out", "dkd",
      [#"select(.kind == "b")"#, "select(.price > 0)"]
    ),
    (".items | unique_by(.kind)", "3 in, 2 out", "kkd", ["unique_by(.kind)"]),
    (".items | group_by(.kind)", "3 in, 2 out", "kkk", []),
    (".items | sort_by(.price)", "3 in, 3 out", "kkk", []),
    ("[limit(2; .items[])]", "3 in, 2 out", "kkn", []),
    ("[.items[] | if .kind == \"a\" then .id else empty end]", "3 in, 2 out", "kdk", ["empty"]),
    (".items | min_by(.price)", "3 in, 1 used", "ddu", ["min_by(.price)"]),
    ("[.items[] | select(.price > 0) | .price] | add", "3 in, 2 used", "uud", ["select(.price > 0)"]),
    ("[.items[] | select(.price > 99)]", "3 in, 0 out", "ddd", ["select(.price > 99)"]),
    ("def cheap: select(.price < 10); [.items[] | cheap | .id]", "3 in, 2 out", "kdk", ["select(.price < 10)"]),
    ("[.items[].id, 1]", "3 in, 4 out", "kkk", []),
    (".items", "3 in, 3 out", "kkk", []),
    (".none", "0 in, 0 out", "", []),
  ]

  @Test("each row is told: kept, used, dropped by a part of the filter, or not taken", arguments: examples)
  func fates(_ example: (filter: String, words: String, fates: String, parts: [String])) throws {
    let account = try Self.rows(example.filter)
    #expect(account?.words == example.words && Self.letters(account) == example.fates)
    #expect((account?.parts ?? []).sorted() == example.parts.sorted())
  }

  @Test("a filter that picks one value of a list accounts for nothing, and one that makes other rows says so")
  func others() throws {
    #expect(try Self.rows(".items[1].id") == nil && Self.rows(".items | length") == nil)
    let keys = try #require(try Self.rows("keys", of: [5, 6, 7]))
    #expect(keys.words == "3 in, 3 out" && !keys.mapsRows)
  }

  @Test("the rows that came out are at their places, and added ones are counted")
  func places() throws {
    let sorted = try #require(try Self.rows(".items | sort_by(.price)"))
    #expect(sorted.fates == [.kept(1), .kept(2), .kept(0)] && sorted.added == 0)
    #expect(try Self.rows("[.items[].id, 1]")?.added == 1)
  }

  @Test("the rows of an outer list count where both differ")
  func nested() throws {
    let orders: JSONValue = [["lines": [1, 2]], ["lines": []], ["lines": [3]]]
    let account = try #require(try Self.rows("[.[] | .lines[]]", of: orders))
    #expect(account.list == "." && account.words == "3 in, 3 out")
    #expect(account.fates == [.kept(0), .dropped(by: nil), .kept(2)])
  }

  @Test("of very many rows all are counted, and the first ones told")
  func many() throws {
    let input = JSONValue.array((0..<10_000).map { .number(JSONNumber($0)) })
    let account = try #require(try Self.rows("map(select(. % 2 == 0))", of: input))
    #expect(account.words == "10000 in, 5000 out" && account.fates.count == RowAccount.most)
    #expect(account.fates[3] == .dropped(by: "select(. % 2 == 0)") && account.fates[4] == .kept(2))
  }
}
