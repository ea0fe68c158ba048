import Testing

@testable import ParleyEngine

@Suite("Dates of HTTP", .timeLimit(.minutes(2)))
struct HTTPDateTests {
  private static let moment = Timestamp(microseconds: 784_111_777_000_000)
  private static let year2026 = Timestamp(microseconds: 1_795_000_000_000_000)

  @Test(
    "All three forms of RFC 9110 name the same moment",
    arguments: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
  func forms(text: String) {
    #expect(Timestamp(httpDate: text, now: Self.year2026) == Self.moment)
    #expect(Timestamp(httpDate: text)?.httpDate == "Sun, 06 Nov 1994 08:49:37 GMT")
  }

  @Test(
    "A year in two digits is at most 50 years ahead",
    arguments: [("26", 2026), ("76", 2076), ("77", 1977), ("00", 2000)])
  func century(digits: String, year: Int) {
    let date = Timestamp(httpDate: "Monday, 01-Jun-\(digits) 00:00:00 GMT", now: Self.year2026)
    #expect(date?.httpDate.contains(" Jun \(year) ") == true)
  }

  @Test(
    "What is no date is none",
    arguments: [
      "", "0", "-1", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 PST", "Sun, 06 Nov 94 08:49:37 GMT",
      "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
      "Sun Nov 6 08:49:37 94", "Sun, 006 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
    ])
  func mistakes(text: String) {
    #expect(Timestamp(httpDate: text, now: Self.year2026) == nil)
  }
}
