import ParleyEngine
import ParleyStore
import ParleyText
import ParleyWorkspace
import WorkbenchServices

/// Of each step what it gave in the newest run in which it gave something: a run that was stopped at once takes nothing away.
struct LastResultsReading: Sendable {
  /// The maximal number of runs that are read: older ones say little about the present.
  private static let mostRuns = 10

  let session: Session

  func results(of group: String) async throws -> LastResults? {
    try await session.flushEvents()
    let runs = try await session.store.runs.recent(Self.mostRuns, group: group)
    guard let newest = runs.first else { return nil }
    var results = FoundResults()
    for run in runs {
      guard let recording = try await session.store.runs.recording(of: run.id) else { continue }
      await results.look(in: recording, RecordedValues(recording, in: session))
      if results.areComplete { break }
    }
    return LastResults(of: newest.id, results.steps)
  }
}

/// The last outputs of steps, collected from the newest run backwards.
private struct FoundResults {
  private(set) var steps: [StepName: LastResults.Step] = [:]
  /// The steps of the newest run that have given nothing in any run so far.
  private var missing: Set<StepName>?

  var areComplete: Bool { missing?.isEmpty == true }

  /// A group has 500 steps at most that anybody looks at.
  private static let mostPreviews = 1000
  /// More values of a list are not read for one line.
  private static let mostElements = 20

  mutating func look(in recording: RunRecording, _ values: RecordedValues) async {
    let found = FoundRecords(recording)
    if missing == nil { missing = Set(found.names) }
    for (name, records) in found.records {
      let gives = records.contains(where: \.gaveSomething)
      guard steps[name]?.gaveSomething != true, gives || steps[name] == nil else { continue }
      steps[name] = await step(records, of: recording, values)
      if gives { missing?.remove(name) }
    }
  }

  /// - Parameter records: of one step; several where it stands in a list, one for each element.
  private func step(
    _ records: [NodeRecord], of recording: RunRecording, _ values: RecordedValues
  ) async -> LastResults.Step? {
    guard let last = records.last else { return nil }
    let failed = records.first { $0.state == .failed }
    var step = LastResults.Step((failed ?? last).state, status: (failed ?? last).status)
    if last.path.isInElement {
      step.elements = records.count
    } else if last.made.elements != nil || recording[last.path.element(0)] != nil {
      let elements = recording.children(of: last.path).count { $0.path.isElement }
      if elements > 0 { step.elements = elements }
    }
    if steps.count < Self.mostPreviews { step.preview = await Self.preview(of: records, values) }
    return step
  }

  /// A preview of what a step gave, for each element where it stands in a list; empty if it can no longer be read.
  private static func preview(of records: [NodeRecord], _ values: RecordedValues) async -> String {
    var shown: [JSONValue] = []
    var known = Secrets()
    for record in records.prefix(mostElements) where record.state == .succeeded {
      guard let output = try? await values.output(of: record),
        let secrets = try? await values.secrets(of: [record.path])
      else { return "" }
      known.formUnion(secrets)
      shown.append(values.masked(output, as: .output, of: record.path))
    }
    guard let first = shown.first else { return "" }
    let isList = records[0].path.isInElement
    return known.maskingForeign(SharedPreview.text(of: .json(isList ? .array(shown) : first)))
  }
}

/// The records of a run by their steps, in order: of a step itself, or else those for the elements of the list that it stands in.
private struct FoundRecords {
  private(set) var records: [(StepName, [NodeRecord])] = []
  let names: [StepName]

  init(_ recording: RunRecording) {
    var (counts, byPath) = ([String: Int](), [NodePath: StepName]())
    for step in recording.outline {
      byPath[step.path] = StepName(step.lastingName, counts[step.lastingName, default: 0])
      counts[step.lastingName, default: 0] += 1
    }
    var (order, found) = ([StepName](), [StepName: [NodeRecord]]())
    for record in recording.nodes {
      let name = byPath[record.path.withoutElements] ?? StepName(record.name)
      if found[name] == nil { order.append(name) }
      found[name, default: []].append(record)
    }
    names = recording.outline.isEmpty ? order : Array(byPath.values)
    records = order.map { name in
      let all = found[name] ?? []
      return (name, all.first { !$0.path.isInElement }.map { [$0] } ?? all)
    }
  }
}

extension LastResults.Step {
  fileprivate var gaveSomething: Bool { state == .succeeded || state == .failed }
}

extension NodeRecord {
  fileprivate var gaveSomething: Bool { state == .succeeded || state == .failed }
}

extension NodePath {
  /// Whether it is an element of a list, or stands in one.
  fileprivate var isInElement: Bool { withoutElements != self }
}
