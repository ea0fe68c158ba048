import HTTPTypes
import ParleyEngine
import ParleyModel
import ParleyText
import ParleyWorkspace
import TerminalKit

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchScreens
@testable import WorkbenchServices
@testable import WorkbenchState

/// Groups have tests of their own, over a real session: here is nothing.
struct FakeGroups: GroupServices, FakePart {
  let fake: FakeServices

  func runs(of group: String, limit: Int, before: Int64?) async throws -> [KeptRun] { [] }
  func runs(matching text: String, limit: Int) async throws -> [KeptRun] { [] }
  func onRunsChange(_ call: @escaping @Sendable () -> Void) {}
  func onRunsProgress(_ call: @escaping @Sendable () -> Void) {}

  func recording(of run: KeptRun.ID) async throws -> RunRecording {
    throw Problem(code: "unknownRun", "There is no run “\(run)”.")
  }

  func prepare(_ intent: RunIntent) async throws -> RunOutcome { .wantsConfirmation("") }

  func content(
    _ part: StepPart, of path: NodePath, in recording: RunRecording, with edit: EditedStep?
  ) async throws -> StepContent? { nil }

  func request(of stop: Debugger.Stop, with edit: EditedStep?) async throws -> StepContent? { nil }

  func sightings(
    of value: JSONValue, before path: NodePath, in recording: RunRecording
  ) async throws -> [RunRecording.Sighting] { [] }

  func why(_ question: WhyQuestion, in recording: RunRecording) async throws -> WhyChain {
    await recording.why(question)
  }

  func changes(in recording: RunRecording, on chain: WhyChain, asked question: WhyQuestion) async throws -> RunChanges {
    RunChanges(since: 1, wasGreen: true, onTheWay: [], others: [])
  }

  func outcome(of trial: RunTrial, in recording: RunRecording) async throws -> TrialOutcome {
    TrialOutcome(steps: [], whole: nil)
  }

  func find(_ text: String, in recording: RunRecording) async throws -> [FoundInRun] { [] }

  func value(at place: TriedPlace, in recording: RunRecording) async throws -> JSONValue? { nil }

  func compare(
    _ left: KeptRun.ID, _ right: KeptRun.ID, ignoring ignored: IgnoredPaths
  ) async throws -> ComparedRuns {
    throw Problem(code: "unknownRun", "There is no run “\(left)”.")
  }

  func parts(of row: RunComparison.Row, in runs: ComparedRuns) async throws -> ComparedParts { ComparedParts() }
  func ignoredPaths(of group: String) async throws -> [String] { [] }
  func keepIgnoredPaths(_ paths: [String], of group: String) async throws {}
  func lastResults(of group: String) async throws -> LastResults? { nil }
  func draft(of stop: Debugger.Stop, with edit: EditedStep?) async throws -> RequestDraft? { nil }

  func request(
    of stop: Debugger.Stop, with edit: EditedStep?, from original: RequestDraft, to draft: RequestDraft
  ) async throws -> EditedRequest { EditedRequest(from: original, to: draft, .get("/")) }

  func recordedResults(
    of step: StepName, in group: String, besides run: KeptRun.ID
  ) async throws -> [RecordedResult] { [] }

  func value(of path: NodePath, in recording: RunRecording) async throws -> JSONValue? { nil }
  func breakpoints() async throws -> [String: [StepBreakpoint]] { [:] }
  func keep(_ breakpoints: [StepBreakpoint], of group: String) async throws {}
  func find(_ text: String, inRunsOf group: String?) async throws -> [FoundInKeptRun] { [] }
  func watched(in group: String) async throws -> [String] { [] }
  func keepWatched(_ expressions: [String], in group: String) async throws {}
  func language(ofCondition text: String) async throws -> ConditionLanguage { .jq }
  func delete(run: KeptRun.ID) async throws {}
  func pin(run: KeptRun.ID, _ isPinned: Bool) async throws {}
  func chain(of items: [ChainItem], isSorted: Bool) async throws -> ChainOffer { ChainOffer() }

  func makeGroup(
    _ id: String, of items: [ChainItem], taking links: Set<ChainOffer.LinkID>,
    carrying changes: Set<ChainOffer.ChangeID>
  ) async throws -> WorkspaceSnapshot { try await fake.workspace.read() }

  func loadGroup(_ id: String) async throws -> LoadedGroup { LoadedGroup(id, file: "groups/\(id).yaml", saved: "") }
  func read(_ text: String, asGroup id: String) async -> GroupReading { GroupReading(outline: nil) }

  func change(_ change: GroupChange, in text: String, ofGroup id: String) async throws -> ChangedGroup {
    ChangedGroup(text, at: [], GroupReading(outline: nil))
  }

  func keepGroupDraft(_ text: String, of id: String, over base: String) async throws {}
  func dropGroupDraft(of id: String) async throws {}

  func saveGroup(_ text: String, of id: String, over base: String) async throws -> GroupSaveOutcome {
    .changedOnDisk(LoadedGroup(id, file: "groups/\(id).yaml", saved: text))
  }

  func stepForm(of path: NodePath, in text: String, ofGroup id: String) async -> StepForm? { nil }
  func knowledge(for path: NodePath, in text: String, ofGroup id: String) async -> StepKnowledge { StepKnowledge() }
  func outcome(of trial: StepTrial, on sample: StepSample?) async -> StepOutcome { StepOutcome(.nothing) }
  func previewOverrides(_ overrides: StepOverrides, on sample: StepSample?) async -> Preview { Preview() }
  func createGroup(_ id: String) async throws -> WorkspaceSnapshot { snapshot.workspace }
  func filesNaming(group id: String) async throws -> [String] { [] }

  func moveGroup(_ id: String, to new: String, everywhere: Bool) async throws -> WorkspaceSnapshot {
    snapshot.workspace
  }

  func duplicateGroup(_ id: String, as new: String) async throws -> WorkspaceSnapshot { snapshot.workspace }
  func deleteGroup(_ id: String) async throws -> WorkspaceSnapshot { snapshot.workspace }
  func groupsWithRuns() async throws -> [String] { [] }
  func deleteRuns(ofGroup id: String) async throws -> Int { 0 }
  func export(_ export: RunExport) async throws -> RunExportOutcome { .written(path: export.path, missing: 0) }
  func importRun(_ wish: RunImport) async throws -> RunImportOutcome { .asks([]) }
  func teamRuns(_ wish: TeamRunWish, answers: [String]) async throws -> TeamRunOutcome { .listed([]) }
}
