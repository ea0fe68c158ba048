package import ParleyEngine
package import ParleyModel
import ParleyText
package import TerminalKit
package import WorkbenchParts
package import WorkbenchServices
package import WorkbenchState

/// Screen 2: groups, their runs, and the run one looks at or steps through.
///
///     list of groups and runs │ the steps of what is shown, with a time axis
///                             │ one part of the step under the cursor
///
/// Runs go on whatever is shown; those that are not are kept here.
package struct GroupsScreen: Screen {
  package enum Panes: String, PaneID {
    case groups, steps, step

    package var title: String {
      switch self {
      case .groups: "Groups"
      case .steps: "Steps"
      case .step: "Step"
      }
    }
  }

  package static let name = "groups"
  package static let title = "Groups"

  @CopyOnWrite package var list = GroupList()
  /// The pane beside it.
  package var viewer = StepViewer()
  /// Two runs that are compared, in the place of the steps and the step.
  var comparing = RunsComparing()

  /// Groups as they are assembled.
  package var drafts = GroupDrafts()
  /// The breakpoints of groups.
  var breakpoints = Breakpoints()
  /// The run of each group that was shown last, by the group's name, and the step to come back to.
  var comingBack = ComingBack()
  /// The times that the steps of groups took in their last runs.
  var usual = KnownTimes()
  var why = WhyAsking()
  var watched = WatchedExpressions()
  var forks = RunForks()

  /// Runs in progress that are not shown, by their identifiers.
  var others: [String: ShownRun] = [:]
  /// The recording that was asked for, and has not come yet.
  var wanted: String?
  /// The place that is gone to as soon as its run is shown.
  @CopyOnWrite var wantedPlace: FoundInKeptRun? = nil
  /// Whether the run that is shown, of another program, has gone on since it was asked for last.
  var isBehind = false
  /// Requests with unsaved edits that nobody has been told of.
  package var justEdited: Set<RequestID> = []

  package init() {}

  package var steps: StepTree {
    get { viewer.steps }
    _modify { yield &viewer.steps }
  }
  var step: StepPane {
    get { viewer.step }
    _modify { yield &viewer.step }
  }
  var comparison: RunsComparison? { comparing.shown }
  /// The group that is shown, as it is assembled; nil until it has been read.
  var draft: GroupDraft? { drafts[viewer.steps.group] }
  var isBusyAssembling: Bool { drafts.isBusy(with: viewer.steps.group) }

  /// The group whose steps are displayed: what is displayed is what is run, wherever the cursor is.
  package var group: String? { steps.outline == nil ? nil : steps.group }
  package var shownRun: ShownRun? { steps.run }
  package var isEditing: Bool { viewer.isEditing }
  package var isEditingAtPause: Bool { viewer.isEditingAtPause }

  package var live: [ShownRun] { ([steps.present].compactMap(\.self) + others.values).filter(\.isLive) }
  var liveCount: Int { live.count }
  /// The reason why no run can begin.
  var whyNoRun: String? {
    if isEditingAtPause { return Reasons.isStillTyped }
    if steps.past != nil { return Reasons.isPast }
    if group != nil { return nil }
    return steps.group.map { !list.hasFile($0) } == true
      ? "This workspace has no file of the group." : "The cursor is not on a group."
  }

  /// Whether time that passes shows.
  var isMoving: Bool { comparison == nil && steps.past == nil && steps.present?.isMoving == true }

  /// The run that a stop command applies to: the one that is shown, or the only one.
  var stoppable: String? {
    if steps.past != nil || comparison != nil { return nil }
    if let run = steps.run, run.isLive { return run.id }
    return live.count == 1 ? live.first?.id : nil
  }
}

extension GroupsScreen {
  package indirect enum Action: Sendable {
    // Answers and news from elsewhere.
    case refresh
    /// A run of another program has gone on.
    case progress
    case kept([ExactString: [KeptRun]])
    case recording(RunRecording, number: Int64)
    /// It cannot be read.
    case noRecording(of: String)
    case prepared(RunIntent, RunOutcome)
    case news(String, RunNews)
    /// With the lines of what is a request.
    case content(StepContent?, asSent: RequestLines?, of: StepSubject)
    case unreadable(Problem, of: StepSubject)

    case part(PartAction)
    case move(Move)
    case run(RunAction)
    case breakpoints(BreakpointAction)
    case pause(PauseAction)
    case edit(StepEditAction)
    case view(FileOrRun)
    case time(TimeAction)
    case find(FindAction)
    case past(PastAction)
    case why(WhyAction)
    case watch(WatchAction)
    case compare(CompareAction)
    case assemble(AssemblingAction)
    case form(StepFormAction)
    case list(GroupListAction)
    case travel(TravelAction)
    case team(TeamAction)
  }

