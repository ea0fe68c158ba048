import ParleyEngine
import TerminalKit
import Testing

@testable import ParleyText
@testable import WorkbenchState

@Suite("Values are decoded as what they are, and written back as they were", .timeLimit(.minutes(2)))
struct DecodedValueTests {
  private static let now = Timestamp(microseconds: 1_764_100_000_000_000)

  private func token(_ claims: JSONValue) -> String {
    let parts = [["alg": "HS256", "typ": "JWT"], claims].map {
      Base64.encodeForURL(JSONPrinter.compact.bytes(of: $0))
    }
    return (parts + ["c2lnbmF0dXJl"]).joined(separator: ".")
  }

  @Test("the moments in a token's claims are shown as times; what is copied is the claims as they are")
  func moments() throws {
    let decoded = try #require(DecodedValue(.text(token(["iat": 1_764_099_990, "exp": 1_764_100_200, "sub": "ada"]))))
    let popup = DecodedPopup(decoded, at: Self.now)
    let lines = popup.lines(columns: 80).map(\.plain)
    #expect(lines[0].hasPrefix("iat  ") && lines[0].hasSuffix(" local time, 10 s ago"), "\(lines)")
    #expect(lines[1].hasPrefix("exp  ") && lines[1].hasSuffix(" local time, in 3 min 20 s"), "\(lines)")
    #expect(lines[2] == "The signature is not checked." && !popup.title.contains("signature"), "\(lines)")
    #expect(!popup.copied.contains("local time") && popup.copied.contains("1764100200"))
    let timeless = try #require(DecodedValue(.text(token(["sub": "ada"]))))
    #expect(DecodedPopup(timeless, at: Self.now).lines(columns: 80)[2].plain == "{")
    let nested = try #require(DecodedValue(.json(["auth": .string(token(["exp": 1_764_100_200]))])))
    let first = try #require(DecodedPopup(nested, at: Self.now).lines(columns: 80).first).plain
    #expect(first.hasPrefix(".auth exp  ") && first.hasSuffix(" local time, in 3 min 20 s"), "\(first)")
  }

  @Test(
    "a JWT shows header, claims and when it expires; that its signature is not checked is said, and it is read-only")
  func jwt() throws {
    let text = token(["sub": "ada", "exp": 1_764_100_200])
    let decoded = try #require(DecodedValue(.text(text)))
    #expect(decoded.shown.json?["claims"]?["sub"]?.string == "ada")
    #expect(decoded.title(at: Self.now) == "JWT HS256 · expires in 3 min 20 s · signature not checked")
    let later = Self.now.advanced(by: .seconds(90_200))
    #expect(decoded.title(at: later).contains("expired 1 d 1 h ago"), "\(decoded.title(at: later))")
    #expect(decoded.moment == Self.now.advanced(by: .seconds(200)))
    #expect(decoded.whyReadOnly?.contains("signature") == true)
    #expect(throws: DecodedEditError.readOnly) { try decoded.encoding("{}") }
    #expect(DecodedValue(.text(token(["sub": "ada"])))?.title(at: Self.now).contains("does not expire") == true)
    #expect(WebToken("ey.ey.ey") == nil && WebToken("e.e") == nil)
  }

