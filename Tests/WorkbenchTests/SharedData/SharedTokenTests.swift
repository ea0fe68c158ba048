import ParleyEngine
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import ParleyText
@testable import WorkbenchLive

@Suite("Tokens are found wherever they stand", .timeLimit(.minutes(2)))
struct SharedTokenTests {
  private static let now = Timestamp(microseconds: 1_764_100_000_000_000)

  static func token(_ claims: JSONValue) -> String {
    let parts = [["alg": "HS256"], claims].map { Base64.encodeForURL(JSONPrinter.compact.bytes(of: $0)) }
    return (parts + ["c2lnbmF0dXJl"]).joined(separator: ".")
  }

  private static let soon = token(["sub": "ada", "exp": 1_764_100_200])
  private static let later = token(["sub": "bob", "exp": 1_764_200_000])

  @Test(
    "in JSON, behind a scheme, in headers, cookies and queries: each is found, counted down and filtered by type:jwt",
    arguments: [
      SharedValue.json(["auth": ["access": .string(soon)], "list": [.string(later)]]), .text("Bearer \(soon)"),
      .text("bearer \(soon)"), .text("Authorization: Bearer \(soon)"), .text("session=\(soon); Path=/; HttpOnly"),
      .text("https://x.test/?a=1&token=\(soon)#end"), .json(["header": .string("Bearer \(soon)")]),
      .json(["cookie": .string("a=b; session=\(soon)")]), .json(.string(soon)), .text(soon),
      .json(["packed": .string(#"{"inner":"\#(soon)"}"#)]),
    ])
  func found(value: SharedValue) throws {
    #expect(SharedFilter("type:jwt").accepts(value))
    let decoded = try #require(DecodedValue(value))
    #expect(decoded.title(at: Self.now).contains("expires in 3 min 20 s"), "\(decoded.title(at: Self.now))")
    #expect(decoded.title(at: Self.now).contains("signature not checked"))
    #expect(decoded.moment == Self.now.advanced(by: .seconds(200)) && decoded.hasToken)
    #expect("\(decoded.shown)".contains("ada") || decoded.encodings.isEmpty)
  }

  @Test(
    "what only looks like one is none",
    arguments: [SharedValue.text("Bearer abc"), .text("eyJ.eyJ.x"), .json(["a": "ey.b.c"]), .text("v1.\(soon)")])
  func none(value: SharedValue) {
    #expect(!SharedFilter("type:jwt").accepts(value))
    #expect(DecodedValue(value)?.hasToken != true)
  }

  @Test("the places of several are said, the first to expire first")
  func places() throws {
    let decoded = try #require(
      DecodedValue(.json(["refresh": .string(Self.later), "access": .string("Bearer \(Self.soon)")])))
    #expect(
      decoded.title(at: Self.now)
        == "JWT in strings · .access expires in 3 min 20 s, 1 more · signature not checked")
    let cookies = try #require(DecodedValue(.text("a=1; session=\(Self.soon); other=\(Self.later)")))
    #expect(cookies.title(at: Self.now).contains("session expires in"))
    #expect(cookies.shown.json?["session"]?["claims"]?["sub"] == "ada")
    #expect(cookies.shown.json?["other"]?["claims"]?["sub"] == "bob")
  }

  @Test("a document around a token is edited decoded; the token itself is not")
  func edits() throws {
    let value = SharedValue.json(["token": .string(Self.soon), "n": 1])
    let decoded = try #require(DecodedValue(value))
    var document = try #require(decoded.shown.json?.object)
    document["n"] = 2
    #expect(try decoded.encoding(.object(document)) == .json(["token": .string(Self.soon), "n": 2]))
    document["token"] = ["header": [:], "claims": ["sub": "eve"]]
    #expect(throws: DecodedEditError.readOnly) { try decoded.encoding(.object(document)) }
    let scheme = try #require(DecodedValue(.text("Bearer \(Self.soon)")))
    #expect(scheme.encodings.map(\.words) == ["Bearer", "JWT"] && scheme.whyReadOnly != nil)
  }
}

@Suite("Keys by when they expire", .timeLimit(.minutes(1)))
struct SharedExpiryFilterTests {
  @Test("the list counts down a token inside of JSON, and the value's first line keeps its end", arguments: [80, 120])
  func tokenInside(width: Int) async throws {
    let screen = try await SharedScreen(width, 24) { session in
      let end = Timestamp.now().advanced(by: .seconds(40 * 3600)).microseconds / 1_000_000
      let token = SharedTokenTests.token(["exp": .number(JSONNumber(Int(end)))])
      try await session.shared.set("login", .json(["access_token": .string(token)]), writer: "user/login")
    }
    let text = await screen.bench.idle()
    #expect(text.contains("1d 16h") || text.contains("1d 15h"), "\(text)")
    #expect(text.contains("expires in 1 d") || text.contains("expires in 39 h"), "\(text)")
  }

  private func screen() async throws -> SharedScreen {
    let screen = try await SharedScreen(120, 30) { session in
      let now = Timestamp.now()
      for (name, seconds) in [("soon", 1000), ("day", 80_000), ("week", 500_000)] {
        try await session.shared.set(name, "v", lifetime: .until(now.advanced(by: .seconds(seconds))))
      }
      try await session.shared.set("over", "v", lifetime: .until(Timestamp(microseconds: 1)))
      try await session.shared.set("always", "v")
    }
    await screen.bench.idle()
    return screen
  }

  @Test("a column that says nothing of any key gives its room to the others, unless the keys are sorted by it")
  func emptyColumns() async throws {
    let screen = try await screen()
    let bench = screen.bench
    let text = await bench.idle()
    let lines = text.split(separator: "\n")
    let head = try #require(lines.first { $0.contains("key ") && $0.contains("expires") }, "\(text)")
    #expect(!head.contains("encrypted") && !head.contains("written by"), "\(head)")
    try await bench.press(",", ",")
    #expect(await bench.idle().contains("written by ▲"), "\(bench.terminal.text)")
  }

  private func names(_ bench: RunningBench<LiveServices>) async -> [String] {
    let lines = await bench.idle().split(separator: "\n")
    let shown: [(name: String, line: Int)] = ["soon", "day", "week", "over", "always"].compactMap { name in
      lines.firstIndex { $0.contains(" \(name) ") && $0.contains("text") }.map { (name, $0) }
    }
    return shown.sorted { $0.line < $1.line }.map(\.name)
  }

  @Test(
    "expires<1h and the like find those that do",
    arguments: [
      ("expires<1h", ["over", "soon"]), ("expires>1h", ["day", "week"]), ("expires<2d", ["day", "over", "soon"]),
      ("expires:never", ["always"]), ("expires:past", ["over"]), ("-expires<1h", ["always", "day", "week"]),
    ])
  func filter(text: String, found: [String]) async throws {
    let screen = try await screen()
    try await screen.bench.press("/")
    await screen.bench.type(text)
    try await screen.bench.press("Enter")
    #expect(await Set(names(screen.bench)) == Set(found))
  }

  @Test("by expiry the next to go stands first, and what never goes last")
  func sorted() async throws {
    let screen = try await screen()
    try await screen.bench.press(",", ",", ",", ",")
    #expect(await screen.bench.shows("by expiry").contains("expi… ▲"))
    #expect(await names(screen.bench) == ["over", "soon", "day", "week", "always"])
  }

  @Test("what is no time is said", arguments: ["expires", "expires<soon", "ttl<1h"])
  func problems(text: String) {
    #expect(SharedFilter("\(text)\(text == "expires" ? ":" : "")").problems.count == 1)
  }
}
