import ParleyEngine
import Testing

@Suite("Durations in round words", .timeLimit(.minutes(2)))
struct RoundWordsTests {
  private static let words: [(Int64, String)] = [
    (400, "400 ms"), (41_400, "41 s"), (59_700, "60 s"), (119_400, "119 s"), (119_600, "2 min"),
    (1_799_900, "30 min"), (1_770_000, "30 min"), (1_769_000, "29 min"), (7_169_000, "119 min"), (7_199_000, "2 h"),
    (43_199_000, "12 h"), (170_999_000, "47 h"), (172_799_000, "2 d"), (2_591_995_000, "30 d"),
  ]

  @Test("they are rounded to the nearest of their unit", arguments: words)
  func rounds(milliseconds: Int64, words: String) {
    #expect(Duration.milliseconds(milliseconds).inRoundWords == words)
  }
}
