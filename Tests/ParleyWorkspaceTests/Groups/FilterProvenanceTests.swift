import Foundation
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyWorkspace

@Suite("Where the values of a filter step come from", .timeLimit(.minutes(1))) struct FilterProvenanceTests {
  /// What the steps of a group were made from, `2 output.id ← 1 .result[1].id`.
  private func recording(of group: String, _ body: String) async throws -> RunRecording {
    let workspace = try SendingWorkspace(
      [.json(body), .json("{}")],
      files: ["groups/g.yaml": group, "requests/page.yaml": "url: /page\n", "requests/pay.yaml": "url: /pay\n"])
    let session = try await workspace.open()
    let run = try session.groups.run("g")
    let result = await run.result()
    #expect(result.succeeded)
    try await session.flushEvents()
    let recording = try await session.runs.recording(of: session.runs.kept("last"))
    await session.close()
    return recording
  }

  @Test("A value is followed through filters to the response it was taken from")
  func chain() async throws {
    let recording = try await recording(
      of: """
        serial:
          - request: page
          - { local: cheapest, jq: '.result | min_by(.price) | { id, price }' }
          - { local: item, jq: '{ item: $steps.cheapest, count: 2, total: ($steps.page.result | map(.price) | add) }' }
          - { request: pay, with: { query: { item: "{{steps.item.item.id}}" } } }
        """, #"{"result":[{"id":7,"price":5},{"id":8,"price":3}]}"#)
    let steps = recording.nodes.map(\.path)
    let (page, cheapest, item) = (steps[0], steps[1], steps[2])
    #expect(
      try recording.origin(of: ValuePath(parsing: ".id"), givenBy: cheapest)
        == .step(page, ValuePath(parsing: ".result[1].id")))
    #expect(
      try recording.origin(of: ValuePath(parsing: ".item.id"), givenBy: item)
        == .step(cheapest, ValuePath(parsing: ".id")))
    #expect(try recording.origin(of: ValuePath(parsing: ".count"), givenBy: item) == .other("written in the filter"))
    #expect(
      try recording.origin(of: ValuePath(parsing: ".total"), givenBy: item)
        == .computed(
          by: "add",
          from: [
            .step(page, ValuePath(parsing: ".result[0].price")), .step(page, ValuePath(parsing: ".result[1].price")),
          ]))
    #expect(try recording.origin(of: ValuePath(parsing: ".nothing"), givenBy: item) == nil)
    #expect(try recording.origin(of: ValuePath(parsing: ".result"), givenBy: page) == nil)
  }

  @Test("Of many places one with any element is told, and of what is taken as a whole that")
  func many() async throws {
    let lines = (0..<50).map { #"{"price":\#($0)}"# }.joined(separator: ",")
    let recording = try await recording(
      of: """
        serial:
          - request: page
          - { local: sum, jq: '[.lines[].price] | add' }
          - { local: all, jq: '$steps.page.lines' }
        """, "{\"lines\":[\(lines)]}")
    let steps = recording.nodes.map(\.path)
    #expect(
      recording.origin(of: .root, givenBy: steps[1])
        == .computed(by: "add", from: [.places(steps[0], ".lines[*].price")]))
    #expect(
      try recording.origin(of: ValuePath(parsing: ".[3].price"), givenBy: steps[2])
        == .step(steps[0], ValuePath(parsing: ".lines[3].price")))
  }

  @Test("A recording keeps them, and reads what it wrote")
  func coded() throws {
    let sources = [
      NodeSource(place: "output.a", origin: .places(NodePath([.node(0)]), ".lines[*].price")),
      NodeSource(
        place: "output[0]", origin: .computed(by: "add", from: [.shared("k"), .step(NodePath([.node(1)]), .root)])),
    ]
    var notes = NodeTrace.Notes()
    notes.sources = sources
    #expect(try JSONDecoder().decode(NodeTrace.Notes.self, from: JSONEncoder().encode(notes)).sources == sources)
  }
}
