internal import ParleyStore

// Each thing that can be done with an open workspace has an owner.
extension Session {
  /// The exchanges of the history.
  package var history: ExchangeHistory {
    ExchangeHistory(
      store: store.history, open: open, shared: shared, secrets: secrets, answers: answers)
  }
  /// The runs that were kept.
  package var runs: KeptRuns { KeptRuns(session: self) }
  /// The groups, and running them.
  package var groups: WorkspaceGroups { WorkspaceGroups(session: self) }
  /// The reasons why a run went as it did.
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
  /// Filling requests in, and calling them.
  package var sending: RequestSending { RequestSending(session: self) }
  /// Whether responses are as they should be.
  package var checks: ResponseChecks {
    ResponseChecks(open: open, jq: jq, schemas: schemas, shared: shared, secrets: secrets, sending: sending)
  }
  /// Changes to the workspace's files.
  package var files: WorkspaceFiles { WorkspaceFiles(session: self) }
  /// Changes of environments.
  package var environments: EnvironmentEditing { EnvironmentEditing(session: self) }
  /// The places for typed credentials.
  package var credentials: CredentialPlacing { CredentialPlacing(session: self) }
  /// The data that requests and people share by key.
  package var sharedKeys: SharedKeys { SharedKeys(session: self) }
  /// The encryption of shared keys.
  package var ciphers: Ciphers {
    Ciphers(
      open: open, keys: store.cipherKeys, shared: shared, vaults: vaults, team: team, asking: cipherSecrets,
      cost: passphraseCost)
  }
  var cipherSecrets: CipherSecrets { CipherSecrets(open: open, permissions: permissions, secrets: secrets) }
  /// The team of the workspace.
  package var team: WorkspaceTeam { WorkspaceTeam(session: self) }
  /// The runs that the team has together.
  package var teamRuns: PublishedRuns { PublishedRuns(session: self) }
}
