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
    EditingHandling.follow(in: &self)
    effects += MomentHandling.follow(in: &self)
    arrange()
    if workspace != nil {
      strip.follow(isFocused: focus == .strip)
      effects += strip.loadIfNeeded(for: subject)
      for id in ScreenID.all { effects += screens[id].loadIfNeeded(isShown: screen == id, in: context) }
      if popups.isEmpty { effects += screens[screen].ask() }
    }
    noteQuestion()
    TypeAheadHandling.follow(effects, in: &self)
    if action.mayChangeText { effects += EditorDraftHandling.follow(in: &self) }
    return effects + TypeAheadHandling.meetQuestion(in: &self) + InputHandling.releaseHeld(in: &self)
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
    input.drop()
  }

  private mutating func apply(_ action: Action) -> [Effect] {
    switch action {
    case .input(let event): InputHandling.handle(event, in: &self)
    case .clock(let time): tell(time)
    case .delivered: delivered()
    case .transfer(let id, let news): SendingHandling.transferred(id, news, in: &self)
    case .failed(let problem, let isAskedFor): fail(problem, isAskedFor: isAskedFor)
    case .told(let problem): tell(problem)
    case .notice(let notice): show(notice)
    case .navigation(let action): NavigationHandling.handle(action, in: &self)
    case .opening(let action): OpeningHandling.handle(action, in: &self)
    case .overlay(let action): OverlayHandling.handle(action, in: &self)
    case .workspace(let action): WorkspaceHandling.handle(action, in: &self)
    case .request(let action): RequestHandling.handle(action, in: &self)
    case .tree(let action): TreeHandling.handle(action, in: &self)
    case .sending(let action): SendingHandling.handle(action, in: &self)
    case .repeating(let action): AutoRepeatHandling.handle(action, in: &self)
    case .certificates(let action): CertificateHandling.handle(action, in: &self)
    case .log(let action): LogHandling.handle(action, in: &self)
    case .cookies(let action): CookieHandling.handle(action, in: &self)
    case .capture(let action): CaptureHandling.handle(action, in: &self)
    case .chain(let action): ChainHandling.handle(action, in: &self)
    case .environments(let action): EnvironmentHandling.handle(action, in: &self)
    case .paste(let action): PasteHandling.handle(action, in: &self)
    case .signIn(let action): SignInHandling.handle(action, in: &self)
    case .editors(let action): EditorDraftHandling.handle(action, in: &self)
    case .panes(let action): PaneSizeHandling.handle(action, in: &self)
    case .exporting(let action): ExportHandling.handle(action, in: &self)
    case .importing(let action): ImportHandling.handle(action, in: &self)
    case .theme(let action): ThemeHandling.handle(action, in: &self)
    case .description(let action): DescriptionHandling.handle(action, in: &self)
    case .comparing(let action): ComparingHandling.handle(action, in: &self)
    case .value(let action): ValueHandling.handle(action, in: &self)
    case .ask(let question): ask(question)
    case .change(let change): change(&self)
    case .terminal(let effect): [.terminal(effect)]
    case .screen(let action): action.perform(in: &self)
    case .strip(let action): strip.update(action, in: context)
    case .settled: TypeAheadHandling.settled(in: &self)
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
    if let subject = screens[screen].logSubject { return subject }
    return (opening.hasOpened && screen == .requests ? tabs.open : nil).map(LogSubject.request) ?? .everything
  }

  private mutating func tell(_ time: Timestamp) -> [Effect] {
    now = time
    return AutoRepeatHandling.sendWhenDue(in: &self)
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
      input.held.end()
      // The pop-up that they were meant for does not come.
      _ = input.held.releaseForPopup()
      opening.cancelSend()
      files.cancelSend()
    }
    if !isAskedFor, problem == failure.problem { return [] }
    failure.note(problem, isSeen: isAskedFor)
    if isAskedFor { popups.push(Popup(Card(problem))) }
    return [.perform(WorkspaceEffect.report(problem))]
  }

}
