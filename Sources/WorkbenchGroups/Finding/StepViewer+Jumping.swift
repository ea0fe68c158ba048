import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// From a line of *Where from* or *Attempts* to what it speaks of, and back.
extension StepViewer {
  /// So many places are remembered.
  private static let mostPlaces = 100

  mutating func jump() -> [Effect] {
    switch step.target {
    case .exchange(let exchange)?: return [.perform(RequestEffect.exchange(exchange))]
    case .place(let path, let tab, let value)?: return go(to: path, tab, value)
    case nil: return []
    }
  }

  mutating func go(to path: NodePath, _ tab: StepTab, _ value: ValuePath?) -> [Effect] {
    guard let run = steps.run, let here = steps.selected?.path, run.records[path] != nil else { return [] }
    places.append(StepPlace(run: run.id, path: here, tab: step.tab, line: step.lines.cursor.selected))
    places.removeFirst(max(0, places.count - Self.mostPlaces))
    steps.follows = false
    steps.reveal(path)
    (step.tab, step.isTabOfWhy) = (tab, false)
    step.wantedValue = value
    return [.then(.navigation(.focus(.step)))]
  }

  /// To where one was in the run that is shown.
  mutating func goBackToPlace() -> [Effect] {
    guard let place = places.popLast() else { return [] }
    guard place.run == steps.run?.id else {
      places.removeAll()
      return []
    }
    steps.follows = false
    steps.reveal(place.path)
    (step.tab, step.isTabOfWhy) = (place.tab, false)
    step.wantedValue = nil
    step.wantedLine = place.line
    return place.why.map { [.then(.groups(.why(.answered($0))))] } ?? []
  }

  /// The cursor goes to the value that one jumped to, once the part is there.
  mutating func locateWantedValue() -> [Effect] {
    guard let value = step.wantedValue, step.showsBody, let subject = step.subject else { return [] }
    step.wantedValue = nil
    return step.take(.go(to: value), of: subject)
  }

  /// Reads the values that stand in responses, so that the lines can show them.
  func readSourceValues(of subject: StepSubject, in run: ShownRun) -> [Effect] {
    guard var record = subject.record, let recording = steps.recording else { return [] }
    // What a step that waits would send is known from making it.
    if let stop = run.stops.first(where: { $0.node.path == subject.path }) { record.made = stop.node.input.trace.soFar }
    let places = record.sources.flatMap { $0.origin.places }.compactMap { place in
      place.path.map { recording.exactPlace(of: $0, in: place.step) }
    }
    // Of what has to do with a secret only services know what may be seen.
    let own = record.isSecret ? record.sources.compactMap(\.outputPath) : []
    let unread =
      places.filter { recording[$0.node].map { $0.output.isElsewhere || $0.isSecret } == true }
      + own.map { RunRecording.Sighting(node: record.path, path: $0) }
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
