import Testing

@testable import TerminalKit

@Suite("Layout divides areas", .timeLimit(.minutes(2)))
struct LayoutTests {
  @Test(
    "Fixed parts come first, shares take what is left, and no cell is lost",
    arguments: [
      (total: 80, constraints: [Constraint.fixed(24), .weight(1)], lengths: [24, 56]),
      (80, [.fraction(0.25), .weight(1), .weight(2)], [20, 20, 40]),
      (10, [.weight(1), .weight(1), .weight(1)], [3, 3, 4]),
      (80, [.min(10), .fixed(20)], [60, 20]),
      (15, [.fixed(10), .fixed(10), .weight(1)], [10, 5, 0]),
      (0, [.fixed(3), .weight(1)], [0, 0]),
      (5, [.fixed(-3), .weight(0)], [0, 0]),
    ])
  func lengths(total: Int, constraints: [Constraint], lengths: [Int]) {
    #expect(Layout.lengths(of: total, constraints, gap: 0) == lengths)
  }

  @Test("Parts lie side by side with the gap between them, inside the whole")
  func placement() {
    let columns = Rect(x: 2, y: 1, width: 21, height: 4).columns(.fixed(10), .weight(1), gap: 1)
    #expect(columns == [Rect(x: 2, y: 1, width: 10, height: 4), Rect(x: 13, y: 1, width: 10, height: 4)])
    let rows = Rect(x: 0, y: 0, width: 9, height: 3).rows(.fixed(1), .weight(1), .fixed(1))
    #expect(rows.map(\.y) == [0, 1, 2])
    #expect(rows.map(\.height) == [1, 1, 1])
  }

  @Test("A whole too small for its parts gives empty ones inside it", arguments: 0..<6)
  func tiny(width: Int) {
    let whole = Rect(x: 3, y: 0, width: width, height: 1)
    for part in whole.columns(.fixed(4), .min(2), .weight(1), gap: 1) {
      #expect(part.intersection(whole).width == part.width)
    }
  }

  @Test("An inset larger than the area leaves an empty one inside")
  func inset() {
    #expect(Rect(x: 0, y: 0, width: 10, height: 4).inset(1) == Rect(x: 1, y: 1, width: 8, height: 2))
    let small = Rect(x: 5, y: 5, width: 1, height: 1).inset(2)
    #expect(small.isEmpty)
    #expect(small.origin == Point(x: 6, y: 6))
  }

  @Test("A centred area is cut to fit")
  func centered() {
    let whole = Rect(x: 0, y: 0, width: 20, height: 5)
    #expect(whole.centered(Size(width: 10, height: 3)) == Rect(x: 5, y: 1, width: 10, height: 3))
    #expect(whole.centered(Size(width: 99, height: 99)) == whole)
  }
}
