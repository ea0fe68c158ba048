import TestSupport

/// The suites that try a sample in each run of the tests, with all that they have.
struct Whole: TorturePart {
  static let name = "whole"
  static let summary = "the suites that `make test` runs on a sample of their cases, on all of them"
  static let promise = "they pass"
  /// The tests themselves are their short form.
  static let shortCount = 0

  /// By the names of their targets and their own.
  static let suites = [
    "BudgetTests.BudgetTests", "BudgetTests.GrowthTests",
    "CommandsTests.ForgedNumberTests",
    "EndToEndTests.ArgumentMistakeTests", "EndToEndTests.InterruptionTests", "EndToEndTests.ListingTests",
    "EndToEndTests.OutputTests", "EndToEndTests.ProgramSecretTests", "EndToEndTests.SecretPlaceTests",
    "EndToEndTests.SendAddressTests", "EndToEndTests.SendTests", "EndToEndTests.ShellCompletionTests",
    "EndToEndTests.VerboseSecretTests",
    "JQTests.BoundsTests", "JQTests.SecretTraceTests",
    "ParleyEngineTests.CacheRuleTests", "ParleyEngineTests.CharsetTests", "ParleyEngineTests.SecretExcerptTests",
    "ParleyEngineTests.SecretPropertyTests",
    "ParleyStoreTests.HistoryScanTests", "ParleyStoreTests.SalvageTests", "ParleyStoreTests.SharedVisibilityTests",
    "ParleyWorkspaceTests.BrunoJudgeTests", "ParleyWorkspaceTests.CurlJudgeTests",
    "ParleyWorkspaceTests.ExportJudgeTests", "ParleyWorkspaceTests.FieldSavingTests",
    "ParleyWorkspaceTests.ForgedReportTests", "ParleyWorkspaceTests.GroupFuzzTests",
    "ParleyWorkspaceTests.HTTPFileJudgeTests", "ParleyWorkspaceTests.InsomniaJudgeTests",
    "ParleyWorkspaceTests.JQBombTests", "ParleyWorkspaceTests.OpenAPIJudgeTests", "ParleyWorkspaceTests.PatchFuzzTests",
    "ParleyWorkspaceTests.PostmanJudgeTests",
    "ParleyWorkspaceTests.RecordedSecretTests", "ParleyWorkspaceTests.SchemaKeywordsTests",
    "ParleyWorkspaceTests.SharedUndoTests", "ParleyWorkspaceTests.ShellScriptJudgeTests",
    "TortureTests.ScaleTests",
    "WorkbenchTests.ForgedAxisTests", "WorkbenchTests.MouseTargetTests", "WorkbenchTests.NothingIsSentTests",
    "WorkbenchTests.OutsideEditTests", "WorkbenchTests.PaletteWordTests", "WorkbenchTests.SampleSavingTests",
    "WorkbenchTests.ShownMomentTests", "WorkbenchTests.StepPartTests",
  ]

  func attempt(_ trial: Trial) async throws {
    // A campaign has time for some of them: another one begins elsewhere.
    let suite = Self.suites[(Int(trial.seed % UInt64(Self.suites.count)) + trial.number) % Self.suites.count]
    trial.step(suite)
    let ended = try await FinishedProcess.run(
      Executables.built("parleyPackageTests.xctest"),
      ["--testing-library", "swift-testing", "--no-parallel", "--filter", "^\(suite)/"],
      environment: ["PARLEY_WHOLE": "1"], limit: .seconds(600))
    let hasPassed = ended.status == 0 && ended.outputText.contains("in 1 suite passed")
    trial.expect(hasPassed, "\(suite) failed:\n\(ended.outputText.suffix(4_000))\(ended.errorText.suffix(1_000))")
  }
}
