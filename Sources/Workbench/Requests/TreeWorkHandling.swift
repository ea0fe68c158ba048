import ParleyModel
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

/// Work on many requests, a piece at a time.
enum TreeWorkHandling {
  static func begin(_ work: TreeWork, in state: inout State) -> [Effect] {
    guard state.treeWork == nil else { return [.say(.refused("One after the other: Esc stops what is being done."))] }
    guard let piece = work.next else { return [] }
    state.treeWork = work
    return [.say(work.progress), .perform(TreeEffect.many(piece))]
  }

  /// Esc: what is done stays, and no further piece begins.
  static func stop(in state: inout State) -> [Effect]? {
    guard state.treeWork != nil else { return nil }
    state.treeWork?.isStopped = true
    return [.say(.done("Stopping …"))]
  }

  /// A piece has come back.
  static func changed(_ snapshot: WorkspaceSnapshot, gone: [RequestID], in state: inout State) -> [Effect] {
    let open = state.tabs.open
    for id in gone {
      state.tabs.close(id)
      state.sidebar.edited.remove(id)
    }
    state.chains.unmark(gone)
    let isGone = open.map(gone.contains) == true
    if isGone { state.treeWork?.open = open }
    let display: [Effect] = isGone ? [.then(.sidebar(.display))] : []
    return [.then(.workspace(.changed(snapshot)))] + display + goOn(after: gone, in: &state)
  }

  private static func goOn(after gone: [RequestID], in state: inout State) -> [Effect] {
    guard var work = state.treeWork else { return [] }
    work.take(gone)
    state.treeWork = work
    if let next = work.next { return [.say(work.progress), .perform(TreeEffect.many(next))] }
    state.treeWork = nil
    // A request that was open stays open where it is now, and its row stays under the cursor.
    let follow: [Effect] = work.openMoved.map { [.then(.request(.open($0, focus: nil)))] } ?? []
    return follow + [.say(work.notice.logged())]
  }

  /// The part that was done before stays done, and is said.
  static func failed(_ problem: Problem, in state: inout State) -> [Effect] {
    let done = state.treeWork.flatMap { $0.done.isEmpty ? nil : $0.notice }
    state.treeWork = nil
    return (done.map { [.say($0.logged())] } ?? []) + [.then(.failed(problem))]
  }

  /// The files are as they were; one that came back is shown.
  static func undone(_ outcome: FilesUndone, in state: inout State) -> [Effect] {
    let (open, pane) = (state.tabs.open, state.focus)
    for id in outcome.requestsGone {
      state.tabs.close(id)
      state.sidebar.edited.remove(id)
    }
    var effects: [Effect] = [.then(.workspace(.changed(outcome.snapshot)))]
    if let group = outcome.groupsBack.first {
      effects.append(.then(.groups(.list(.changed(gone: outcome.groupsGone.first ?? group, open: group)))))
    }
    if state.screen == .requests, let first = outcome.requestsBack.first {
      effects.append(.then(.request(.open(first, focus: pane))))
    } else if open.map(outcome.requestsGone.contains) == true {
      effects.append(.then(.sidebar(.display)))
    }
    return effects + [.say(Notice.done(outcome.said).logged())]
  }
}
