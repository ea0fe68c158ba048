import ParleyEngine
import Testing

@testable import ParleyText

@Suite("A filter of shared data is read", .timeLimit(.minutes(2)))
struct SharedFilterTests {
  private let now = Timestamp(microseconds: 1_764_100_000_000_000)

  @Test("words are parts of names, fields what is known of a key")
  func fields() {
    let filter = SharedFilter(#"tok type:json by:user/login cipher:none since:1h -cipher:main bytes>=10 "url:x" "a b""#)
    #expect(
      filter.conditions(at: now) == [
        SharedCondition(.name("tok")), SharedCondition(.kind(.json)), SharedCondition(.writer("user/login")),
        SharedCondition(.cipher(nil)), SharedCondition(.since(now.advanced(by: .seconds(-3600)))),
        SharedCondition(.cipher("main"), isNegated: true), SharedCondition(.size(10...Int.max)),
        SharedCondition(.name("url:x")), SharedCondition(.name("a b")),
      ])
    #expect(SharedFilter("encrypted:none").conditions(at: now) == [SharedCondition(.cipher(nil))])
    #expect(filter.problems.isEmpty && filter.values.isEmpty && SharedFilter("  ").isEmpty)
  }

  @Test("values are looked into whatever their case; a JWT is a type of its own")
  func values() {
    #expect(SharedFilter("value:ADA").accepts(.json(["name": "Ada"])))
    #expect(!SharedFilter("-value:ada").accepts(.text("ada")))
    let token = "eyJhbGciOiJub25lIn0.eyJhIjoxfQ.x"
    #expect(SharedFilter("type:jwt").accepts(.text(token)) && SharedFilter("type:jwt").accepts(.json(.string(token))))
    #expect(!SharedFilter("type:jwt").accepts(.text("text")))
  }

  @Test(
    "what cannot be understood is said, and filters nothing",
    arguments: ["type:", "type:xml", "since:soon", "bytes>x", "url:x", "is:expired"])
  func problems(text: String) {
    let filter = SharedFilter(text)
    #expect(filter.problems.count == 1 && filter.isEmpty)
  }
}
