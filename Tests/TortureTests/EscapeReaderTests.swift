import Testing

@testable import parley_torture

@Suite("What a terminal should not have got", .timeLimit(.minutes(2)))
struct EscapeReaderTests {
  @Test(
    "is found in every hostile text", arguments: HostileText.escapes.filter { $0.contains { !$0.isASCII || $0 < " " } })
  func hostile(text: String) {
    // Combining and zero-width characters are bounded, not forbidden.
    let isHarmless = text.unicodeScalars.contains { ["\u{301}", "\u{200B}"].contains($0) }
    #expect((EscapeReader.firstForbidden(in: Array("before \(text) after".utf8)) == nil) == isHarmless)
  }

  @Test("is not found in what curses writes")
  func harmless() {
    let written =
      "\u{1B}[?1049h\u{1B}[1;30r\u{1B}(B\u{1B}[m\u{1B}[4l\u{1B}[?7h\u{1B}[H\u{1B}[2Jé 日本\u{1B}[38;5;3m\u{F}\r\n\u{1B}]2;parley\u{7}"
    #expect(EscapeReader.firstForbidden(in: Array(written.utf8)) == nil)
  }
}

@Suite("Trials", .timeLimit(.minutes(2)))
struct TrialTests {
  @Test("are the same for the same seed and number, and others for others")
  func seeds() {
    let first = Trial(part: "a", seed: 1, number: 2).bytes(100)
    #expect(Trial(part: "a", seed: 1, number: 2).bytes(100) == first)
    #expect(Trial(part: "a", seed: 1, number: 3).bytes(100) != first)
    #expect(Trial(part: "b", seed: 1, number: 2).bytes(100) != first)
  }

  @Test("that lose something, or cannot be made, count as losses")
  func losses() async {
    let results = await Campaign(seed: 1) { _ in .trials(3) }.run([[Losing.self], [Failing.self]])
    #expect(results.map(\.trials) == [3, 3])
    #expect(results.map(\.losses.count) == [3, 3])
  }

  private struct Losing: TorturePart {
    static let (name, summary, promise, shortCount) = ("losing", "", "", 1)
    func attempt(_ trial: Trial) async throws { trial.lose("a loss") }
  }

  private struct Failing: TorturePart {
    static let (name, summary, promise, shortCount) = ("failing", "", "", 1)
    func attempt(_ trial: Trial) async throws { throw CancellationError() }
  }
}
