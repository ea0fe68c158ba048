package import ParleyEngine
package import ParleyModel

/// Groups: assembled, run, paused and compared.
///
/// The draft of a group is the text of its file: every change gives a new text, in which all that was not meant is as it was, so that to
/// undo is to go back to an earlier text, and to save is to write it.
package protocol GroupServices: Sendable {
  // MARK: Runs

  /// The newest runs of a group that were kept, the newest first, those in progress too.
  /// - Parameter before: only those that began before the run with this number.
  func runs(of group: String, limit: Int, before: Int64?) async throws -> [KeptRun]
  /// The newest runs of all groups that words and fields let through, the newest first.
  /// - Throws: a `Problem` that says what is wrong with them.
  func runs(matching text: String, limit: Int) async throws -> [KeptRun]
  /// Calls, from any thread, when runs have begun, ended or gone, by this program or another. One listener.
  func onRunsChange(_ call: @escaping @Sendable () -> Void)
  /// Calls, from any thread, when a run of another program has gone on. One listener.
  func onRunsProgress(_ call: @escaping @Sendable () -> Void)
  /// Returns the recorded execution of every step of a kept run.
  func recording(of run: KeptRun.ID) async throws -> RunRecording
  /// Makes a run, which begins once somebody follows it; or says what it needs first. Waits for no person: nobody sees a run that is not
  /// followed yet.
  func prepare(_ intent: RunIntent) async throws -> RunOutcome
  /// Returns the input, request, response or output of a step; nil if it has none.
  /// - Parameter edit: the replacement for its own, as far as it was typed.
  func content(
    _ part: StepPart, of path: NodePath, in recording: RunRecording, with edit: EditedStep?
  ) async throws -> StepContent?
  /// The request that a step which waits is about to send; nil for one that sends none.
  /// - Parameter edit: the replacement for its own input.
  func request(of stop: Debugger.Stop, with edit: EditedStep?) async throws -> StepContent?
  /// Returns each step's result in the newest run of a group that has results; nil if there is none.
  func lastResults(of group: String) async throws -> LastResults?
  /// Returns the places of values equal to `value` in the results of the steps before one.
  func sightings(
    of value: JSONValue, before path: NodePath, in recording: RunRecording
  ) async throws -> [RunRecording.Sighting]
  /// Leads from what is asked about in a run back to its first causes. Nothing is sent.
  func why(_ question: WhyQuestion, in recording: RunRecording) async throws -> WhyChain
  /// Returns the differences since the newest run of the group before that succeeded, those on the way of a chain first.
  func changes(in recording: RunRecording, on chain: WhyChain, asked question: WhyQuestion) async throws -> RunChanges
  /// Returns the places of a value in what the steps of a run worked on, sent, got and gave. Nothing is sent.
  /// - Throws: an error of jq, where the text is a condition.
  func find(_ text: String, in recording: RunRecording) async throws -> [FoundInRun]
  /// The same in the newest runs of a group, or of all groups.
  func find(_ text: String, inRunsOf group: String?) async throws -> [FoundInKeptRun]
  /// Evaluates the filters and conditions of a run with another value in it. Nothing is sent.
  func outcome(of trial: RunTrial, in recording: RunRecording) async throws -> TrialOutcome
  /// The value at a place; nil if there is none, or if it is secret.
  func value(at place: TriedPlace, in recording: RunRecording) async throws -> JSONValue?
  func delete(run: KeptRun.ID) async throws
  /// Keeps a run however old it gets, or no longer.
  func pin(run: KeptRun.ID, _ isPinned: Bool) async throws

  // MARK: Paused runs

  /// Those that are kept for the workspace, by the names of groups.
  func breakpoints() async throws -> [String: [StepBreakpoint]]
  /// Keeps those of one group in place of all it had.
  func keep(_ breakpoints: [StepBreakpoint], of group: String) async throws
  /// Returns the language of a condition.
  /// - Throws: an error with the reason if the text is not a condition.
  func language(ofCondition text: String) async throws -> ConditionLanguage
  /// The expressions that are watched in the runs of a group.
  func watched(in group: String) async throws -> [String]
  /// Keeps these in place of all it had.
  /// - Throws: an error with the reason if one of them is no jq; then nothing is kept.
  func keepWatched(_ expressions: [String], in group: String) async throws
  /// The request that a step which waits is about to send, to be edited: secrets are masked. Nil for one that sends none.
  /// - Parameter edit: the earlier replacement for its own.
  func draft(of stop: Debugger.Stop, with edit: EditedStep?) async throws -> RequestDraft?
  /// The request that a step is to send, as it was edited. What was not touched stays as it was, secrets too.
  /// - Parameter original: as `draft(of:with:)` gave it.
  func request(
    of stop: Debugger.Stop, with edit: EditedStep?, from original: RequestDraft, to draft: RequestDraft
  ) async throws -> EditedRequest
  /// Returns the results of a step recorded in the newest runs of a group, besides one run.
  func recordedResults(of step: StepName, in group: String, besides run: KeptRun.ID) async throws
    -> [RecordedResult]
  /// The value of a step that has ended; nil where it gave none.
  func value(of path: NodePath, in recording: RunRecording) async throws -> JSONValue?

  // MARK: Comparing runs

  /// Two kept runs, step by step.
  func compare(
    _ left: KeptRun.ID, _ right: KeptRun.ID, ignoring ignored: IgnoredPaths
  ) async throws -> ComparedRuns
  /// Returns the input, request, response and output of a step in both runs, with the secrets to mask.
  func parts(of row: RunComparison.Row, in runs: ComparedRuns) async throws -> ComparedParts
  /// The paths that comparisons of a group's runs leave out.
  func ignoredPaths(of group: String) async throws -> [String]
  /// Keeps these in place of all it had.
  func keepIgnoredPaths(_ paths: [String], of group: String) async throws

  // MARK: Assembling

  /// A group as it stands in its file, and the draft on top of it if one was kept.
  func loadGroup(_ id: String) async throws -> LoadedGroup
  /// Parses a draft's text, with the rest of the workspace as it is on disk. Mistakes are part of the result.
  func read(_ text: String, asGroup id: String) async -> GroupReading
  /// Changes the steps in a text.
  /// - Throws: a `Problem` whose summary says why it cannot be; the text stays.
  func change(_ change: GroupChange, in text: String, ofGroup id: String) async throws -> ChangedGroup
  /// Keeps what was done, so that it survives a crash. Safe on disk when it returns.
  /// - Parameter base: the content of the file when the draft began.
  func keepGroupDraft(_ text: String, of id: String, over base: String) async throws
  func dropGroupDraft(of id: String) async throws
  /// Writes a draft to its file, and drops it as a draft.
  /// - Parameter base: the content of the file when the draft began; if it has changed since, nothing is written.
  func saveGroup(_ text: String, of id: String, over base: String) async throws -> GroupSaveOutcome

  // MARK: Filling in a step

  /// The form of a step, or of the group itself at the root.
  /// - Returns: nil where the text has no such step of its own.
  func stepForm(of path: NodePath, in text: String, ofGroup id: String) async -> StepForm?
  /// Returns the data of the newest run at a step, and the names that can be used there.
  func knowledge(for path: NodePath, in text: String, ofGroup id: String) async -> StepKnowledge
  /// Tries a text on a sample. Nothing is asked, and nothing is sent.
  func outcome(of trial: StepTrial, on sample: StepSample?) async -> StepOutcome
  /// A draft over a step's request with its templates filled in, as far as that is known.
  func previewOverrides(_ overrides: StepOverrides, on sample: StepSample?) async -> Preview

  // MARK: Groups made of what happened

  /// Returns the marked items as steps of a group, and the values of one response that a later request carried.
  /// - Parameter isSorted: in the order given; else in the order in which it was sent.
  func chain(of items: [ChainItem], isSorted: Bool) async throws -> ChainOffer
  /// Writes a new group.
  /// - Parameters:
  ///   - items: its steps, in order.
  ///   - links: those that are taken.
  ///   - changes: the sent values that steps carry.
  func makeGroup(
    _ id: String, of items: [ChainItem], taking links: Set<ChainOffer.LinkID>,
    carrying changes: Set<ChainOffer.ChangeID>
  ) async throws -> WorkspaceSnapshot

  // MARK: Their files, and the names of groups that have only runs

  /// Makes a group without steps. A name that is taken is an error.
  func createGroup(_ id: String) async throws -> WorkspaceSnapshot
  /// The files of the groups that run a group, within the workspace.
  func filesNaming(group id: String) async throws -> [String]
  /// Its draft, its runs and its breakpoints move along.
  /// - Parameter everywhere: whether the groups that run it name it again.
  func moveGroup(_ id: String, to new: String, everywhere: Bool) async throws -> WorkspaceSnapshot
  func duplicateGroup(_ id: String, as new: String) async throws -> WorkspaceSnapshot
  /// Its runs stay.
  func deleteGroup(_ id: String) async throws -> WorkspaceSnapshot
  /// The names of the groups that have runs, whether they have a file or not.
  func groupsWithRuns() async throws -> [String]
  /// - Returns: how many there were.
  func deleteRuns(ofGroup id: String) async throws -> Int

  // MARK: Runs that leave the workspace, and come into it

  /// Writes a run to a file, which is there as a whole or not at all.
  func export(_ export: RunExport) async throws -> RunExportOutcome
  /// Reads a run from a file that another machine wrote.
  func importRun(_ wish: RunImport) async throws -> RunImportOutcome
  /// - Parameter answers: the answers, in the order of the questions; if one is missing, nothing is done.
  func teamRuns(_ wish: TeamRunWish, answers: [String]) async throws -> TeamRunOutcome
}
