import ParleyEngine
import ParleyModel
import ParleyText
import ParleyWorkspace

/// The outcome of a run, in lines for people and as JSON for programs.
struct RecordingReport {
  let recording: RunRecording
  /// The number by which people name the run.
  let number: Int64?
  /// The outputs of its steps, without secrets, for JSON.
  let outputs: [NodePath: ShownOutputs.Output]
  /// The steps that are told; nil for all.
  var filter: StepFilter?

  init(_ recording: RunRecording, number: Int64?, outputs: [NodePath: ShownOutputs.Output] = [:]) {
    self.recording = recording
    self.number = number
    self.outputs = outputs
  }

  /// `checkout: 7 of 9 steps, pay failed, 412 ms, run 14, in local`
  var summaryLine: String {
    let count = recording.stepCount
    let failed = recording.steps.filter { $0.state == .failed }.map { Printable.text($0.name) }
    let parts = [
      "\(count.succeeded) of \(count.total) steps",
      failed.isEmpty ? nil : "\(failed.joined(separator: ", ")) failed",
      recording.summary.state == .failed || recording.summary.state == .succeeded
        ? nil : recording.summary.state.rawValue,
      recording.duration?.milliseconds, number.map { "run \($0)" },
      recording.summary.environment.map { "in \(Printable.text($0))" },
    ]
    return "\(recording.summary.shownName): \(parts.compactMap(\.self).joined(separator: ", "))"
  }

  /// A line, and below it what is known of its failure.
  /// - Parameters:
  ///   - list: how far it is, where it runs for each element of a list.
  ///   - outline: the step as its group had it.
  ///   - recording: names the sources of what failed; nil where they are not told.
  static func lines(
    of record: NodeRecord, _ list: ListProgress? = nil, outline: StepOutline? = nil, in recording: RunRecording? = nil
  ) -> [String] {
    let error = record.state.isFailure ? record.error : nil
    let edits = record.interventions.compactMap(\.sentence)
    let cached = record.made.isEdited ? [Self.editedInCache] : []
    let notes =
      edits + cached + record.made.sharedTransfers.map(\.summary) + record.made.overlaps.map(\.words)
      + RowReport.lines(of: record) + record.made.warnings.map { "⚠ \($0)" }
    let more = [error?.place.map { "at \($0)" }, error?.detail, error?.advice].compactMap(\.self) + notes
    let parts = error.map { CheckedPartLines.lines(of: $0, of: record, in: recording) } ?? []
    return [line(of: record, list, outline: outline)] + AttemptReport.lines(of: record)
      + (parts + more).map { "    \(Printable.text($0))" }
  }

  /// Of a step whose response has a body that somebody edited in the cache.
  static let editedInCache = "its response was edited in the cache"

  /// `✓ 3.1      cart          200   112 ms`
  /// - Parameter outline: the step as its group has it, for the reason why it was skipped.
  static func line(of record: NodeRecord, _ list: ListProgress? = nil, outline: StepOutline? = nil) -> String {
    let indent = String(repeating: "  ", count: max(0, record.path.parts.count - 1))
    let name = indent + Printable.text(record.name)
    let head = "\(record.state.mark) \("\(record.path)".padded(to: 8)) \(name.padded(to: 28))"
    let status = record.shownStatus.padded(to: 9)
    let time = record.isRecorded ? "recorded" : record.state.hasRun ? record.duration?.milliseconds ?? "" : ""
    let marks = record.reportedMarks
    let error = record.error.flatMap { record.failsBySteps ? nil : Printable.text($0.summary) }
    return
      (["\(head) \(status) \(time)"] + [list.map(Self.words)].compactMap(\.self) + marks
      + [error ?? record.reasonSkipped(by: outline)].compactMap(\.self)).joined(
        separator: "  "
      ).trimmingEnd
  }

  /// `█████░░░░░  4/8, 1 failed`
  private static func words(of list: ListProgress) -> String {
    let bar = list.total.map { total in
      let filled = total <= list.ended ? Self.barColumns : list.ended * Self.barColumns / total
      return String(repeating: "█", count: filled) + String(repeating: "░", count: Self.barColumns - filled) + "  "
    }
    let failed = list.failed > 0 ? ", \(list.failed) failed" : ""
    return "\(bar ?? "")\(list.count)\(failed)"
  }

  private static let barColumns = 10

  /// Whether the filter lets a step through.
  func isShown(_ record: NodeRecord) -> Bool {
    filter?.accepts(RecordedStep(record, recording.step(at: record.path))) ?? true
  }

  var json: JSONValue {
    var object = recording.summary.json
    object["number"] = number.map { .number(JSONNumber($0)) }
    object["ms"] = recording.duration.flatMap { JSONNumber($0.inMilliseconds) }.map(JSONValue.number)
    let count = recording.stepCount
    object["stepsSucceeded"] = .number(JSONNumber(count.succeeded))
    object["stepsTotal"] = .number(JSONNumber(count.total))
    let lists = recording.listProgress
    let sources = SourceReport(recording: recording)
    object["steps"] = .array(
      recording.nodes.filter(isShown).map { record in
        var step = record.json(lists[record.path], in: recording)
        if let reason = record.reasonSkipped(by: recording.step(at: record.path)) { step["skipped"] = .string(reason) }
        if let output = outputs[record.path] { output.add(to: &step) }
        if !record.sources.isEmpty { step["sources"] = sources.json(of: record) }
        return step
      })
    return object
  }
}

