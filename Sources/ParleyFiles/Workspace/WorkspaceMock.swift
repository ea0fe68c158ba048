/// One mock of a workspace.
package struct WorkspaceMock: Sendable, Equatable {
  /// Within the workspace, as in `mocks/payments.yaml`.
  package let file: String
  /// The number of its item in the file, from 0.
  package let index: Int
  package let definition: MockDefinition
}

extension MockDefinition {
  /// The key of the server that is meant; the first of the file by default.
  package func serverName(in workspace: Workspace) -> String? {
    server?.value ?? workspace.definition.servers.first?.name.value
  }
}
