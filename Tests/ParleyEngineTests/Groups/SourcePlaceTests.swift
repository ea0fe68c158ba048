import ParleyEngine
import TestSupport
import Testing

@Suite("Where values come from, to the element of a list", .timeLimit(.minutes(2)))
struct SourcePlaceTests {
  /// A list of two elements, a step that took the second one, one that took a part of all, and one that took nothing.
  private func recording() throws -> RunRecording {
    func record(_ path: String, _ kind: NodeRecord.Kind = .job) -> NodeRecord {
      NodeRecord(
        path: NodePath(path) ?? .root, name: "step", kind: kind, state: .succeeded,
        startedAt: Timestamp(microseconds: 0))
    }
    var list = record("2")
    (list.made.elements, list.made.steps) = (2, [.root.node(0)])
    let second = try ValuePath(parsing: ".[1].id")
    var exact = record("3")
    exact.made.steps = [list.path]
    exact.made.sources = [NodeSource(place: "body.id", origin: .step(list.path, second))]
    var all = record("4")
    all.made.steps = [list.path]
    all.made.sources = [
      NodeSource(place: "output.sum", origin: .computed(by: "add", from: [.places(list.path, "[*].id")]))
    ]
    let nodes = [record("1"), list, record("2[0]"), record("2[1]"), exact, all, record("5")]
    return RunRecording(.init(id: "r", group: "g", startedAt: Timestamp(microseconds: 0)), nodes: nodes)
  }

  private func places(_ paths: [NodePath]) -> [String] { paths.map(\.description) }

  @Test("a path into the results of a list leads into the element that gave it")
  func exact() throws {
    let recording = try recording()
    let place = recording.exactPlace(of: try ValuePath(parsing: ".[1].id"), in: .root.node(1))
    #expect("\(place.node)" == "2[1]" && "\(place.path)" == ".id")
    let unknown = recording.exactPlace(of: try ValuePath(parsing: ".[7].id"), in: .root.node(1))
    #expect("\(unknown.node)" == "2" && "\(unknown.path)" == ".[7].id")
  }

  @Test("a step names the element that gave to it; an element names what its list was made from")
  func givers() throws {
    let recording = try recording()
    #expect(places(recording.givers(of: .root.node(2)).sorted()) == ["2[1]"])
    #expect(places(recording.givers(of: .root.node(3)).sorted()) == ["2"])
    #expect(places(recording.givers(of: .root.node(1).element(0)).sorted()) == ["1"])
    #expect(recording.givers(of: .root.node(4)).isEmpty)
  }

  @Test("an element was used by the steps that took it, or all of its list, and not by those that took another")
  func uses() throws {
    let recording = try recording()
    let list = NodePath.root.node(1)
    #expect(places(recording.uses(of: list)) == ["3", "4"])
    #expect(places(recording.uses(of: list.element(0))) == ["4"])
    #expect(places(recording.uses(of: list.element(1))) == ["3", "4"])
    #expect(recording.places(in: .root.node(2), takenFrom: list.element(1)) == ["body.id"])
  }
}