  @Test("base64 of gzip of JSON is JSON, and comes back packed the same way")
  func nested() throws {
    let packed = try Gzip.compress(Array(#"{"a":1.10,"b":[]}"#.utf8))
    let text = Base64.encode(packed)
    let decoded = try #require(DecodedValue(.text(text)))
    #expect(decoded.title(at: Self.now) == "base64 → gzip → JSON")
    #expect(decoded.shown.text == #"{"a":1.10,"b":[]}"#)
    #expect(try decoded.encoding(#"{ "a": 1.10, "b": [] }"#) == .text(text), "nothing has changed")
    let changed = try decoded.encoding(#"{ "b": 2, "a": 1.10 }"#)
    #expect(DecodedValue(changed)?.shown.text == #"{"b":2,"a":1.10}"#)
    let bytes = try #require(DecodedValue(.bytes(packed)))
    #expect(try bytes.encoding("[]").kind == .bytes)
  }

  @Test(
    "each form of base64 is written as it was read",
    arguments: ["eyJhIjoiP34ifQ==", "eyJhIjoiP34ifQ", "eyJhIjoiw7_DvyJ9", "SGVsbG8gd29ybGQ="])
  func base64(text: String) throws {
    let decoded = try #require(DecodedValue(.text(text)))
    #expect(try decoded.encoding(decoded.shown.text ?? "") == .text(text))
    let other = try decoded.encoding(#"{"z":"ÿ~"}"#)
    #expect(other.text?.hasSuffix("=") == text.hasSuffix("=") || !text.utf8.count.isMultiple(of: 4))
    #expect(DecodedValue(other)?.shown.text?.contains("ÿ~") == true)
  }

  @Test("URL-encoded text keeps what stood in it as it was")
  func percent() throws {
    let decoded = try #require(DecodedValue(.text("q=caf%c3%a9+au+lait&page=%2F1")))
    #expect(decoded.shown.text == "q=café au lait&page=/1" && decoded.title(at: Self.now) == "URL-encoded")
    #expect(try decoded.encoding("q=thé a b&page=/2") == .text("q=th%c3%a9+a+b&page=%2f2"))
    #expect(DecodedValue(.text("100%")) == nil && DecodedValue(.text("50% of %zz")) == nil)
  }

  @Test("times are shown in UTC with how far away they are, and written back in their unit")
  func times() throws {
    let seconds = try #require(DecodedValue(.json(.number(1_764_100_060))))
    #expect(seconds.shown.text == "2025-11-25T19:47:40.000Z")
    #expect(seconds.title(at: Self.now).hasPrefix("Unix seconds · in 1 min · "))
    #expect(try seconds.encoding("2025-11-25T19:47:41Z") == .json(.number(1_764_100_061)))
    #expect(throws: DecodedEditError.noTime) { try seconds.encoding("soon") }
    let milliseconds = try #require(DecodedValue(.text("1764100060123")))
    #expect(try milliseconds.encoding("2025-11-25T20:47:40.124+01:00") == .text("1764100060124"))
    #expect(TimeForm.isoTime("2024-02-29T00:00:00Z") == Timestamp(iso8601: "2024-02-29T00:00:00.000Z"))
    #expect(TimeForm.isoTime("2024-02-29 00:00") == nil && DecodedValue(.json(42)) == nil)
  }

  @Test("JSON in strings of JSON is shown as JSON, and only what changed is written anew")
  func embedded() throws {
    let value: JSONValue = ["body": #"{ "n": 1, "more": "[1, 2]" }"#, "other": "[ ]", "text": "{no"]
    let decoded = try #require(DecodedValue(.json(value)))
    #expect(decoded.shown.json == ["body": ["n": 1, "more": [1, 2]], "other": [], "text": "{no"])
    let changed = try decoded.encoding(#"{"body":{"n":1,"more":[1,3]},"other":[],"text":"{no"}"#)
    #expect(changed == .json(["body": #"{"n":1,"more":"[1,3]"}"#, "other": "[ ]", "text": "{no"]))
    #expect(DecodedValue(.text(#""{\"a\":1}""#))?.shown == .json(["a": 1]))
  }

  @Test(
    "what is no encoding stands for itself",
    arguments: [
      "password", "staging/prod", "", "hello world", "12345", "\"quoted\"", "d3b07384d113edec49eaa6238ad5ff00",
    ])
  func plain(text: String) {
    #expect(DecodedValue(.text(text)) == nil)
  }

  @Test("what unpacks to more than may be stays packed, and nesting ends")
  func bounds() throws {
    let bomb = try Gzip.compress([UInt8](repeating: 0, count: 17 << 20))
    #expect(DecodedValue(.bytes(bomb)) == nil)
    var text = "innermost text"
    for _ in 0..<12 { text = Base64.encode(Array(text.utf8)) }
    #expect(DecodedValue(.text(text))?.encodings.count == 8)
  }
}
