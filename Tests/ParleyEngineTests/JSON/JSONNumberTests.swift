import ParleyEngine
import Testing

@Suite("A JSON number keeps its digits", .timeLimit(.minutes(2)))
struct JSONNumberTests {
  @Test(
    "what is read is what is printed",
    arguments: ["0", "-0", "1.10", "9007199254740993", "1e400", "1E+5", "-0.0e-0", "123456789012345678901234567890.5"])
  func digits(text: String) throws {
    #expect(try JSONValue(parsing: text).description == text)
    #expect(JSONNumber(text)?.text == text)
  }

  @Test(
    "only JSON's grammar is a number",
    arguments: ["", "-", "01", "1.", ".5", "+1", "0x1", "1e", "NaN", " 1", "1 ", "--1"])
  func grammar(text: String) {
    #expect(JSONNumber(text) == nil)
  }

  @Test(
    "numbers that mean the same are equal",
    arguments: [
      ("1", "1.0"), ("1.10", "1.1"), ("100", "1e2"), ("0.001", "1E-3"), ("0", "-0.0"), ("0e5", "0"), ("12e-1", "1.2"),
      ("-5", "-5.00"),
    ])
  func equal(left: String, right: String) throws {
    let (left, right) = (try #require(JSONNumber(left)), try #require(JSONNumber(right)))
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
  }

  @Test(
    "numbers that differ do, at any size",
    arguments: [
      ("9007199254740993", "9007199254740992"), ("1e400", "1e401"), ("1", "-1"), ("0.1", "0.10000000000000001"),
      ("1e99999999999999999999", "1e99999999999999999998"),
    ])
  func different(left: String, right: String) throws {
    let (left, right) = (try #require(JSONNumber(left)), try #require(JSONNumber(right)))
    #expect(left != right)
  }

  @Test(
    "a whole number that fits converts exactly, whatever its writing",
    arguments: [("42", 42), ("-7", -7), ("1e3", 1000), ("4.00", 4), ("12.5e1", 125), ("-0", 0), ("0e99", 0)])
  func exactInt(text: String, value: Int) throws {
    #expect(Int(exactly: try #require(JSONNumber(text))) == value)
  }

  @Test(
    "what does not fit does not convert", arguments: ["1.5", "1e400", "9223372036854775808", "1e-1", "1e999999999999"])
  func inexactInt(text: String) throws {
    #expect(Int(exactly: try #require(JSONNumber(text))) == nil)
  }

  @Test("the bounds of an integer type fit")
  func bounds() throws {
    #expect(UInt64(exactly: try #require(JSONNumber("18446744073709551615"))) == .max)
    #expect(UInt8(exactly: JSONNumber(256)) == nil)
    #expect(UInt(exactly: JSONNumber(-1)) == nil)
    #expect(Int128(exactly: try #require(JSONNumber("-170141183460469231731687303715884105728"))) == .min)
  }

  @Test("a Double is the nearest one, and infinite beyond its range")
  func double() throws {
    #expect(Double(try #require(JSONNumber("1.10"))) == 1.1)
    #expect(Double(try #require(JSONNumber("9007199254740993"))) == 9_007_199_254_740_992)
    #expect(Double(try #require(JSONNumber("1e400"))) == .infinity)
    #expect(Double(try #require(JSONNumber("1e-400"))) == 0)
    #expect(Float(try #require(JSONNumber("0.1"))) == 0.1)
  }

  @Test("made of a Double it has the shortest digits, and there is none for NaN")
  func fromDouble() {
    #expect(JSONNumber(1.0)?.text == "1")
    #expect(JSONNumber(0.1)?.text == "0.1")
    #expect(JSONNumber(-1e300)?.text == "-1e+300")
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(-Double.infinity) == nil)
  }
}
