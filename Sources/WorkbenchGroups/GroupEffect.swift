import ParleyEngine
import ParleyModel
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// Effects of the groups screen.
indirect enum GroupEffect: ServiceEffect {
  case kept([String])
  /// One that is followed, because another program runs it, is read a few times a second at most.
  case recording(String, number: Int64, isFollowed: Bool = false)
  case prepare(RunIntent, trusting: [TrustItem] = [])
  case content(StepPart, of: StepSubject, in: ShownRun)
  case request(Debugger.Stop, of: StepSubject)
  /// Reads what a step that waits works on, to be edited.
  case edit(Debugger.Stop, EditedStep?, run: String, outside: Bool)
  /// Makes the list that a step which waits would run for, to be edited.
  case editList(Debugger.Stop, EditedStep?, run: String)
  case stage(StepEdit)
  case collect(String, StepEdit)
  case delete(String)
  case deleteRuns(of: String)
  case pin(String, Bool)

  var lane: Lane? {
    switch self {
    case .kept: Lane("runs", keepsOnlyNewest: true)
    case .recording: Lane("recording", keepsOnlyNewest: true)
    case .content, .request: Lane("step", keepsOnlyNewest: true)
    case .prepare: Lane("run intents")
    case .delete, .deleteRuns, .pin: Lane("runs kept", outlivesTheScreen: true)
    case .edit, .editList, .stage, .collect: nil
    }
  }

  var mayAsk: Bool { if case .prepare = self { true } else { false } }

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .kept(let groups): return [.groups(.kept(try await Self.kept(groups, services)))]
    case .recording(let run, let number, let isFollowed):
      if isFollowed { try await Task.sleep(for: Self.patience) }
      return await Self.recording(of: run, number, services)
    case .prepare(let intent, let items):
      let trusted = items.isEmpty ? [] : [Action.workspace(.changed(try await services.workspace.trust(items)))]
      return trusted + [.groups(.prepared(intent, try await services.groups.prepare(intent)))]
    case .content(let part, let subject, let run):
      return await Self.content(of: subject, by: services) {
        try await services.groups.content(part, of: subject.path, in: run.recording, with: subject.edited)
      }
    case .request(let stop, let subject):
      return await Self.content(of: subject, by: services) {
        try await services.groups.request(of: stop, with: subject.edited)
      }
    case .edit(let stop, let edited, let run, let outside):
      return try await Self.edit(stop, edited, run, outside, services)
    case .editList(let stop, let edited, let run):
      return try await Self.begin(try await Self.list(stop, edited, run, services), services)
    case .stage(let edit): return [.groups(.edit(.staged(try await Self.stage(edit, services), edit)))]
    case .collect(let path, let edit):
      return [.groups(.edit(.collected(try await services.person.collect(path), edit)))]
    case .delete(let run):
      try await services.groups.delete(run: run)
      return [.groups(.refresh)]
    case .deleteRuns(let group):
      return [.groups(.list(.deletedRuns(group, try await services.groups.deleteRuns(ofGroup: group))))]
    case .pin(let run, let isPinned):
      try await services.groups.pin(run: run, isPinned)
      return [.groups(.refresh)]
    }
  }

  /// The pause before a followed run is read again, so that several changes are read together.
  private static let patience = Duration.milliseconds(200)

  private static func kept(_ groups: [String], _ services: Services) async throws -> [ExactString: [KeptRun]] {
    var kept: [ExactString: [KeptRun]] = [:]
    let others = Set(names: try await services.groups.groupsWithRuns()).subtracting(Set(names: groups)).names
    for group in groups + others {
      kept[group] = try await services.groups.runs(of: group, limit: GroupList.runsOfEach, before: nil)
    }
    return kept
  }

  private static func recording(of run: String, _ number: Int64, _ services: Services) async -> [Action] {
    do {
      return [.groups(.recording(try await services.groups.recording(of: run), number: number))]
    } catch {
      return [.groups(.noRecording(of: run)), .failed(Problem(error, hiding: services.secrets))]
    }
  }

  /// The content of a step's part. An error is shown in its pane, not over the screen.
  private static func content(
    of subject: StepSubject, by services: Services, _ read: () async throws -> StepContent?
  ) async -> [Action] {
    do {
      let content = try await read()
      var request: RequestLines?
      if subject.tab == .request || subject.tab == .headers, let content { request = try await RequestLines(content) }
      return [.groups(.content(content, asSent: request, of: subject))]
    } catch {
      return [.groups(.unreadable(Problem(error, hiding: services.secrets), of: subject))]
    }
  }

  private static func edit(
    _ stop: Debugger.Stop, _ edited: EditedStep?, _ run: String, _ outside: Bool, _ services: Services
  ) async throws -> [Action] {
    let value = if case .input(let input)? = edited { input } else { stop.node.input.value }
    let edit = StepEdit(.input, value, of: stop, in: run, hiding: services.secrets.all)
    if outside { return [.groups(.edit(.staged(try await stage(edit, services), edit)))] }
    guard edit.original.utf8.count <= StepEdit.longest else {
      throw Problem(
        code: "step.tooLarge", "The input is too large to edit here.", advice: "Press e to open it in $EDITOR.")
    }
    return [.groups(.edit(.begin(edit)))]
  }

  /// One that is too long to be edited here opens in $EDITOR.
  private static func begin(_ edit: StepEdit, _ services: Services) async throws -> [Action] {
    if edit.original.utf8.count <= StepEdit.longest { return [.groups(.edit(.begin(edit)))] }
    return [.groups(.edit(.staged(try await stage(edit, services), edit)))]
  }

  /// The list of a step for the editor. If the step cannot make its list, the editor is empty and shows the reason.
  private static func list(
    _ stop: Debugger.Stop, _ edited: EditedStep?, _ run: String, _ services: Services
  ) async throws -> StepEdit {
    do {
      let elements = try await elements(of: stop, edited)
      return StepEdit(.list, .array(elements), of: stop, in: run, hiding: services.secrets.all)
    } catch {
      var edit = StepEdit(.list, nil, of: stop, in: run)
      edit.reason = Problem(error, hiding: services.secrets).summary
      return edit
    }
  }

  private static func elements(of stop: Debugger.Stop, _ edited: EditedStep?) async throws -> [JSONValue] {
    switch edited {
    case .list(let elements)?: elements
    case .input(let input)?: try await stop.node.elements(for: input) ?? []
    case .request?, .result?, nil: try await stop.node.elements() ?? []
    }
  }

  /// Writes the text to edit to a temporary file. It may hold a secret of a response.
  private static func stage(_ edit: StepEdit, _ services: Services) async throws -> String {
    try await services.person.stage(edit.text, suffix: ".json", isSecret: true)
  }
}
