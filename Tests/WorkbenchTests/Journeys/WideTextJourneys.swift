import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchState

@Suite("Chinese, Japanese, Korean and combining marks", .timeLimit(.minutes(1)))
struct WideTextJourneys {
  private static let texts: [(text: String, columns: Int)] = [
    ("漢字", 4), ("ひらがな", 8), ("カタカナ", 8), ("ｶﾀｶﾅ", 4), ("한국어", 6), ("\u{1112}\u{1161}\u{11AB}", 2), ("e\u{301}", 1),
    ("か\u{3099}", 2), ("中文，", 6), ("👩‍👩‍👧‍👦", 2),
  ]

  @Test("an input method finds the caret behind what was typed, in every kind of field", arguments: texts)
  func caret(text: String, columns: Int) async throws {
    for way in [[":"], ["/"], ["Tab", "i"]] {
      let bench = try BenchUnderTest(100, 30)
      await bench.idle()
      for key in way { try await bench.press(key) }
      try await bench.press("Ctrl-U")
      let before = try #require(await bench.idleFrame().cursor, "no caret after \(way)")
      await bench.type(text)
      let after = try #require(await bench.idleFrame().cursor, "no caret after \(way)")
      #expect(after == before.moved(right: columns), "\(text) after \(way)")
      try await bench.press("Backspace")
      let back = await bench.idleFrame().cursor
      #expect(back != nil && (back?.x ?? 0) < after.x)
    }
  }

  @Test("the caret in a text of several lines stands behind wide letters too")
  func lines() async throws {
    let services = FakeServices()
    let bench = try BenchUnderTest(100, 30, services: services)
    await bench.idle()
    try await bench.press("Tab", ":")
    await bench.type("show the docs")
    try await bench.press("Enter")
    await bench.idle()
    try await bench.press("Enter")
    guard let before = await bench.idleFrame().cursor else { return }
    await bench.type("日本語")
    #expect(await bench.idleFrame().cursor == before.moved(right: 6))
  }

  @Test("bodies and lists keep their columns, whatever letters they have", arguments: [(80, 24), (120, 36), (160, 48)])
  func columns(width: Int, height: Int) async throws {
    let body = #"{"名前": "山田太郎", "이름": "홍길동", "e\u0301tat": "naïve", "価格": 1200, "絵文字": "🎉🎉"}"#
    let services = FakeServices(transport: RecordingTransport(body: body, contentType: "application/json"))
    let bench = try BenchUnderTest(width, height, services: services)
    await bench.idle()
    try await bench.press("F5", "Tab", "Tab")
    let frame = await bench.idleFrame()
    #expect(frame.text.contains("山田太郎") && frame.text.contains("홍길동"))
    for y in 0..<height {
      // A border stands where it does in the row above, whatever is between.
      let borders = (0..<width).filter { "│┃".contains(frame[$0, y].grapheme) }
      if borders.count >= 4 { #expect(borders.first == 0 && borders.last == width - 1, "row \(y): \(frame.line(y))") }
    }
    try await bench.press("\\", "l", "l", "f")
    await bench.type(#".["名前"]"#)
    #expect(await bench.idle().contains("山田太郎"))
  }
}
