import ParleyEngine
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// The beginnings of runs: the unsaved drafts, which run in place of the files, and the breakpoints.
struct RunIntents {
  let drafts: GroupDrafts
  let breakpoints: Breakpoints

  func run(_ group: String, isPaused: Bool) -> [Effect] {
    let intent = RunIntent(
      group, text: unsaved(group), breakpoints: breakpoints.known(of: group), isPaused: isPaused)
    return [.perform(GroupEffect.prepare(intent))]
  }

  /// Begins again at a step, with what the steps before it gave in a run.
  func replay(_ run: String, of group: String, from path: NodePath) -> [Effect] {
    begin(group, RunIntent.Replay(from: path, of: run))
  }

  /// Begins at a step of a run, and waits there.
  /// - Parameters:
  ///   - variables: values for variables in place of their own.
  ///   - given: the value that an earlier step is to have given.
  func fork(
    _ run: ShownRun, from path: NodePath, setting variables: [String: String] = [:],
    giving given: RunIntent.Replay.Given? = nil
  ) -> [Effect] {
    var replay = RunIntent.Replay(from: path, of: run.id, isFork: true)
    (replay.variables, replay.given) = (variables, given)
    return begin(run.group, replay)
  }

  private func begin(_ group: String, _ replay: RunIntent.Replay) -> [Effect] {
    let intent = RunIntent(
      group, text: unsaved(group), breakpoints: breakpoints.known(of: group), replay: replay)
    return [.perform(GroupEffect.prepare(intent))]
  }

  /// The draft of a group as it is on the screen; nil if it has no unsaved edits.
  private func unsaved(_ group: String) -> String? { drafts[group].flatMap { $0.isDirty ? $0.text : nil } }
}
