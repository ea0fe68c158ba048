import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices
package import WorkbenchState

extension GroupsScreen {
  package mutating func update(_ action: Action, in context: ViewContext) -> [Effect] {
    if isChangingSteps, action.waitsForSteps {
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
      let values = subject.tab == .whereFrom ? steps.run.map { readSourceValues(of: subject, in: $0) } ?? [] : []
      return step.show(content, asSent: request, of: subject) + locateWantedValue() + values
    case .unreadable(let problem, let subject): step.fail(problem, of: subject)
    case .part(let action): return part(action)
    case .move(let action): return move(action)
    case .run(let action): return run(action)
    case .breakpoints(let action): return change(action)
    case .pause(let action): return pause(action)
    case .edit(let action): return edit(action)
    case .view(let what): return view(what)
    case .time(let action): return look(action)
    case .find(let action): return find(action)
    case .past(let action): return moveInTime(action)
    case .why(let action): return explain(action)
    case .watch(let action): return watch(action)
    case .compare(let action): return compare(action)
    case .assemble(let action): return assemble(action)
    case .form(let action): return fill(action)
    case .list(let action): return change(action)
    case .travel(let action): return travel(action)
    case .team(let action): return team(action)
    }
    return []
  }

  private mutating func take(_ kept: [ExactString: [KeptRun]]) -> [Effect] {
    list.show(kept)
    steps.number(list.kept(steps.run?.id)?.sequence)
    let list = list
    for id in others.keys { others[id]?.number = list.kept(id)?.sequence }
    return readAgain()
  }

  /// The run of another program has gone on or ended while it is shown.
  private mutating func readAgain() -> [Effect] {
    guard let run = steps.present, !run.isLive, run.isUnderWay, wanted == nil, let kept = list.kept(run.id) else {
      return []
    }
    let hasEnded = kept.summary.state != run.summary.state
    guard hasEnded || isBehind else { return [] }
    wanted = run.id
    isBehind = false
    return [.perform(GroupEffect.recording(run.id, number: kept.sequence, isFollowed: !hasEnded))]
  }

  /// A recording that is not wanted any more shows nothing.
  private mutating func show(_ recording: RunRecording, _ number: Int64) -> [Effect] {
    guard recording.summary.id == wanted else { return [] }
    wanted = nil
    putAway()
    steps.group = recording.summary.group
    steps.show(ShownRun(recording, number: number), at: comingBack.takePlace())
    // It may have gone on while it was read.
    return readAgain() + goToWantedPlace() + askWantedWhy()
  }

  private mutating func hear(_ news: RunNews, of run: String) -> [Effect] {
    let waiting = steps.run?.stops.map(\.number) ?? []
    if steps.run?.id == run { steps.take(news) } else { others[run]?.take(news) }
    showEditablePart(besides: waiting)
    let gift = giveToFork(run, news)
    guard news.end != nil else { return gift }
    list.isStale = true
    let ended = steps.present?.id == run ? steps.present : others[run]
    if let ended { noteTimes(of: ended) }
    let failure = ended?.failure.map { Effect.then(.change($0.noted)) }
    if others[run] != nil { others[run] = nil }
    if step.request?.run == run { step.request = nil }
    let told = failure.map { [$0] } ?? []
    guard let edit = step.edit, edit.run == run else { return told }
    step.edit = nil
    // What was typed is not lost with the run.
    return told + (edit.hasChanged ? [.then(.failed(.goneOn(edit)))] : [])
  }

  /// A step that has begun to wait is shown at the part that one edits, if *Why?* had led to another.
  /// - Parameter waiting: the stops that were there before.
  private mutating func showEditablePart(besides waiting: [Int]) {
    guard step.isTabOfWhy, let stop = steps.run?.focus, !waiting.contains(stop.number) else { return }
    let isRequest = steps.run?.records[stop.node.path]?.kind == .request
    (step.tab, step.isTabOfWhy) = (stop.result != nil ? .output : isRequest ? .request : .input, false)
  }

  /// Keeps a run that is in progress while another one is shown.
  mutating func putAway() {
    if let run = steps.present, run.isLive { others[run.id] = run }
  }

