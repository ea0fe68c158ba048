/// One mock of a workspace.
package struct WorkspaceMock: Sendable, Equatable {
  /// Within the workspace, as in `mocks/payments.yaml`.
  package let file: String
  /// Which item of the file it is, from 0.
  package let index: Int
  package let definition: MockDefinition
}

extension MockDefinition {
  /// Which of two servers is meant, by their keys; the first of the file by default.
  package func serverName(in workspace: Workspace) -> String? {
    server?.value ?? workspace.definition.servers.first?.name.value
  }
}
