import ParleyEngine
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// Reads or makes values for a run that is paused.
indirect enum PauseEffect: ServiceEffect {
  /// The request of a step, to be edited.
  case draft(Debugger.Stop, EditedStep?, run: String)
  /// The request as it was edited.
  case request(RequestEdit, Debugger.Stop, EditedStep?)
  /// The output of the step, to be edited before it is handed on.
  case output(Debugger.Stop, EditedStep?, run: String)
  /// The output of an earlier step, to be edited.
  case value(NodePath, String, in: RunRecording)
  /// The results that can replace that of a step.
  case results(Debugger.Stop, StepName, group: String, run: String)

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .draft(let stop, let edit, let run):
      guard let draft = try await services.groups.draft(of: stop, with: edit) else {
        throw Problem(code: "step.noRequest", "The step sends no request.", place: stop.node.name)
      }
      return [.groups(.pause(.begin(RequestEdit(draft, of: stop, in: run))))]
    case .request(let edit, let stop, let edited):
      let request = try await services.groups.request(
        of: stop, with: edited, from: edit.original, to: edit.composer.draft)
      return [.groups(.pause(.made(request, edit)))]
    case .output(let stop, let edited, let run):
      let value = if case .result(let value)? = edited { value } else { stop.result?.value }
      return try Self.begin(
        StepEdit(.output, value, of: stop.node.path, stop.node.name, in: run, hiding: Self.secrets(stop, services)))
    case .value(let path, let name, let recording):
      let value = try await services.groups.value(of: path, in: recording)
      return try Self.begin(
        StepEdit(.value, value, of: path, name, in: recording.summary.id, hiding: services.secrets.all))
    case .results(let stop, let step, let group, let run):
      let results = try await services.groups.recordedResults(of: step, in: group, besides: run)
      return [.groups(.pause(.results(results, path: stop.node.path, run: run)))]
    }
  }

  private static func secrets(_ stop: Debugger.Stop, _ services: Services) -> Secrets {
    var secrets = services.secrets.all
    if let own = stop.result?.response?.secrets { secrets.formUnion(own) }
    return secrets
  }

  private static func begin(_ edit: StepEdit) throws -> [Action] {
    guard edit.original.utf8.count <= StepEdit.longest else {
      throw Problem(
        code: "step.tooLarge", "The value is too large to edit here.",
        advice: "Edit the input of the step that uses it with e in $EDITOR.")
    }
    return [.groups(.edit(.begin(edit)))]
  }
}
