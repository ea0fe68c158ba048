import ParleyModel
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

extension State {
  mutating func begin(_ work: TreeWork) -> [Effect] {
    guard treeWork == nil else { return [.say(.refused("One after the other: Esc stops what is being done."))] }
    guard let piece = work.next else { return [] }
    treeWork = work
    return [.say(work.progress), .perform(TreeEffect.many(piece))]
  }

  /// Esc: what is done stays, and no further piece begins.
  mutating func stopTreeWork() -> [Effect]? {
    guard treeWork != nil else { return nil }
    treeWork?.isStopped = true
    return [.say(.done("Stopping …"))]
  }

  /// A piece has come back.
  mutating func changedMany(_ snapshot: WorkspaceSnapshot, gone: [RequestID]) -> [Effect] {
    let open = tabs.open
    for id in gone {
      tabs.close(id)
      sidebar.edited.remove(id)
    }
    chains.unmark(gone)
    let isGone = open.map(gone.contains) == true
    if isGone { treeWork?.open = open }
    let display: [Effect] = isGone ? [.then(.sidebar(.display))] : []
    return [.then(.workspace(.changed(snapshot)))] + display + goOn(after: gone)
  }

  private mutating func goOn(after gone: [RequestID]) -> [Effect] {
    guard var work = treeWork else { return [] }
    work.take(gone)
    treeWork = work
    if let next = work.next { return [.say(work.progress), .perform(TreeEffect.many(next))] }
    treeWork = nil
    // A request that was open stays open where it is now, and its row stays under the cursor.
    let follow: [Effect] = work.openMoved.map { [.then(.request(.open($0, focus: nil)))] } ?? []
    return follow + [.say(work.notice.logged())]
  }

  /// The part that was done before stays done, and is said.
  mutating func manyFailed(_ problem: Problem) -> [Effect] {
    let done = treeWork.flatMap { $0.done.isEmpty ? nil : $0.notice }
    treeWork = nil
    return (done.map { [.say($0.logged())] } ?? []) + [.then(.failed(problem))]
  }

  /// The files are as they were; one that came back is shown.
  mutating func undone(_ outcome: FilesUndone) -> [Effect] {
    let (open, pane) = (tabs.open, focus)
    for id in outcome.requestsGone {
      tabs.close(id)
      sidebar.edited.remove(id)
    }
    var effects: [Effect] = [.then(.workspace(.changed(outcome.snapshot)))]
    if let group = outcome.groupsBack.first {
      effects.append(.then(.groups(.list(.changed(gone: outcome.groupsGone.first ?? group, open: group)))))
    }
    if screen == .requests, let first = outcome.requestsBack.first {
      effects.append(.then(.request(.open(first, focus: pane))))
    } else if open.map(outcome.requestsGone.contains) == true {
      effects.append(.then(.sidebar(.display)))
    }
    return effects + [.say(Notice.done(outcome.said).logged())]
  }
}
