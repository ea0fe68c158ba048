internal import ParleyStore

// Each thing that can be done with an open workspace has an owner.
extension Session {
  /// The exchanges of the history.
  package var history: ExchangeHistory { ExchangeHistory(session: self) }
  /// The runs that were kept.
  package var runs: KeptRuns { KeptRuns(session: self) }
  /// The groups, and running them.
  package var groups: WorkspaceGroups { WorkspaceGroups(session: self) }
  /// Why a run went as it did.
  package var why: RunInquiry { RunInquiry(session: self) }
  /// The descriptions of APIs.
  package var descriptions: DescribedAPIs {
    DescribedAPIs(schemas: schemas, history: store.history, workspace: workspace)
  }
  /// Files for other programs.
  package var exports: APIExports { APIExports(session: self) }
  /// The cache.
  package var cache: CachedResponses { CachedResponses(session: self) }
  /// Responses without servers.
  package var mocks: WorkspaceMocks { WorkspaceMocks(session: self) }
}
