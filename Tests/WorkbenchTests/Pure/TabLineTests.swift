import TerminalKit
import Testing

@testable import WorkbenchParts
@testable import WorkbenchScreens
@testable import WorkbenchState

@Suite("The line of tabs", .timeLimit(.minutes(2)))
struct TabLineTests {
  private static let titles: [TabLine.Title] = [
    .init("Params", count: "2"), .init("Headers", count: "2+3"), "Auth", .init("Body", count: "•"), "Expect", "Capture",
    .init("Options", count: "1"), "Docs",
  ]

  /// The row begins at the second column, as in a pane.
  private func drawn(_ selected: Int, _ width: Int, _ titles: [TabLine.Title] = titles) -> String {
    var frame = Frame(size: Size(width: max(1, width) + 1, height: 1))
    TabLine(titles, selected: selected, width: width).draw(into: &frame, frame.bounds.inset(left: 1))
    return frame.text
  }

  @Test(
    "all names with their counts where there is room, else with signs, else those around the selected one, with marks")
  func forms() {
    #expect(drawn(3, 90) == "  Params 2  Headers 2+3  Auth [Body•] Expect  Capture  Options 1  Docs")
    #expect(drawn(3, 60) == " Params 2 Headers• Auth [Body•] Expect Capture Options• Docs")
    #expect(drawn(3, 57) == " Params• Headers•Auth [Body•] Expect Capture Options•Docs")
    #expect(drawn(3, 54) == " Params•Headers•Auth [Body]•Expect Capture Options•Docs")
    #expect(drawn(3, 40) == " ◂1 Headers 2+3 Auth [Body•] Expect ▸1")
    #expect(drawn(7, 40) == " ◂2 Body• Expect Capture Options 1 [Docs]")
    #expect(drawn(6, 20) == " ◂3 [Options 1] Docs")
    #expect(drawn(4, 16) == " ◂3 [Expect] ▸1")
  }

  @Test("whatever is selected and however wide it is, names in sight are whole and those out of sight have a mark")
  func always() throws {
    for width in 20...90 {
      for selected in Self.titles.indices {
        let line = drawn(selected, width)
        #expect(line.contains("[\(Self.titles[selected].name)"), "\(width): \(line)")
        let names = line.split { "[] ◂▸•".contains($0) }.joined(separator: " ")
        let shown = Self.titles.indices.filter { line.contains(Self.titles[$0].name) }
        let first = try #require(shown.first), last = try #require(shown.last)
        #expect(shown == Array(first...last) && line.contains("◂") == (first > 0), "\(width): \(line)")
        #expect(line.contains("▸") == (last < Self.titles.count - 1), "\(width): \(line)")
        let whole = Self.titles[first...last].map { $0.whole.replacing("•", with: "") }.joined(separator: " ")
        let words: [Substring] = names.split(separator: " ")
        let withoutCounts = words.filter { $0.count > 3 }.joined(separator: " ")
        let isWhole = names.contains(whole)
        #expect(
          isWhole
            || shown.count == Self.titles.count && withoutCounts == Self.titles.map(\.name).joined(separator: " "),
          "\(width): \(line)")
        #expect(!line.contains("…"), "\(width): \(line)")
      }
    }
  }

  @Test("a tab in sight that holds something says so behind its name, at any width, and no other tab does")
  func holding() {
    var last = Self.titles
    last[7].count = "•"
    for titles in [Self.titles, last] {
      for width in 20...90 {
        for selected in titles.indices {
          let line = drawn(selected, width, titles).replacing("[", with: "").replacing("]", with: "")
          for title in titles where line.contains(title.name) {
            let isMarked = line.contains("\(title.name)•") || line.contains("\(title.name) \(title.count)")
            #expect(isMarked || title.count.isEmpty, "\(title.name) at \(width): \(line)")
            #expect(!title.count.isEmpty || !line.contains("\(title.name)•"), "\(title.name) at \(width): \(line)")
          }
        }
      }
    }
  }

  @Test("a blank stays before the edge wherever all names leave one")
  func air() {
    let names = Self.titles.map(\.name.count).reduce(0, +) + Self.titles.count + 1
    for width in names + 1...names + 60 {
      for selected in Self.titles.indices {
        let line = drawn(selected, width)
        #expect(line.count <= width, "\(width): \(line)")
        #expect(Self.titles.allSatisfy { line.contains($0.name) }, "\(width): \(line)")
      }
    }
  }

  @Test("the one behind the selected one is in sight wherever both have room")
  func neighbours() {
    for width in 30...90 {
      for selected in Self.titles.indices.dropLast() {
        #expect(drawn(selected, width).contains(Self.titles[selected + 1].name), "\(width), \(selected)")
      }
    }
  }

  @Test("selecting another one moves nothing, and a count moves only what is behind it")
  func still() {
    let lines = Self.titles.indices.map { selected in
      drawn(selected, 90).replacing("[", with: " ").replacing("]", with: " ").trimmingBlanks
    }
    #expect(Set(lines).count == 1)
    var counted = Self.titles
    counted[2].count = "basic"
    let (before, after) = (drawn(3, 90), drawn(3, 90, counted))
    #expect(after == before.replacing("Auth", with: "Auth basic"))
  }

  @Test("a click finds the tab where it is drawn; the marks lead to the nearest one out of sight")
  func places() {
    for width in 20...90 {
      for selected in Self.titles.indices {
        let text = Array(drawn(selected, width)) + [" ", " "]
        let places = TabLine(Self.titles, selected: selected, width: width).places
        for (place, columns) in places.enumerated() where !columns.isEmpty {
          let words = String(text[columns.lowerBound + 1..<columns.upperBound + 1])
          let isMark = words.contains("◂") || words.contains("▸")
          let label = words.filter { !"[]".contains($0) }.trimmingBlanks
          let title = Self.titles[place]
          #expect(isMark || [title.whole, title.name, "\(title.name)•"].contains(label), "\(words)")
        }
        #expect(places[selected].isEmpty == false)
        for left in places.indices {
          for right in places.indices where right > left && !places[left].isEmpty && !places[right].isEmpty {
            #expect(places[left].upperBound <= places[right].lowerBound)
          }
        }
      }
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
