import Testing

@testable import WorkbenchParts

@Suite("What differs between two texts", .timeLimit(.minutes(2))) struct LineDifferenceTests {
  @Test("is nothing where they are equal")
  func equal() {
    #expect(LineDifference(["a", "b"], ["a", "b"]).lines.isEmpty)
  }

  @Test("stands with a few equal lines around it, and says how many it leaves out")
  func context() {
    let left = (1...20).map(String.init)
    var right = left
    right[9] = "ten"
    #expect(
      LineDifference(left, right).lines == [
        .gap(6), .both("7"), .both("8"), .both("9"), .left("10"), .right("ten"), .both("11"), .both("12"), .both("13"),
        .gap(7),
      ])
  }

  @Test("is lines that came and lines that went")
  func both() {
    #expect(
      LineDifference(["a", "b", "c"], ["b", "c", "d"]).lines == [.left("a"), .both("b"), .both("c"), .right("d")])
    #expect(LineDifference([], ["x"]).lines == [.right("x")])
    #expect(LineDifference(["x"], []).lines == [.left("x")])
  }

  @Test("of very different large texts is all of one and all of the other")
  func large() {
    let left = (0..<3000).map { "l\($0)" }
    let right = (0..<3000).map { "r\($0)" }
    let lines = LineDifference(left, right).lines
    #expect(lines.count == 6000 && lines.first == .left("l0") && lines.last == .right("r2999"))
  }
}
