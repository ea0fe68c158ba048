extension Session {
  /// What is named, in a format.
  /// - Parameter names: ids of requests and groups, and paths of folders; all requests where there are none.
  package func export(_ format: ExportFormat, _ names: [String] = []) async throws -> ExportedFile {
    try ExportedAPI(workspace, environment: environment, names).file(as: format)
  }
}
