import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchServices
package import WorkbenchState

// Which run is shown, or the file of a group, and what comes of runs in progress.
extension GroupsScreen {
  mutating func take(_ kept: [ExactString: [KeptRun]]) -> [Effect] {
    list.show(kept)
    steps.number(list.kept(steps.run?.id)?.sequence)
    let list = list
    for id in others.keys { others[id]?.number = list.kept(id)?.sequence }
    return readAgain()
  }

  /// The run of another program has gone on or ended while it is shown.
  mutating func readAgain() -> [Effect] {
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
  mutating func show(_ recording: RunRecording, _ number: Int64) -> [Effect] {
    guard recording.summary.id == wanted else { return [] }
    wanted = nil
    putAway()
    steps.group = recording.summary.group
    steps.show(ShownRun(recording, number: number), at: comingBack.takePlace())
    viewer.showFailedPart()
    // It may have gone on while it was read.
    return readAgain() + goToWantedPlace() + why.askWanted(in: &viewer)
  }

  mutating func hear(_ news: RunNews, of run: String) -> [Effect] {
    let waiting = steps.run?.stops.map(\.number) ?? []
    if steps.run?.id == run { steps.take(news) } else { others[run]?.take(news) }
    viewer.showEditablePart(besides: waiting)
    let gift = forks.give(run, news)
    guard news.end != nil else { return gift }
    if steps.run?.id == run { viewer.showFailedPart() }
    list.isStale = true
    let ended = steps.present?.id == run ? steps.present : others[run]
    if let ended { usual.note(ended) }
    let failure = ended?.failure.map { Effect.then(.change($0.noted)) }
    if others[run] != nil { others[run] = nil }
    if step.request?.run == run { step.request = nil }
    let told = failure.map { [$0] } ?? []
    guard let edit = step.edit, edit.run == run else { return told }
    step.edit = nil
    // Typed text is not lost with the run.
    return told + (edit.hasChanged ? [.then(.failed(.goneOn(edit)))] : [])
  }

  /// Keeps a run that is in progress while another one is shown.
  mutating func putAway() {
    if let run = steps.present, run.isLive { others[run.id] = run }
  }

  /// Shows what a line of the list stands for.
  package mutating func show(_ row: GroupList.Row) -> [Effect] {
    comparing.end()
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

  /// Shows the group's file, or the run that was shown last of it, else its newest; the cursor stays with its step.
  mutating func view(_ what: FileOrRun) -> [Effect] {
    guard let group = steps.group, !isEditing else { return [] }
    comingBack.keep(steps.place)
    switch what {
    case .file:
      list.select(.group(group, hasMistake: false))
      return show(.group(group, hasMistake: false))
    case .run:
      guard let run = lastRun else { return [] }
      list.select(.run(run))
      return show(.run(run))
    }
  }

  /// The run one looked at last of the group that is shown, else its newest.
  var lastRun: KeptRun? {
    guard let group = steps.group else { return nil }
    let runs = list.runs(of: group)
    return runs.first { $0.id == comingBack.run(of: group) } ?? runs.first
  }

  /// From what a run's step was to what its file says.
  mutating func editDefinition() -> [Effect] {
    viewer.steps.follows = false
    let step = steps.selected.flatMap { steps.outlineInFile(of: $0.path) }
    let place = viewer.step.definedPlace
    viewer.step.form.wanted = step.flatMap { step in place.map { .init(path: step.path, place: $0) } }
    return view(.file) + [.then(.navigation(.focus(.step)))]
  }
}

// Runs that are shown for the sake of something in them.
extension GroupsScreen {
  /// To a place of a run that may not be shown yet.
  mutating func go(to found: FoundInKeptRun) -> [Effect] {
    guard let group = found.run.summary.group else { return [] }
    wantedPlace = found
    list.want(run: found.run.id, of: group)
    return show(.run(found.run)) + goToWantedPlace()
  }

  /// As soon as its run is shown.
  private mutating func goToWantedPlace() -> [Effect] {
    guard let found = wantedPlace, steps.run?.id == found.run.id else { return [] }
    wantedPlace = nil
    return viewer.go(to: found.place.step, StepTab(found.place.part), found.place.path)
  }

  /// Asks why the run under the cursor in the list, or the newest one of the group, failed first.
  mutating func askRun() -> [Effect] {
    guard let kept = list.runInQuestion else { return [] }
    why.wanted = kept.id
    list.want(run: kept.id, of: kept.summary.group ?? "")
    return show(.run(kept)) + why.askWanted(in: &viewer)
  }
}