extension NodeRecord {
  /// The reason why the step was skipped: its condition, or that it is disabled. Nil if neither is known.
  func reasonSkipped(by outline: StepOutline?) -> String? {
    guard state == .skipped, error == nil, let outline else { return nil }
    if outline.isDisabled { return "disabled" }
    return outline.notes.first { $0.hasPrefix("when ") }.map { "\(Printable.text($0)) is false" }
  }

  /// Of a response; what was cancelled has not succeeded, whatever its last attempt got.
  fileprivate var shownStatus: String {
    state == .cancelled ? state.word : status.map(String.init) ?? state.word
  }

  /// Whether its result was taken from an earlier run, or given by hand, and it was not run.
  var isRecorded: Bool { interventions.contains(.skipped) && state.hasRun && attempts.isEmpty }
}

extension RunRecording.Summary {
  var shownName: String { group.map { Printable.text($0) } ?? "group" }

  var json: JSONValue {
    var object: JSONValue = [
      "run": .string(id), "state": .string(state.rawValue), "startedAt": .string(startedAt.iso8601),
    ]
    object["group"] = group.map(JSONValue.string)
    object["environment"] = environment.map(JSONValue.string)
    object["ms"] = duration.flatMap { JSONNumber($0.inMilliseconds) }.map(JSONValue.number)
    if let origin {
      object["replayOf"] = [
        "run": .string(origin.run), "from": .string("\(origin.from)"), "fork": .bool(origin.isFork),
      ]
    }
    return object
  }
}

extension NodeRecord {
  /// - Parameters:
  ///   - list: how far it is, where it runs for each element of a list.
  ///   - recording: names the sources of what failed; nil where they are not told.
  func json(_ list: ListProgress? = nil, in recording: RunRecording? = nil) -> JSONValue {
    var object: JSONValue = [
      "step": .string("\(path)"), "name": .string(name), "kind": .string(kind.rawValue),
      "state": .string(state.rawValue), "attempts": .number(JSONNumber(attemptCount)),
    ]
    object["status"] = status.map { .number(JSONNumber($0)) }
    object["exchange"] = exchange.map { .string($0.rawValue) }
    object["ms"] = duration.flatMap { JSONNumber($0.inMilliseconds) }.map(JSONValue.number)
    if isRecorded { object["recorded"] = true }
    AttemptReport.add(self, to: &object)
    if let rows = made.rows { object["rows"] = RowReport.json(of: rows) }
    if made.isEdited { object["edited"] = true }
    if let list { object["elements"] = list.json }
    if !interventions.isEmpty { object["interventions"] = .array(interventions.map { .string($0.rawValue) }) }
    if let error { object["error"] = error.json(of: self, in: recording) }
    if !made.warnings.isEmpty { object["warnings"] = .array(made.warnings.map(JSONValue.string)) }
    if !made.sharedTransfers.isEmpty {
      object["sharedTransfers"] = .array(made.sharedTransfers.map { .string($0.summary) })
    }
    if case .value(let value) = output, !isSecret { object["output"] = value }
    return object
  }
}

extension NodeRecord.Intervention {
  /// A description of a person's intervention in the step; nil where its line says so already.
  fileprivate var sentence: String? {
    switch self {
    case .inputReplaced: "its input was edited by hand"
    case .listReplaced: "its list was edited by hand"
    case .requestReplaced: "its request was edited by hand"
    case .resultReplaced: "its result was set by hand"
    case .valueReplaced: "its value was edited by hand after it had run"
    case .skipped: nil
    }
  }
}

extension ListProgress {
  fileprivate var json: JSONValue {
    var object: JSONValue = ["ended": .number(JSONNumber(ended)), "failed": .number(JSONNumber(failed))]
    object["total"] = total.map { .number(JSONNumber($0)) }
    return object
  }
}

extension NodeRecord.State {
  fileprivate var mark: String {
    switch self {
    case .succeeded: "✓"
    case .failed: "✗"
    case .skipped: "↷"
    case .cancelled: "■"
    case .neverRan: "·"
    case .waiting, .running: "…"
    }
  }

  var word: String {
    switch self {
    case .succeeded: "ok"
    case .neverRan: "not run"
    case .failed, .skipped, .cancelled, .waiting, .running: rawValue
    }
  }

  var hasRun: Bool { self != .skipped && self != .neverRan }

  /// Whether it ended otherwise than it should.
  var isFailure: Bool { self == .failed || self == .cancelled }
}

extension Duration {
  /// `38 ms`
  var milliseconds: String { "\(Int64(inMilliseconds.rounded())) ms" }
}
