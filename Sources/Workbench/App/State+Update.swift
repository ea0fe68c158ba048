import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchGroups
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

extension State {
  /// The effects at the start of the program.
  func start() -> [Effect] {
    [.perform(PaneSizeEffect.read()), .perform(WorkspaceEffect.read(files.told))]
  }

  /// The one place where anything changes: pure, so that equal states and actions give equal results.
  mutating func update(_ action: Action) -> [Effect] {
    let drafted = sidebar.edited
    var effects = apply(action)
    effects += sayWhatRunsLeaveOut(besides: drafted)
    followEditing()
    effects += followMoment()
    arrange()
    if workspace != nil {
      strip.follow(isFocused: focus == .strip)
      effects += strip.loadIfNeeded(for: subject)
      for id in ScreenID.all { effects += screens[id].loadIfNeeded(isShown: screen == id, in: context) }
      if popups.isEmpty { effects += screens[screen].ask() }
    }
    noteQuestion()
    followAsking(effects)
    if action.mayChangeText { effects += followEditors() }
    return effects + meetQuestion() + releaseHeld()
  }

  /// Of requests that have unsaved edits since now, once the field is left: until then each key would take the sentence away.
  private mutating func sayWhatRunsLeaveOut(besides drafted: Set<RequestID>) -> [Effect] {
    if sidebar.edited != drafted { groups.justEdited.formUnion(sidebar.edited.subtracting(drafted)) }
    guard !groups.justEdited.isEmpty, tabs.current?.composer.isTyping != true else { return [] }
    defer { groups.justEdited = [] }
    return groups.leavingOut(groups.justEdited)
  }

  /// Drops keys that were typed ahead when a question comes up that is dangerous or unasked: they were not meant for it, nor for
  /// what follows it.
  private mutating func noteQuestion() {
    var isNew = false
    popups.updateTop { isNew = $0.appear(at: now) }
    guard isNew else { return }
    held.drop()
    keys.reset()
  }

  private mutating func apply(_ action: Action) -> [Effect] {
    switch action {
    case .input(let event): handle(event)
    case .clock(let time): tell(time)
    case .delivered: delivered()
    case .transfer(let id, let news): transferred(id, news)
    case .failed(let problem, let isAskedFor): fail(problem, isAskedFor: isAskedFor)
    case .told(let problem): tell(problem)
    case .notice(let notice): show(notice)
    case .navigation(let action): navigate(action)
    case .opening(let action): opening(action)
    case .overlay(let action): overlay(action)
    case .workspace(let action): workspace(action)
    case .request(let action): request(action)
    case .tree(let action): tree(action)
    case .sending(let action): send(action)
    case .repeating(let action): repeating(action)
    case .certificates(let action): certificates(action)
    case .log(let action): log(action)
    case .cookies(let action): cookies(action)
    case .capture(let action): capture(action)
    case .chain(let action): chain(action)
    case .environments(let action): environments(action)
    case .paste(let action): paste(action)
    case .signIn(let action): signIn(action)
    case .editors(let action): editors(action)
    case .panes(let action): panes(action)
    case .exporting(let action): exporting(action)
    case .importing(let action): importing(action)
    case .theme(let action): theme(action)
    case .description(let action): description(action)
    case .comparing(let action): comparing(action)
    case .value(let action): value(action)
    case .ask(let question): ask(question)
    case .change(let change): change(&self)
    case .terminal(let effect): [.terminal(effect)]
    case .screen(let action): action.perform(in: &self)
    case .strip(let action): strip.update(action, in: context)
    case .settled: settled()
    case .popup: []
    }
  }

  /// The subject of the log strip.
  private var subject: LogSubject {
    let subject = subjectOfNow
    if case .run = subject { return subject }
    return moment.map { .past(subject, until: $0.time) } ?? subject
  }

  private var subjectOfNow: LogSubject {
    if screen == .shared, !shared.observed.isEmpty { return .shared(shared.observed) }
    if screen == .groups, let past = groups.steps.past {
      return .run(past.run.id, from: past.run.summary.startedAt, until: past.time)
    }
    return (opening.hasOpened && screen == .requests ? tabs.open : nil).map(LogSubject.request) ?? .everything
  }

  private mutating func tell(_ time: Timestamp) -> [Effect] {
    now = time
    return repeatWhenDue()
  }

  /// Only what is on screen reads the log again; the other one does when it is shown.
  private mutating func delivered() -> [Effect] {
    (screen.type.hasStrip ? strip.update(.refresh, in: context) : []) + screens[screen].logHasGrown()
  }

  private mutating func tell(_ problem: Problem) -> [Effect] {
    failure.note(problem, isSeen: true)
    popups.push(Popup(Card(problem)))
    return []
  }

  /// Reports a failure. One that no person asked for is reported only once if it repeats itself.
  private mutating func fail(_ problem: Problem, isAskedFor: Bool) -> [Effect] {
    if isAskedFor {
      held.end()
      // The pop-up that they were meant for does not come.
      _ = held.releaseForPopup()
      opening.cancelSend()
      files.cancelSend()
    }
    if !isAskedFor, problem == failure.problem { return [] }
    failure.note(problem, isSeen: isAskedFor)
    if isAskedFor { popups.push(Popup(Card(problem))) }
    return [.perform(WorkspaceEffect.report(problem))]
  }

}