  /// Getting about.
  package enum Move: Sendable {
    case list(ListCursor.Step)
    case steps(ListCursor.Step)
    case open
    case openStep
    /// To where a value was found.
    case found(FoundInKeptRun)
  }

  /// How runs begin, and what is done with those that were kept.
  package enum RunAction: Sendable {
    case start(isPaused: Bool)
    /// From which snapshot of shared data it starts.
    case askSnapshot
    case intent(RunIntent)
    case trust([TrustItem], RunIntent)
    case reply([String]?, AnswerKeeping, run: String)
    case delete(String)
  }
}

// Where its panes stand, and what they show.
extension GroupsScreen {
  package func view(of pane: Panes) -> (any PaneView)? {
    switch pane {
    case .groups: list
    case .steps: comparison?.tree ?? steps as any PaneView
    case .step: comparison?.pane ?? step as any PaneView
    }
  }

  package func canFocus(_ pane: Panes) -> Bool { pane == .groups || steps.isShowing }

  package mutating func resize(_ pane: Panes, to size: Size) {
    switch pane {
    case .groups: list.resize(to: size)
    case .steps:
      steps.resize(to: size)
      comparing.resizeTree(to: size)
    case .step:
      step.resize(to: size)
      comparing.resizePane(to: size)
    }
  }

  package mutating func wrap(_ wraps: Bool) { step.wrap(wraps) }

  package func places(in area: Rect) -> [Pane: Rect] {
    let left = max(22, min(34, area.width / 4))
    let columns = area.columns(.fixed(left), .weight(1))
    let right = columns[1].sharedRows(upper: max(6, area.height * 3 / 5))
    return [.groups: columns[0], .steps: right.upper, .step: right.lower]
  }

  /// Another run that was asked for, the draft of a group, the steps after a change, and the fields of a step.
  package func isAwaited(in pane: Panes) -> Bool {
    guard pane != .groups, comparison == nil, !isEditing else { return false }
    if let wanted { return wanted != steps.run?.id }
    return steps.run == nil && (isBusyAssembling || (pane == .step && step.form.isWaiting))
  }

  package func appear() -> [Effect] {
    let isFirst = breakpoints.byGroup == nil
    return [.then(.groups(.refresh))] + (isFirst ? [.perform(BreakpointEffect.load)] : [])
  }

  package func goBack(from focus: Pane) -> WayBack? {
    if isEditing { return .closing(.groups(.edit(.leave))) }
    if comparison != nil { return focus == .step ? .to(.steps) : .closing(.groups(.compare(.leave))) }
    if focus == .step, let action = step.wayBack { return .closing(.groups(.part(.look(action)))) }
    if let action = viewer.leaveFound(from: focus) { return .closing(.groups(.find(action))) }
    if steps.past != nil { return .closing(.groups(.past(.now))) }
    if focus == .groups { return list.look.showsFilter ? .closing(.groups(.list(.clearFilter))) : nil }
    return .to(focus == .step ? .steps : .groups)
  }

  package func save() -> [Effect] { [.then(.groups(isEditing ? .edit(.apply) : .assemble(.save)))] }
  package var whyNotSave: String? {
    isEditing || drafts.isChanging || draft?.isDirty == true ? nil : "There are no edits to save."
  }
  package var needsClock: Bool { isMoving }

  package var losses: [String] {
    var losses: [String] = []
    let runs = liveCount
    if runs > 0 {
      losses.append("\(runs.counted("run")) \(runs == 1 ? "is" : "are") in progress and would be stopped.")
    }
    if let edit = step.edit, edit.hasChanged { losses.append("Your edit of \(edit.title) is not applied.") }
    if let edit = step.request, edit.hasChanged { losses.append("Your edit of \(edit.title) is not applied.") }
    return losses
  }
}

extension Pane {
  static let groups = Pane(GroupsScreen.Panes.groups)
  package static let steps = Pane(GroupsScreen.Panes.steps)
  static let step = Pane(GroupsScreen.Panes.step)
}

extension ScreenID {
  package static let groups = ScreenID(GroupsScreen.self)
}

extension Action {
  package static func groups(_ action: GroupsScreen.Action) -> Action { .on(GroupsScreen.self, action) }
}

extension State {
  package var groups: GroupsScreen {
    get { screens[GroupsScreen.self] }
    _modify { yield &screens[GroupsScreen.self] }
  }
}
