import ParleyEngine
import ParleyStore

@testable import Workbench
@testable import WorkbenchLive

// Groups have tests of their own, over a real session.
extension FakeServices {
  func runs(of group: String, limit: Int) async throws -> [RecordedRun] { [] }
  func onNotice(_ call: @escaping @Sendable (Problem) -> Void) {}
  func onRunsChange(_ call: @escaping @Sendable () -> Void) {}
  func onRunsProgress(_ call: @escaping @Sendable () -> Void) {}
  func recording(of run: RecordedRun.ID) async throws -> RunRecording {
    throw Problem(code: "unknownRun", "There is no run “\(run)”.")
  }
  func prepare(_ intent: RunIntent) async throws -> RunOutcome { .wantsConfirmation("") }
  func content(
    _ part: StepPart, of path: NodePath, in recording: RunRecording, with edit: EditedStep?
  ) async throws -> StepContent? { nil }
  func request(of stop: Debugger.Stop, with edit: EditedStep?) async throws -> StepContent? { nil }
  func compare(_ left: RecordedRun.ID, _ right: RecordedRun.ID) async throws -> SendingExplained {
    SendingExplained([])
  }
  func delete(run: RecordedRun.ID) async throws {}
  func pin(run: RecordedRun.ID, _ isPinned: Bool) async throws {}
}
