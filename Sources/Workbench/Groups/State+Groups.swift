import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchServices

/// A pop-up or a question of the groups screen, over everything else.
indirect enum GroupQuestion: Sendable {
  /// A run wants to know something while it is in progress.
  case asks(String, group: String, [Question])
  /// A run cannot begin before this is known.
  case asksBefore(RunIntent, [Question])
  case confirm(RunIntent, String)
  case trust([TrustItem], RunIntent)
  /// The paths that comparisons ignore, to be edited.
  case ignoredPaths([String], mistake: String?)
  /// The watched expressions, to be edited.
  case watched([String], mistake: String?)
  /// To which moment of the run to go, and why the answer was none.
  case moment(String, mistake: String?)
  case delete(KeptRun)
  case deleteRuns(of: String)
  case travel(GroupsScreen.TravelQuestion)
  /// Which runs to list, of a group at first; and the runs.
  case runFilter(String?)
  case foundRuns([KeptRun])
  /// Which value to find in the run, and the places at which it stands.
  case valueToFind(ValueScope)
  case foundInRuns([FoundInKeptRun])
  case found([FoundInRun])
  /// Several places that a value may have come from.
  case sources([SourceChoice])
  /// Whether to give up typed text.
  case assembling(AssemblingQuestion)
  case leaving(String)
  /// The list, and a form for one of it.
  case breakpoints
  case breakpoint(BreakpointForm, mistake: String?)
  /// The way back to the first causes of something in a run.
  case why
  /// About what is under the cursor, wherever that is.
  case whyHere
  /// A value that is missing from what a step gave.
  case whyNot(NodePath, String)
  /// Another value for a place.
  case tryValue(TriedPlace, JSONValue?, WhyPlace)
  /// The results that can replace that of a step that waits.
  case results([RecordedResult], path: NodePath, run: String)
}

extension State {
  mutating func ask(_ question: GroupQuestion) -> [Effect] {
    switch question {
    case .asks(let run, let group, let questions):
      // The answer may have been given meanwhile.
      guard groups.live.contains(where: { $0.id == run && $0.questions == questions }) else { return [] }
      let title = "\(group.fitted(to: 40)) asks"
      popups.push(Popup(FormSheet(title, asking: questions, for: .run(run, questions))))
    case .asksBefore(let intent, let questions):
      let title = "Before running \(intent.group.fitted(to: 40))"
      popups.push(Popup(FormSheet(title, asking: questions, for: .beforeRun(intent, questions))))
    case .confirm(let intent, let sentence): popups.push(Popup(Confirm.running(intent, sentence)))
    case .trust(let items, let intent):
      popups.push(Popup(Confirm.trust(items, allowing: ("allow and run", .groups(.run(.trust(items, intent)))))))
    case .ignoredPaths(let paths, let mistake): popups.push(Popup(FormSheet(ignoring: paths, mistake: mistake)))
    case .watched(let expressions, let mistake):
      popups.push(Popup(FormSheet(watching: expressions, mistake: mistake)))
    case .moment(let text, let mistake): popups.push(Popup(FormSheet(momentLike: text, mistake: mistake)))
    case .results(let results, let path, let run):
      popups.push(Popup(Picker(results, for: path, in: run, now: now)))
    case .why: if !(popups.top?.sheet is WhySheet) { popups.push(Popup(WhySheet())) }
    case .whyHere: return [.then(.groups(.why(.askAt(isOnPart: focus == .step))))]
    case .whyNot(let path, let name): popups.push(Popup(FormSheet(missingFrom: path, name)))
    case .tryValue(let place, let value, let why):
      if groups.why == why { popups.push(Popup(FormSheet(trying: place, value))) }
    case .breakpoints: popups.push(Popup(BreakpointSheet()))
    case .breakpoint(let form, let mistake): popups.push(Popup(FormSheet(form, mistake: mistake)))
    case .travel(let question): ask(question)
    case .deleteRuns(let group): popups.push(Popup(Confirm.deletingRuns(of: group)))
    case .delete(let run): popups.push(Popup(Confirm.deleting(run)))
    case .runFilter(let group): popups.push(Popup(FormSheet(findingRunsOf: group)))
    case .foundRuns(let runs): popups.push(Popup(Picker(runs: runs)))
    case .valueToFind(let scope): popups.push(Popup(FormSheet(findingValueIn: scope)))
    case .foundInRuns(let places): popups.push(Popup(Picker(found: places)))
    case .found(let places): popups.push(Popup(Picker(found: places)))
    case .sources(let choices): popups.push(Popup(Picker(sources: choices)))
    case .assembling(let question): ask(question)
    case .leaving(let title):
      let apply = Confirm.Choice("a", "apply it", .groups(.edit(.apply)))
      popups.push(Popup(Confirm.leaving(title, keeping: apply, discarding: .groups(.edit(.discard)))))
    }
    return []
  }
}

extension Confirm {
  fileprivate static func running(_ intent: RunIntent, _ sentence: String) -> Confirm {
    var intent = intent
    intent.isConfirmed = true
    return Confirm(
      "Run \(intent.group.fitted(to: 40))?", [StyledText(sentence), ""],
      choices: [.init("n", "cancel"), .init("y", "run", .groups(.run(.intent(intent))), isDangerous: true)])
  }

  fileprivate static func deleting(_ run: KeptRun) -> Confirm {
    let lines: [StyledText] = ["Deletes what its steps recorded. The exchanges stay in the history.", ""]
    return Confirm(
      "Delete run \(run.sequence)?", lines,
      choices: [.init("n", "keep it"), .init("d", "delete", .groups(.run(.delete(run.id))), isDangerous: true)])
  }
}

extension FormSheet {
  fileprivate init(findingValueIn scope: ValueScope) {
    self.init(
      scope.title,
      note:
        "In what the steps worked on, sent, got and gave: text, a number, \"a whole text\", or a jq condition such as .total > 100.",
      [Field("value")], for: .valueToFind(scope))
  }
}

/// The runs in which a value is looked for.
enum ValueScope: Hashable, Sendable {
  case shownRun
  /// The newest runs of a group; nil for those of all groups.
  case runs(of: String?)

  fileprivate var title: String {
    switch self {
    case .shownRun: "Find a value in the run"
    case .runs(nil): "Find a value in all runs"
    case .runs(let group?): "Find a value in the runs of \(group.fitted(to: 40))"
    }
  }

  func action(for text: String) -> GroupsScreen.Action {
    switch self {
    case .shownRun: .find(.value(text))
    case .runs(let group): .find(.valueInRuns(text, of: group))
    }
  }
}

extension Picker {
  fileprivate init(found places: [FoundInRun]) {
    self.init("Found", places.map { Item(text: $0.line, action: .groups(.find(.goTo($0)))) })
  }

  fileprivate init(found places: [FoundInKeptRun]) {
    self.init(
      "Found",
      places.map { found in
        Item(text: "run \(found.run.sequence)  \(found.place.line)", action: .groups(.find(.goToRun(found))))
      })
  }

  fileprivate init(sources: [SourceChoice]) {
    self.init("Sources", sources.map { Item(text: $0.name, action: .groups(.part(.go(to: $0.place)))) })
  }
}
