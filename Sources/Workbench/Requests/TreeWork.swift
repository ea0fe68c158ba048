import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchServices

/// Work on several requests, done a piece at a time, so that it can be seen and stopped. Each request is moved or deleted as a
/// whole, or not at all.
struct TreeWork: Sendable {
  enum Job: Hashable, Sendable {
    case move(into: String)
    case delete
  }

  struct Piece: Hashable, Sendable {
    let job: Job
    let ids: [RequestID]
    /// Those of which these are a piece.
    let all: [RequestID]
  }

  /// The files are read again after each piece.
  private static let size = 10

  let job: Job
  let all: [RequestID]
  private(set) var done: [RequestID] = []
  /// The request that was open and is among those done.
  var open: RequestID?
  var isStopped = false

  init(_ job: Job, _ all: [RequestID]) {
    (self.job, self.all) = (job, all)
  }

  /// The next piece; nil when there is none, or when it was stopped.
  var next: Piece? {
    guard !isStopped, done.count < all.count else { return nil }
    return Piece(job: job, ids: Array(all.dropFirst(done.count).prefix(Self.size)), all: all)
  }

  mutating func take(_ ids: [RequestID]) { done += ids }

  /// The open request at its new place; nil where it was not moved.
  var openMoved: RequestID? {
    guard case .move(let folder) = job, let open else { return nil }
    let name = open.rawValue.split(separator: "/").last.map(String.init) ?? open.rawValue
    return RequestID(rawValue: folder.isEmpty ? name : "\(folder)/\(name)")
  }

  /// `Moving 20 of 300 requests …  Esc stops.`
  var progress: Notice {
    let verb = job == .delete ? "Deleting" : "Moving"
    guard all.count > Self.size else { return .done("\(verb) \(all.count.counted("request")) …") }
    return .done("\(verb) \(done.count.grouped) of \(all.count.counted("request")) …  Esc stops.")
  }

  /// A sentence on what was done, and of how many where it was stopped.
  var notice: Notice {
    let requests = done.count.counted("request")
    let stopped = done.count < all.count ? "Stopped after \(done.count.grouped) of \(all.count.grouped). " : ""
    guard !done.isEmpty else { return .done("\(stopped)Nothing has changed.") }
    switch job {
    case .delete: return .done("\(stopped)Deleted \(requests). u puts \(done.count == 1 ? "it" : "them") back.")
    case .move(let folder):
      return .done("\(stopped)Moved \(requests) to \(folder.isEmpty ? "the top" : folder). u takes it back.")
    }
  }
}

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
