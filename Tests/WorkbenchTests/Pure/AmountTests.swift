import ParleyEngine
import ParleyText
import Testing

@Suite("Amounts in columns", .timeLimit(.minutes(2)))
struct AmountTests {
  @Test(
    "durations have two or three digits",
    arguments: [
      (Duration.microseconds(400), "0.4 ms"), (.milliseconds(38), "38 ms"), (.microseconds(999_400), "999 ms"),
      (.milliseconds(1234), "1.2 s"), (.seconds(125), "2 m 05 s"), (.microseconds(9960), "10 ms"),
    ])
  func durations(_ duration: Duration, _ text: String) {
    #expect(duration.short == text)
  }

  @Test(
    "bytes are counted in thousands",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1234, "1.2 KB"), (999_600, "1.0 MB"), (300_000_000, "300 MB"),
      (1_234_000_000_000_000, "1.2 PB"), (999_700_000_000_000_000, "1.0 EB"), (1 << 62, "4.6 EB"), (.max, "9.2 EB"),
    ])
  func bytes(_ count: Int, _ text: String) {
    #expect(ByteCount.text(count) == text)
  }

  @Test("large numbers are grouped, and one is one")
  func counted() {
    #expect(1_234_567.grouped == "1,234,567")
    #expect(1.counted("line") == "1 line")
    #expect(0.counted("line") == "0 lines")
  }
}
