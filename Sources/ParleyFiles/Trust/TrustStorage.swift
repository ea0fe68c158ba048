/// Keeps what was allowed to which workspace.
package protocol TrustStorage: Sendable {
  /// The file that holds it, to be watched for the permissions that other programs give; nil if there is none.
  var file: String? { get }
  /// Returns the items that were allowed; an empty grant if there are none.
  func grant(for workspace: WorkspaceIdentity) throws -> TrustGrant
  func save(_ grant: TrustGrant, for workspace: WorkspaceIdentity) throws
}
