import ParleyEngine
package import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// An action on the list of groups, besides running.
package enum GroupListAction: Sendable {
  case deleteRuns(String)
  case deletedRuns(String, Int)
  case clearFilter
  /// Lists the runs that match words and fields; the chosen one is shown.
  case runs(String)
  case foundRuns([KeptRun], text: String)
  case open(KeptRun)
  /// Files have come or gone; the second is shown from now on.
  case changed(gone: String?, open: String?)
}

extension GroupsScreen {
  mutating func change(_ action: GroupListAction) -> [Effect] {
    switch action {
    case .deleteRuns(let group): return [.perform(GroupEffect.deleteRuns(of: group))]
    case .deletedRuns(let group, let count):
      list.isStale = true
      return [.say(Notice.done("Deleted \(count.counted("run")) of \(group).").logged())]
    case .clearFilter: return changeList { $0.clearFilter() }
    case .runs(let text): return [.perform(RunSearchEffect(text: text))]
    case .foundRuns(let runs, let text):
      guard !runs.isEmpty else { return [.say(.refused("No run matches “\(text.fitted(to: 40))”."))] }
      return [.ask(Picker(runs: runs))]
    case .open(let run):
      guard let group = run.summary.group else { return [] }
      list.want(run: run.id, of: group)
      return show(.run(run)) + [.then(.navigation(.focus(.steps)))]
    case .changed(let gone, let open): return filesChanged(gone: gone, open: open)
    }
  }

  /// A group that was made is shown with the cursor in its steps; one that was moved keeps its draft and what is undone in it.
  private mutating func filesChanged(gone: String?, open: String?) -> [Effect] {
    list.isStale = true
    guard let open else {
      if let gone { drafts.drop(gone) }
      return []
    }
    let isShown = gone == nil || gone.isIdentical(to: steps.group) || steps.group?.isIdentical(to: open) == true
    if let gone { carryOver(from: gone, to: open) }
    guard isShown else { return drafts.keep(open) }
    list.want(group: open)
    return show(.group(open, hasMistake: false)) + drafts.keep(open)
      + (gone == nil ? [.then(.navigation(.focus(.steps)))] : [])
  }

  private mutating func carryOver(from old: String, to new: String) {
    drafts.move(old, to: new)
    breakpoints.move(old, to: new)
  }
}

// What is asked before runs are deleted.
extension Confirm {
  static func deletingRuns(of group: String) -> Confirm {
    Confirm(
      "Delete all runs of \(group.fitted(to: 40))?",
      [
        "There is no file of this group here, only its runs.", "Their exchanges stay in the history, unless imported.",
        "",
      ],
      choices: [
        .init("n", "keep them"), .init("d", "delete", .groups(.list(.deleteRuns(group))), isDangerous: true),
      ])
  }
}
