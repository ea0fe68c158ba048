import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyText
import ParleyWorkspace

extension RunsTask {
  /// Prints the way from what is asked about back to its first causes.
  /// - Parameter since: the run to compare with, or `green`; nil to compare with none.
  func why(_ name: String, step: String?, subject: String?, missing: String?, since: String?) async throws {
    let run = try await keptRun(name)
    let recording = try await session.runs.recording(of: run)
    let question = WhyQuestion(
      try stepPath(step, in: recording), try WhyQuestion.Subject(asked: subject, missing: missing))
    let chain = await session.why.chain(question, in: recording)
    let changes: RunChanges? =
      if let since { try await self.changes(since: since, of: run, recording, chain, question) } else { nil }
    if printsJSON {
      var json = chain.json
      json["changes"] = changes?.json
      return console.print(json)
    }
    for line in chain.lines { console.print(Printable.text(line)) }
    if let changes { print(changes, of: run) }
  }

  private func changes(
    since name: String, of run: KeptRun, _ recording: RunRecording, _ chain: WhyChain, _ question: WhyQuestion
  ) async throws -> RunChanges {
    let isGreen = name.lowercased() == "green"
    let earlier = isGreen ? try await session.runs.green(before: run) : try await keptRun(name)
    return try await session.why.changes(since: earlier, in: recording, on: chain, asked: question)
  }

  private func print(_ changes: RunChanges, of run: KeptRun) {
    console.print(changes.title)
    for change in changes.onTheWay {
      console.print(Printable.text("  \(change.sentence)\(change.evidence.map { "  \($0)" } ?? "")"))
    }
    console.print("  \(changes.rest)")
    if !changes.others.isEmpty {
      console.note("`parley runs compare \(changes.since) \(run.sequence)` shows all of them.")
    }
  }
}

extension RunsTask {
  /// Prints what the filters and conditions of a run would give with another value in it. Nothing is sent.
  /// - Parameter subject: a path in the step's output, or a variable: `$vars.tenant`.
  func tryValue(_ text: String, of subject: String?, step: String?, in name: String) async throws -> ExitStatus {
    let recording = try await session.runs.recording(of: keptRun(name))
    let value = (try? JSONValue(parsing: Array(text.utf8))) ?? .string(text)
    let place: RunTrial.Place
    if let subject, subject.hasPrefix("$vars.") {
      place = .variable(String(subject.dropFirst("$vars.".count)))
    } else if let subject, subject.hasPrefix("$shared.") {
      place = .shared(String(subject.dropFirst("$shared.".count)))
    } else {
      let path: ValuePath
      do { path = try ValuePath(parsing: subject ?? ".") } catch { throw WorkspaceError.noPath(error) }
      place = .output(try stepPath(step, in: recording), path)
    }
    let steps = await session.why.outcome(of: RunTrial(place, value), in: recording)
    if printsJSON {
      console.print(
        .array(
          steps.map { step in
            ["step": .string("\(step.path)"), "sentence": .string(step.sentence), "unknown": .bool(step.isUnknown)]
          }))
    } else {
      for step in steps { console.print(Printable.text(step.sentence)) }
      if steps.isEmpty { console.note("No filter or condition of the run depends on it.") }
    }
    return .good
  }

  /// The step that a person names: by its number or name; the first that failed by default.
  private func stepPath(_ step: String?, in recording: RunRecording) throws -> NodePath {
    if let step {
      if let path = NodePath(step), path != .root, recording[path] != nil || recording.step(at: path) != nil {
        return path
      }
      let outlined = recording.outline.first { $0.name == step }
      if let named = recording.node(named: step)?.path ?? outlined?.path { return named }
      let known = recording.nodes.map(\.name) + recording.outline.map(\.name)
      let names = known.reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
      }
      throw WorkspaceError.unknownStep(step, among: names)
    }
    let nodes = recording.nodes
    let unlucky = nodes.first { $0.state == .failed && !$0.failsBySteps } ?? nodes.first { $0.state == .failed }
    guard let path = (unlucky ?? nodes.first { $0.state == .skipped } ?? nodes.last)?.path else {
      throw WorkspaceError.noSteps
    }
    return path
  }
}

extension WhyQuestion.Subject {
  fileprivate init(asked text: String?, missing: String?) throws {
    if let missing {
      self = .missing((try? JSONValue(parsing: Array(missing.utf8))) ?? .string(missing))
      return
    }
    if let text, text.hasPrefix("$shared.") {
      self = .shared(String(text.dropFirst("$shared.".count)))
      return
    }
    if let text, let row = Self.row(text) {
      self = .row(row)
      return
    }
    switch text {
    case nil: self = .outcome
    case "status": self = .status
    case "sends": self = .sends
    case "rows": self = .row(nil)
    case "time": self = .time
    case let text? where text.hasPrefix("."):
      do { self = .output(try ValuePath(parsing: text)) } catch { throw WorkspaceError.noPath(error) }
    case let text?: self = .request(text)
    }
  }
}

extension WhyQuestion.Subject {
  /// `row 3`
  private static func row(_ text: String) -> Int? {
    text.hasPrefix("row ") ? Int(text.dropFirst(4)) : nil
  }
}

extension RunChanges {
  /// For programs.
  fileprivate var json: JSONValue {
    [
      "since": .number(JSONNumber(since)), "succeeded": .bool(wasGreen), "onTheWay": .array(onTheWay.map(\.json)),
      "others": .array(others.map(\.json)),
    ]
  }
}

extension RunChange {
  fileprivate var json: JSONValue {
    var object: JSONValue = ["kind": .string(kind.rawValue), "sentence": .string(sentence)]
    object["evidence"] = evidence.map(JSONValue.string)
    target?.add(to: &object)
    return object
  }
}

extension WhyLink.Target {
  fileprivate func add(to object: inout JSONValue) {
    switch self {
    case .step(let step, let part, let path):
      object["step"] = .string("\(step)")
      object["part"] = .string(part.rawValue)
      object["path"] = path.map { .string("\($0)") }
    case .file(let place): object["file"] = .string(place)
    case .shared(let key): object["shared"] = .string(key)
    @unknown default: break
    }
  }
}

extension WhyChain {
  /// For programs: the question, and the tree of causes.
  var json: JSONValue { ["question": .string(question), "effect": effect.json] }
}

extension WhyLink {
  fileprivate var json: JSONValue {
    var object: JSONValue = ["sentence": .string(sentence)]
    object["evidence"] = evidence.map(JSONValue.string)
    object["end"] = end.map { .string($0.rawValue) }
    object["meaning"] = .string(meaning.rawValue)
    target?.add(to: &object)
    if !causes.isEmpty { object["causes"] = .array(causes.map(\.json)) }
    return object
  }
}
