import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices
package import WorkbenchState

extension GroupsScreen {
  package mutating func update(_ action: Action, in context: ViewContext) -> [Effect] {
    if drafts.isChangingSteps(of: steps), action.waitsForSteps {
      drafts.wait(with: action)
      return []
    }
    switch action {
    case .refresh: (list.isStale, list.isTeamStale) = (true, true)
    case .progress:
      isBehind = true
      return readAgain()
    case .kept(let kept): return take(kept)
    case .recording(let recording, let number): return show(recording, number)
    case .noRecording(let run): if wanted == run { wanted = nil }
    case .prepared(let intent, let outcome): return prepared(intent, outcome)
    case .news(let run, let news): return hear(news, of: run)
    case .content(let content, let request, let subject):
      return viewer.show(content, asSent: request, of: subject)
    case .unreadable(let problem, let subject): step.fail(problem, of: subject)
    case .part(let action): return viewer.part(action)
    case .move(let action): return move(action)
    case .run(let action): return run(action)
    case .breakpoints(let action): return breakpoints.update(action, in: &viewer, live: live)
    case .pause(let action): return viewer.pause(action)
    case .edit(let action): return viewer.edit(action)
    case .view(let what): return view(what)
    case .time(let action): return usual.update(action)
    case .find(let action): return viewer.find(action)
    case .past(let action): return steps.update(action)
    case .why(let action): return why.update(action, in: &viewer, intents)
    case .watch(let action): return watched.update(action, in: &viewer)
    case .compare(let action):
      if case .leave = action { list.marked = [] }
      return comparing.update(action, in: &viewer)
    case .assemble(let action): return drafts.update(action, in: &viewer)
    case .form(let action): return step.form.fill(action, in: context)
    case .list(let action): return change(action)
    case .travel(let action): return travel(action)
    case .team(let action): return team(action)
    }
    return []
  }
}

extension GroupsScreen.Action {
  /// Whether it is about the steps as they are after what is being done to them.
  fileprivate var waitsForSteps: Bool {
    switch self {
    case .move(.steps), .run(.start): true
    default: false
    }
  }
}

// The content on screen, and what is still to be asked for.
extension GroupsScreen {
  /// Comes after everything that happens.
  package mutating func loadIfNeeded(isShown: Bool, in context: ViewContext) -> [Effect] {
    let effects = isShown ? load(in: context) : []
    let isBusy = isBusyAssembling
    if viewer.step.form.isDraftBusy != isBusy { viewer.step.form.isDraftBusy = isBusy }
    return effects
  }

  private mutating func load(in context: ViewContext) -> [Effect] {
    let groups = context.workspace.groups
    list.edited = drafts.edited(in: groups)
    if list.show(groups) { list.isStale = true }
    if wanted == nil, steps.run == nil, !groups.contains(where: { steps.group?.isIdentical(to: $0.id) == true }) {
      steps.group = list.selected?.group ?? groups.first?.id
    }
    let file = groups.first { steps.group?.isIdentical(to: $0.id) == true }
    steps.show(file: file.map { draft?.outline ?? $0 })
    steps.signs = DraftSigns(draft)
    step.docs = steps.outline?.docs
    step.definition = steps.selected.map { StepDefinition.lines(of: $0.path, in: steps) } ?? []
    step.gist = steps.selected.flatMap { steps.gist(of: $0.path) }
    steps.show(breakpoints[steps.group])
    step.pause = steps.pause
    viewer.drafted = context.drafted
    step.leftOut = viewer.leftOutHere
    step.isOfRun = steps.run != nil
    steps.parent = list.kept(steps.run?.summary.origin?.run)?.sequence
    steps.tell(context.now)
    steps.link()
    list.shown = steps.run?.id ?? steps.group.map { GroupList.Row.group($0, hasMistake: false).id }
    list.pace = Dictionary(live.map { ($0.id, $0.isPaused ? .paused : .running) }) { first, _ in first }
    step.mistakes =
      steps.run == nil ? steps.selected.map { steps.signs.sentences(at: $0.path) } ?? steps.signs.ofGroup : []
    let newest = steps.group.flatMap { list.runs(of: $0).first }
    return readList(groups, in: context) + list.readTeamRuns(in: context) + usual.read(for: &viewer.steps)
      + watched.read(for: steps) + drafts.load(for: &viewer.steps, newest: newest)
      + viewer.loadStep(watched: watched.of(steps.group)) + step.missing()
      + step.form.load(steps, draft?.text) + comparing.loadStep()
  }

  private mutating func readList(_ groups: [GroupOutline], in context: ViewContext) -> [Effect] {
    guard list.isStale, !context.workspace.isScratch || !groups.isEmpty else { return [] }
    list.isStale = false
    return [.perform(GroupEffect.kept(groups.map(\.id)))]
  }

  /// A run that asks something asks as soon as nothing is being typed.
  package func ask() -> [Effect] {
    guard !isEditing, let run = live.first(where: { !$0.questions.isEmpty }) else { return [] }
    return [.ask(RunQuestionsForm(run: run.id, group: run.group, questions: run.questions))]
  }
}

// Getting about.
extension GroupsScreen {
  private mutating func move(_ action: Move) -> [Effect] {
    switch action {
    case .list(let step):
      list.wanted = nil
      list.cursor.move(step)
      return list.selected.map { show($0) } ?? []
    case .steps(let step):
      steps.follows = false
      steps.cursor.move(step)
    case .open: return open()
    case .openStep: return viewer.openStep()
    case .found(let found): return go(to: found)
    }
    return []
  }

  private mutating func open() -> [Effect] {
    guard let row = list.selected else { return [] }
    if case .folder = row { return changeList { $0.fold() } }
    list.filter { $0.endFilter() }
    if let run = row.teamRun { return [.perform(TeamRunEffect(wish: .open(run.number)))] }
    return show(row) + [.then(.navigation(.focus(.steps)))]
  }
}