  /// Shows what a line of the list stands for.
  package mutating func show(_ row: GroupList.Row) -> [Effect] {
    comparison = nil
    guard let group = row.group else { return [] }
    comingBack.note(steps.run)
    guard case .run(let kept) = row else {
      wanted = nil
      putAway()
      steps.group = group
      steps.show(nil, at: comingBack.takePlace())
      return []
    }
    guard kept.id != steps.run?.id else { return [] }
    guard let live = others.removeValue(forKey: kept.id) else {
      wanted = kept.id
      if !kept.summary.group.isIdentical(to: steps.group) {
        putAway()
        steps.group = kept.summary.group
        steps.show(nil)
      }
      return [.perform(GroupEffect.recording(kept.id, number: kept.sequence))]
    }
    putAway()
    steps.group = live.group
    steps.show(live, at: comingBack.takePlace())
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

// What is on screen, and what is still to be asked for.
extension GroupsScreen {
  /// Comes after everything that happens.
  package mutating func loadIfNeeded(isShown: Bool, in context: ViewContext) -> [Effect] {
    guard isShown else { return [] }
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
    steps.show(breakpoints[steps.group])
    step.pause = steps.pause
    step.isOfRun = steps.run != nil
    steps.parent = list.kept(steps.run?.summary.origin?.run)?.sequence
    steps.tell(context.now)
    steps.link()
    list.shown = steps.run?.id ?? steps.group.map { GroupList.Row.group($0, hasMistake: false).id }
    list.pace = Dictionary(live.map { ($0.id, $0.isPaused ? .paused : .running) }) { first, _ in first }
    step.mistakes =
      steps.run == nil ? steps.selected.map { steps.signs.sentences(at: $0.path) } ?? steps.signs.ofGroup : []
    return readList(groups, in: context) + readTeamRuns(in: context) + readUsualTimes() + readWatched()
      + loadDraftIfNeeded()
      + loadStepIfNeeded() + step.missing()
      + loadFormIfNeeded() + loadComparedStep()
  }

  private mutating func readList(_ groups: [GroupOutline], in context: ViewContext) -> [Effect] {
    guard list.isStale, !context.workspace.isScratch || !groups.isEmpty else { return [] }
    list.isStale = false
    return [.perform(GroupEffect.kept(groups.map(\.id)))]
  }

  private mutating func loadStepIfNeeded() -> [Effect] {
    guard !isEditing else { return [] }
    let subject = subject
    let name =
      steps.selected.map { steps.name(of: $0.path) + (steps.selectedAttempt.map { " \($0.label)" } ?? "") } ?? ""
    step.checked = subject.map(checkedLines) ?? []
    let isOther = step.turn(to: subject, name)
    guard let subject, let run = steps.run else { return [] }
    if subject.part == nil { showLines(subject) }
    guard isOther else { return [] }
    let values = subject.tab == .whereFrom ? readSourceValues(of: subject, in: run) : []
    // Of one that waits the request is made to be looked at: then it is known what it is made from.
    if subject.tab == .request || subject.tab == .whereFrom,
      let stop = run.stops.first(where: { $0.node.path == subject.path }), stop.result == nil
    {
      return values + [.perform(GroupEffect.request(stop, of: subject))]
    }
    guard let part = subject.part else { return values }
    return [.perform(GroupEffect.content(part, of: subject, in: run))]
  }

  /// They are made again with everything that happens: other steps may have used what this one gave.
  private mutating func showLines(_ subject: StepSubject) {
    let lines =
      subject.tab == .definition
      ? step.definition.map { StepLine($0) }
      : StepLines(subject.path, in: steps, values: step.sourceValues)?.lines(subject.tab) ?? []
    if lines.map(\.text) != step.lines.lines { step.show(lines) }
  }

  private var subject: StepSubject? {
    guard let run = steps.run, let path = steps.selected?.path else { return nil }
    var subject = StepSubject(
      run: run.id, path: path, tab: step.tab, record: run.records[path],
      isWaiting: run.stops.contains { $0.node.path == path }, edited: run.edited[path],
      pause: run.stops.first { $0.node.path == path }?.number,
      moment: step.tab == .shared || step.tab == .watch ? steps.past?.time : nil, attempt: steps.selectedAttempt)
    if step.tab == .watch {
      subject.watched = watchedHere
      // They look at other steps too.
      subject.pause = run.isMoving ? nil : run.revision
    }
    return subject
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
    case .openStep: return openStep()
    }
    return []
  }

  mutating func turnTab(_ distance: Int) -> [Effect] {
    let count = StepTab.allCases.count
    return show(StepTab(rawValue: (step.tab.rawValue + distance + count) % count) ?? .input)
  }

  mutating func show(_ tab: StepTab) -> [Effect] {
    (step.tab, step.isTabOfWhy) = (tab, false)
    return []
  }

  private mutating func open() -> [Effect] {
    guard let row = list.selected else { return [] }
    if case .folder = row { return changeList { $0.fold() } }
    list.filter { $0.endFilter() }
    if let run = row.teamRun { return [.perform(TeamRunEffect(wish: .open(run.number)))] }
    return show(row) + [.then(.navigation(.focus(.steps)))]
  }

  /// A request's exchange is on the first screen, what opens folds, and of a job its output is looked at.
  private mutating func openStep() -> [Effect] {
    guard let row = steps.selected else { return [] }
    if steps.run == nil { return [.then(.navigation(.focus(.step)))] }
    if row.hasInner {
      steps.fold()
      return []
    }
    if let exchange = steps.selectedAttempt?.exchange ?? steps.record?.exchange, steps.record?.kind == .request {
      return [.perform(RequestEffect.exchange(exchange))]
    }
    if let request = steps.outline(of: row.path)?.request, steps.record?.kind != .job {
      return [.then(.request(.open(RequestID(rawValue: request), focus: .composer)))]
    }
    // Enter on a filter that dropped rows lists them.
    if steps.record?.made.rows?.dropped ?? 0 > 0 { step.tab = .rows }
    return [.then(.navigation(.focus(.step)))]
  }
}
