package import ParleyEngine

/// The services behind the workbench: the open workspace, its client and its store, in parts that serve one owner each.
///
/// Every call comes from a task of the runtime and may take its time; none is made while a frame is drawn. A thrown
/// error is shown as a card, so it should be an `ExplainedError`.
package struct Services: Sendable {
  package let workspace: any WorkspaceServices
  package let requests: any RequestServices
  package let groups: any GroupServices
  package let history: any HistoryServices
  package let shared: any SharedDataServices
  package let person: any PersonServices
  /// The known secrets: a failure that is shown never quotes one.
  package let secrets: KnownSecrets

  package init(
    _ workspace: any WorkspaceServices, _ requests: any RequestServices, _ groups: any GroupServices,
    _ history: any HistoryServices, _ shared: any SharedDataServices, _ person: any PersonServices,
    hiding secrets: KnownSecrets
  ) {
    (self.workspace, self.requests, self.groups) = (workspace, requests, groups)
    (self.history, self.shared, self.person) = (history, shared, person)
    self.secrets = secrets
  }
}
