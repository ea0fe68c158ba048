import ParleyEngine
import ParleyModel
import TerminalKit
import Testing

@testable import ParleyStore
@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Which group F5 runs", .timeLimit(.minutes(2)))
struct DisplayedGroupTests {
  private static let names = ["alpha", "beta", "gamma"]

  private func state(_ groups: [String] = names) throws -> State {
    var state = State(commands: try CommandSet(), size: Size(width: 120, height: 36), now: .now())
    run(.workspace(.changed(snapshot(groups))), on: &state)
    run(.navigation(.show(.groups)), on: &state)
    return state
  }

  private func snapshot(_ groups: [String]) -> WorkspaceSnapshot {
    var snapshot = WorkspaceSnapshot(name: "shop")
    snapshot.groups = groups.map { GroupOutline($0, file: "groups/\($0).yaml") }
    return snapshot
  }

  @discardableResult
  private func run(_ action: Action, on state: inout State) -> [Effect] {
    var effects: [Effect] = []
    for effect in state.update(action) {
      if case .then(let next) = effect { effects += run(next, on: &state) } else { effects.append(effect) }
    }
    return effects
  }

  private func press(_ key: String, on state: inout State) throws -> [Effect] {
    run(.input(.key(try Key(name: key))), on: &state)
  }

  private func started(_ effects: [Effect]) -> [String] {
    effects.compactMap { effect in
      guard case .perform(let work) = effect, case .prepare(let intent, _)? = work as? GroupEffect else { return nil }
      return intent.group
    }
  }

  @Test("it is the one whose steps are displayed, though the cursor stands on another one by now")
  func displayed() throws {
    var state = try state()
    let summary = RunRecording.Summary(id: "run 1", group: "alpha", startedAt: .now())
    let kept = KeptRun(sequence: 1, summary: summary, isPinned: false)
    run(.groups(.kept(["alpha": [kept]])), on: &state)
    _ = try press("j", on: &state)
    // The run is forgotten, and the cursor's line is another group's.
    run(.groups(.kept([:])), on: &state)
    #expect(state.groups.list.selected?.group == "beta" && state.groups.steps.group == "alpha")
    #expect(state.draw().lines.last?.contains("F5 run alpha") == true)
    #expect(started(try press("F5", on: &state)) == ["alpha"])
  }

  @Test("it is the group of a run that is still being read")
  func reading() throws {
    var state = try state()
    let summary = RunRecording.Summary(id: "run 1", group: "beta", startedAt: .now())
    run(.groups(.kept(["beta": [KeptRun(sequence: 1, summary: summary, isPinned: false)]])), on: &state)
    _ = try press("j", on: &state)
    _ = try press("j", on: &state)
    _ = try press("k", on: &state)
    _ = try press("G", on: &state)
    _ = try press("k", on: &state)
    #expect(state.groups.wanted == "run 1")
    #expect(started(try press("F5", on: &state)) == ["beta"])
  }

  @Test("where the file of what was displayed has gone, the one under the cursor is displayed and run")
  func gone() throws {
    var state = try state()
    _ = try press("j", on: &state)
    run(.workspace(.changed(snapshot(["alpha", "gamma"]))), on: &state)
    #expect(state.groups.steps.group == "gamma")
    #expect(started(try press("F5", on: &state)) == ["gamma"])
  }
}
