import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchServices
import WorkbenchState

// Runs that come from elsewhere: as files, and from the team.
extension GroupsScreen {
  mutating func travel(_ action: TravelAction) -> [Effect] {
    switch action {
    case .export(let export): return [.perform(RunFileEffect.export(export))]
    case .exported(let export, .written(let path, let missing)): return [.say(export.notice(path, missing: missing))]
    case .exported(let export, .exists(let path)): return [.ask(Confirm.overwriting(path, by: export))]
    case .exported(let export, .asks(let questions)):
      return [.ask(RunExportPassphraseForm(export: export, questions: questions))]
    case .bringIn(let wish): return [.perform(RunFileEffect.bringIn(wish))]
    case .broughtIn(let wish, .asks(let questions)):
      return [.ask(RunImportPassphraseForm(wish: wish, questions: questions))]
    case .broughtIn(_, .imported(let run, let isNew)): return show(run, isNew: isNew)
    }
  }

  mutating func show(_ run: KeptRun, isNew: Bool) -> [Effect] {
    list.isStale = true
    list.want(run: run.id, of: run.summary.group ?? "")
    wanted = run.id
    let source = run.summary.imported.map { " from \($0.source.fitted(to: 40))" } ?? ""
    let words =
      isNew
      ? "Imported run \(run.sequence) of \(run.summary.group?.fitted(to: 40) ?? "a group")\(source)."
      : "This run is here already, as run \(run.sequence)."
    return [
      .perform(GroupEffect.recording(run.id, number: run.sequence)),
      .say(isNew ? Notice.done(words).logged() : .refused(words)),
    ]
  }

  mutating func team(_ action: TeamAction) -> [Effect] {
    switch action {
    case .wish(let wish, let answers): return [.perform(TeamRunEffect(wish: wish, answers: answers))]
    case .unlisted(let reason): list.showTeam(list.teamRuns, without: reason)
    case .done(let wish, .asks(let questions)): return [.ask(TeamPassphraseForm(wish: wish, questions: questions))]
    case .done(_, .listed(let runs)): list.showTeam(runs)
    case .done(let wish, .published(let number)): return published(number, wish)
    case .done(.open(_, marks: true), .opened(let run, _)): list.wantMark(run.id)
    case .done(_, .opened(let run, let isNew)): return show(run, isNew: isNew)
    }
    return []
  }

  private mutating func published(_ number: Int64, _ wish: TeamRunWish) -> [Effect] {
    guard case .publish(_, let own) = wish else { return [] }
    list.isTeamStale = true
    return [.say(Notice.done("Published run \(own) as team:\(number). Secrets are masked.").logged())]
  }
}
