import ParleyEngine
import ParleyWorkspace

/// What became of a run, in lines for people and as JSON for programs.
struct RecordingReport {
  let recording: RunRecording
  /// What people call the run.
  let number: Int64?

  init(_ recording: RunRecording, number: Int64?) {
    self.recording = recording
    self.number = number
  }

  /// `checkout: 7 of 9 steps, pay failed, 412 ms, run 14`
  var summaryLine: String {
    let leaves = recording.steps
    let failed = leaves.filter { $0.state == .failed }.map { Printable.text($0.name) }
    let parts = [
      "\(leaves.count { $0.state == .succeeded }) of \(leaves.count) steps",
      failed.isEmpty ? nil : "\(failed.joined(separator: ", ")) failed",
      recording.summary.state == .failed || recording.summary.state == .succeeded
        ? nil : recording.summary.state.rawValue,
      recording.summary.duration?.milliseconds, number.map { "run \($0)" },
    ]
    return "\(recording.summary.shownName): \(parts.compactMap(\.self).joined(separator: ", "))"
  }

  /// `✓ 3.1      cart          200   112 ms`
  static func line(of record: NodeRecord) -> String {
    let indent = String(repeating: "  ", count: max(0, record.path.parts.count - 1))
    let name = indent + Printable.text(record.name)
    let head = "\(record.state.mark) \(pad("\(record.path)", 8)) \(pad(name, 28))"
    let status = pad(record.status.map(String.init) ?? record.state.word, 9)
    let time = record.state.hasRun ? record.duration?.milliseconds ?? "" : ""
    let line = "\(head) \(status) \(time)"
    guard let error = record.error, record.kind == .request || record.kind == .job else { return line.trimmed }
    return "\(line)  \(Printable.text(error.summary))"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  var json: JSONValue {
    var object = recording.summary.json
    object["number"] = number.map { .number(JSONNumber($0)) }
    object["steps"] = .array(recording.nodes.map(\.json))
    return object
  }
}

extension RunRecording {
  /// The nodes that do something themselves.
  var steps: [NodeRecord] {
    nodes.filter { ($0.kind == .request || $0.kind == .job) && $0.output != .nodes }
  }
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
  var json: JSONValue {
    var object: JSONValue = [
      "step": .string("\(path)"), "name": .string(name), "kind": .string(kind.rawValue),
      "state": .string(state.rawValue), "attempts": .number(JSONNumber(attempts.count)),
    ]
    object["status"] = status.map { .number(JSONNumber($0)) }
    object["exchange"] = exchange.map { .string($0.rawValue) }
    object["ms"] = duration.flatMap { JSONNumber($0.inMilliseconds) }.map(JSONValue.number)
    if let error { object["error"] = Failure(error).json }
    if case .value(let value) = output, !isSecret { object["output"] = value }
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

  fileprivate var word: String {
    switch self {
    case .succeeded: "ok"
    case .neverRan: "never ran"
    case .failed, .skipped, .cancelled, .waiting, .running: rawValue
    }
  }

  fileprivate var hasRun: Bool { self != .skipped && self != .neverRan }
}

extension Duration {
  /// `38 ms`
  var milliseconds: String { "\(Int64(inMilliseconds.rounded())) ms" }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
