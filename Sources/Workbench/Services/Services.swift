package import ParleyEngine

/// What the workbench asks of the world behind it: the open workspace, its client and its store. Each screen asks a part of it.
///
/// Every call comes from a task of the runtime and may take its time; none is made while a frame is drawn. What is thrown
/// is shown as a card, so it should be an `ExplainedError`.
package protocol Services: WorkspaceServices, RequestServices, SendingServices, CacheServices, SharedDataServices,
  SharedBatchServices,
  SharedComparisonServices,
  GroupServices, GroupFileServices, BreakpointServices, PauseServices, ComparisonServices, GroupDraftServices,
  StepFormServices, ChainServices, RunFileServices, TeamRunServices, ExportServices, LogServices, HistoryServices,
  PersonServices,
  ValueServices, OpeningServices,
  EnvironmentServices, PasteServices, CompletionServices, WebSocketServices, SignInServices, LayoutServices,
  DescriptionServices, ImportServices, EditorDraftServices, CredentialServices
{
  /// What is known of secrets: no failure that is shown quotes one.
  var secrets: KnownSecrets { get }
}
