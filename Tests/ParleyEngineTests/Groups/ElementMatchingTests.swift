import ParleyEngine
import TestSupport
import Testing

@Suite("Lists of two runs, element by element", .timeLimit(.minutes(1))) struct ElementMatchingTests {
  /// A run whose second step ran for each of these, and gave it.
  private func recording(_ elements: [JSONValue], ended: Int? = nil) -> RunRecording {
    let start = Timestamp(microseconds: 1_000_000)
    let list = NodePath.root.node(0)
    var whole = NodeRecord(path: list, name: "each", kind: .job, state: .succeeded, startedAt: start)
    (whole.made.elements, whole.output, whole.endedAt) = (elements.count, .nodes, start)
    let ran = elements.prefix(ended ?? elements.count).enumerated().map { index, value in
      var record = NodeRecord(path: list.element(index), name: "each", kind: .job, state: .succeeded, startedAt: start)
      (record.input, record.output, record.endedAt) = (.value(value), .value(value), start)
      return record
    }
    var summary = RunRecording.Summary(id: "r", group: "g", startedAt: start)
    (summary.endedAt, summary.state) = (start, .succeeded)
    return RunRecording(summary, nodes: [whole] + ran, outline: [StepOutline(list, "each", .job)])
  }

  private func item(_ id: Int, _ price: Int = 1) -> JSONValue {
    ["id": .number(JSONNumber(id)), "price": .number(JSONNumber(price))]
  }

  /// Each element: its index on both sides, and whether it is only here or only there.
  private func rows(_ left: RunRecording, _ right: RunRecording) async -> [String] {
    let comparison = await RunComparison(left, right) { $0.output.value }
    return comparison.rows.filter { $0.place != .root.node(0) }.map { row in
      let sides = [row.left.map { "\($0.path)" } ?? "–", row.right.map { "\($0.path)" } ?? "–"]
      let only = row.isInLeft ? row.isInRight ? row.isSame ? "=" : "~" : "only left" : "only right"
      return "\(sides.joined(separator: " ")) \(only)"
    }
  }

  @Test("an element that is new in front makes none of the others different")
  func inFront() async {
    let left = recording([item(1), item(2)])
    #expect(
      await rows(left, recording([item(9), item(1), item(2)])) == ["– 1[0] only right", "1[0] 1[1] =", "1[1] 1[2] ="])
    #expect(
      await rows(recording([item(9), item(1), item(2)]), left) == ["1[0] – only left", "1[1] 1[0] =", "1[2] 1[1] ="])
  }

  @Test("an element with another price is found again by its id, and by likeness where it has none")
  func alike() async {
    #expect(
      await rows(recording([item(1), item(2), item(3)]), recording([item(1), item(3, 5)]))
        == ["1[0] 1[0] =", "1[1] – only left", "1[2] 1[1] ~"])
    let (tea, cup): (JSONValue, JSONValue) = (["name": "Tea", "n": 1, "w": 2], ["name": "Cup", "n": 7, "w": 8])
    let more: JSONValue = ["name": "Tea", "n": 1, "w": 3]
    #expect(await rows(recording([cup, tea]), recording([more])) == ["1[0] – only left", "1[1] 1[0] ~"])
  }

  @Test("an element that did not run because the list was cut short is no new one")
  func cutShort() async {
    let all = recording([item(1), item(2), item(3)])
    #expect(
      await rows(recording([item(1), item(2), item(3)], ended: 1), all)
        == ["1[0] 1[0] =", "– 1[1] ~", "– 1[2] ~"])
  }

  @Test("2,000 elements of which one is gone")
  func large() async {
    let left = recording((0..<2_000).map { item($0) })
    let right = recording((1..<2_001).map { item($0) })
    let rows = await rows(left, right)
    #expect(rows.count == 2_001)
    #expect(rows.count { $0.hasSuffix("=") } == 1_999)
  }
}
