import TerminalKit
import Testing

@testable import Workbench

@Suite("The line of tabs", .timeLimit(.minutes(2)))
struct TabLineTests {
  private static let titles: [TabLine.Title] = [
    .init("Params", count: "2"), .init("Headers", count: "2+3"), "Auth", .init("Body", count: "•"), "Expect", "Capture",
    .init("Options", count: "1"), "Docs",
  ]

  private func drawn(_ selected: Int, _ width: Int) -> String {
    var frame = Frame(size: Size(width: max(1, width), height: 1))
    TabLine(Self.titles, selected: selected, width: width).draw(into: &frame, frame.bounds)
    return frame.text
  }

  @Test("counts go first, then the ends of names with a mark, then whole tabs with a mark")
  func forms() {
    #expect(drawn(3, 80).hasPrefix("Params 2   Headers 2+3   Auth   [Body •]"))
    #expect(drawn(3, 57) == "Params Headers Auth [Body •] Expect Capture Options Docs")
    #expect(drawn(3, 50) == "Para… Head… Auth [Body •] Expe… Capt… Opti… Docs")
    #expect(drawn(3, 30).hasPrefix("‹ ") && drawn(3, 30).hasSuffix(" ›"))
    #expect(drawn(3, 12) == "‹ [Body •] ›")
  }

  @Test("whatever is chosen and however little room there is, the chosen one is whole, and what is cut has a mark")
  func always() {
    for width in 18...90 {
      for selected in Self.titles.indices {
        let line = drawn(selected, width)
        #expect(line.contains("[\(Self.titles[selected].whole)]"), "\(width): \(line)")
        let hidden = Self.titles.filter { !line.contains($0.name) }
        #expect(hidden.isEmpty || line.contains("…") || line.contains("‹") || line.contains("›"), "\(width): \(line)")
      }
    }
  }

  @Test("words that have no room beside the tabs take none from between them")
  func reserved() {
    for reserved in 0...60 {
      let titles: [TabLine.Title] = ["Body", "Headers", "Wire"]
      var frame = Frame(size: Size(width: 40, height: 1))
      TabLine(titles, selected: 0, width: 40, reserved: reserved).draw(into: &frame, frame.bounds)
      let fits = "[Body] Headers Wire".count + reserved <= 40
      #expect(fits || frame.text.hasPrefix("[Body]   Headers   Wire"), "\(reserved): \(frame.text)")
    }
  }

  @Test("a click finds the tab where it is drawn; the marks lead to the nearest one out of sight")
  func places() {
    let line = TabLine(Self.titles, selected: 3, width: 24)
    let text = Array(drawn(3, 24))
    let places = line.places
    #expect(String(text[places[3]]) == "[Body •]")
    #expect(text.first == "‹" && text[places[places.lastIndex { $0.lowerBound == 0 } ?? 0].lowerBound] == "‹")
    for (place, columns) in places.enumerated() where columns.count > 1 {
      #expect(String(text[columns]).hasPrefix(place == 3 ? "[" : String(Self.titles[place].name.prefix(3))))
    }
  }
}
