package import ParleyEngine
import TerminalKit
import WorkbenchParts
package import WorkbenchServices
import WorkbenchState

/// Something that a person can do at a pause, besides continuing.
package indirect enum PauseAction: Sendable {
  case begin(RequestEdit)
  case made(EditedRequest, RequestEdit)
  /// The results that can replace that of a step, and the chosen one.
  case results([RecordedResult], path: NodePath, run: String)
  case writeResult(NodePath, run: String)
  case take(RecordedResult, path: NodePath, run: String)
}

extension StepViewer {
  mutating func pause(_ action: PauseAction) -> [Effect] {
    switch action {
    case .begin(let edit): return begin(edit)
    case .made(let request, let edit): return take(request, of: edit)
    case .results(let results, let path, let run): return offer(results, path, run)
    case .writeResult(let path, let run): return writeResult(path, run)
    case .take(let recorded, let path, let run): return take(recorded, path, run)
    }
  }

  func withStop(_ effect: (Debugger.Stop, EditedStep?, String) -> PauseEffect) -> [Effect] {
    guard let run = steps.run, let stop else { return [] }
    return [.perform(effect(stop, run.edited[stop.node.path], run.id))]
  }

  func editValue() -> [Effect] {
    guard let run = steps.run, let record = steps.record else { return [] }
    return [.perform(PauseEffect.value(record.path, record.name, in: run.recording))]
  }

  func giveResult() -> [Effect] {
    guard let run = steps.run, let stop else { return [] }
    guard let step = StepName(of: stop.node.path, in: steps.outlines), !stop.node.path.hasElement else {
      return [.then(.groups(.pause(.writeResult(stop.node.path, run: run.id))))]
    }
    return [.perform(PauseEffect.results(stop, step, group: run.group, run: run.id))]
  }

  private func offer(_ results: [RecordedResult], _ path: NodePath, _ run: String) -> [Effect] {
    guard !results.isEmpty else { return [.then(.groups(.pause(.writeResult(path, run: run))))] }
    return [.ask(ResultChoice(results: results, path: path, run: run))]
  }

  private mutating func writeResult(_ path: NodePath, _ run: String) -> [Effect] {
    guard let stop = steps.run?.stops.first(where: { $0.node.path == path }) else { return [] }
    return begin(StepEdit(.result, nil, of: stop, in: run))
  }

  private mutating func take(_ recorded: RecordedResult, _ path: NodePath, _ run: String) -> [Effect] {
    guard steps.run?.id == run, let stop = steps.run?.stops.first(where: { $0.node.path == path }) else { return [] }
    let edit = NodeEdit(.result, was: stop.ownValue, from: "\(recorded.run)")
    return giveOn(.skip(recorded.result), at: path, run, edit)
  }

  /// With a result that stands for its own the step is done, and the run stops at the next one.
  mutating func giveOn(_ decision: GateDecision, at path: NodePath, _ run: String, _ edit: NodeEdit) -> [Effect] {
    steps.follows = true
    steps.edit(nil, at: path)
    return [.steer(run, .answer(decision, at: path, edit: edit))]
  }
}

// The request.
extension StepViewer {
  private mutating func begin(_ edit: RequestEdit) -> [Effect] {
    guard steps.run?.id == edit.run, steps.run?.stops.contains(where: { $0.node.path == edit.path }) == true else {
      return []
    }
    steps.select(edit.path)
    step.begin(edit)
    return [.then(.navigation(.focus(.step)))]
  }

  func applyRequest(_ edit: RequestEdit) -> [Effect] {
    guard let run = steps.run, run.id == edit.run, let stop = run.stops.first(where: { $0.node.path == edit.path })
    else { return [.then(.failed(.goneOn(edit.name, typed: nil)))] }
    return [.perform(PauseEffect.request(edit, stop, run.edited[edit.path]))]
  }

  private mutating func take(_ request: EditedRequest, of edit: RequestEdit) -> [Effect] {
    guard let open = step.request, open.path == edit.path, open.run == edit.run else { return [] }
    if edit.hasChanged { steps.edit(.request(request), at: edit.path) }
    step.tab = .request
    return close() + warning(of: edit)
  }

  private func warning(of edit: RequestEdit) -> [Effect] {
    edit.composer.mistake.map { [.say(.refused("The step will send a body that is not valid JSON: \($0.sentence)"))] }
      ?? []
  }
}

extension Debugger.Stop {
  /// The value it gave, if the history does not have it; nil otherwise.
  var ownValue: JSONValue? { result?.exchange == nil ? result?.value : nil }
}

extension NodePath {
  /// Whether it runs for an element of a list.
  fileprivate var hasElement: Bool { innermostElement != nil }
}
