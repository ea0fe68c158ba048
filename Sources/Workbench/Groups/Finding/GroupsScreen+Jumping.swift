import ParleyEngine
import TerminalKit

// From a line of *Where from* or *Attempts* to what it speaks of, and back.
extension GroupsScreen {
  /// So many places are remembered.
  private static let mostPlaces = 100

  mutating func jump() -> [Effect] {
    switch step.target {
    case .exchange(let exchange)?: return [.perform(RequestEffect.exchange(exchange))]
    case .place(let path, let tab, let value)?: return go(to: path, tab, value)
    case nil: return []
    }
  }

  private mutating func go(to path: NodePath, _ tab: StepTab, _ value: ValuePath?) -> [Effect] {
    guard let run = steps.run, let here = steps.selected?.path, run.records[path] != nil else { return [] }
    places.append(StepPlace(run: run.id, path: here, tab: step.tab, line: step.lines.cursor.selected))
    places.removeFirst(max(0, places.count - Self.mostPlaces))
    steps.follows = false
    steps.reveal(path)
    step.tab = tab
    step.wantedValue = value
    return [.then(.navigation(.focus(.step)))]
  }

  /// To where one was in the run that is shown.
  mutating func goBackToPlace() {
    guard let place = places.popLast() else { return }
    guard place.run == steps.run?.id else { return places.removeAll() }
    steps.follows = false
    steps.reveal(place.path)
    step.tab = place.tab
    step.wantedValue = nil
    step.wantedLine = place.line
  }

  /// The cursor goes to the value that one jumped to, once the part is there.
  mutating func locateWantedValue() -> [Effect] {
    guard let value = step.wantedValue, let view = step.body.view, let subject = step.subject else { return [] }
    step.wantedValue = nil
    return [.perform(SourceEffect.locate(value, view, of: subject))]
  }

  /// Reads the values that stand in responses, so that the lines can show them.
  func readSourceValues(of subject: StepSubject, in run: ShownRun) -> [Effect] {
    guard let record = subject.record, let recording = steps.recording else { return [] }
    let places = record.made.sources.flatMap { $0.origin.places }.compactMap { place in
      place.path.map { recording.exactPlace(of: $0, in: place.step) }
    }
    let unread = places.filter { recording[$0.node].map { $0.output.isElsewhere } == true }
    guard !unread.isEmpty else { return [] }
    return [
      .perform(SourceEffect.values(unread.map { GivenPlace(node: $0.node, path: $0.path) }, of: subject, in: run))
    ]
  }
}

extension NodeRecord.Output {
  /// Whether it stands in a response, or in what other nodes gave.
  fileprivate var isElsewhere: Bool {
    switch self {
    case .answer, .nodes: true
    case .none, .value: false
    }
  }
}

/// What *Where from* wants read.
enum SourceEffect: ServiceEffect {
  case values([GivenPlace], of: StepSubject, in: ShownRun)
  case locate(ValuePath, BodyView, of: StepSubject)

  var lane: Lane? { Lane("sources of a step", keepsOnlyNewest: true) }
  var isAskedFor: Bool { false }

  /// Larger outputs are not searched for one value.
  private static let largest = 8 << 20
  /// So many steps are read for one.
  private static let mostSteps = 20

  func perform(with services: any Services) async throws -> [Action] {
    switch self {
    case .values(let places, let subject, let run):
      return [.groups(.find(.values(await Self.values(places, in: run.recording, services), of: subject)))]
    case .locate(let path, let view, let subject):
      guard let line = try await view.line(of: path, limit: Self.largest) else { return [] }
      return [.groups(.moved(to: line, of: subject))]
    }
  }

  /// What cannot be read any more is left out.
  private static func values(
    _ places: [GivenPlace], in recording: RunRecording, _ services: any Services
  ) async -> [GivenPlace: String] {
    var values: [GivenPlace: String] = [:]
    let byNode = Dictionary(grouping: places, by: \.node)
    for (node, places) in byNode.sorted(by: { $0.key < $1.key }).prefix(mostSteps) {
      guard let content = try? await services.content(.output, of: node, in: recording, with: nil),
        let body = content.body, body.count <= largest, let bytes = try? body.read(at: 0, count: body.count),
        let root = try? JSONValue(parsing: bytes)
      else { continue }
      for place in places {
        guard let value = try? place.path.resolve(in: root) else { continue }
        values[place] = content.secrets.maskingForeign("\(value)")
      }
    }
    return values
  }
}

extension BodyView {
  /// The line that shows a value of JSON, unfolded if need be; nil where there is none.
  func line(of path: ValuePath, limit: Int) async throws -> Int? {
    guard source.count <= limit else { return nil }
    let root = try JSONValue(parsing: try source.read(at: 0, count: source.count))
    guard let line = root.line(of: path.segments[...]) else { return nil }
    return try await reveal(line)
  }
}

extension JSONValue {
  /// How many lines it takes where each value has one, and each container that is not empty one more at its end.
  private var lines: Int {
    switch self {
    case .object(let members) where members.count > 0: 2 + members.reduce(0) { $0 + $1.value.lines }
    case .array(let elements) where !elements.isEmpty: 2 + elements.reduce(0) { $0 + $1.lines }
    default: 1
    }
  }

  fileprivate func line(of path: ArraySlice<ValuePath.Segment>) -> Int? {
    guard let segment = path.first else { return 0 }
    switch (segment, self) {
    case (.key(let name), .object(let members)):
      return line(of: path, in: members.map { ($0.key.isIdentical(to: name), $0.value) })
    case (.index(let index), .array(let elements)):
      let place = index < 0 ? elements.count + index : index
      return line(of: path, in: elements.enumerated().map { ($0.offset == place, $0.element) })
    default: return nil
    }
  }

  private func line(of path: ArraySlice<ValuePath.Segment>, in values: [(isWanted: Bool, value: JSONValue)]) -> Int? {
    guard let index = values.firstIndex(where: \.isWanted) else { return nil }
    let before = values[..<index].reduce(1) { $0 + $1.value.lines }
    return values[index].value.line(of: path.dropFirst()).map { before + $0 }
  }
}
