import ParleyFiles

/// The same import, made before: its requests are found again where that put them.
///
/// A new workspace gets them without a folder of their own, so that doing it again, in what is a workspace by then, would put
/// all of them a second time below one.
struct EarlierImport {
  /// The share of the requests, in tenths, that must be unchanged. Requests that people have changed or deleted
  /// meanwhile are no reason to import the others twice.
  private static let fewest = 5

  /// The servers that an import leaves in a workspace: without them, requests like some of its own were made by hand.
  private static func hasServers(of api: ImportedAPI, _ workspace: Workspace) -> Bool {
    let there = Set(workspace.definition.servers.map(\.url.value))
    return api.servers.allSatisfy { there.contains($0.url.value) }
  }

  /// Whether a workspace has the requests of an import in a folder under `requests/`; an empty one for that itself.
  static func isThere(_ api: ImportedAPI, in workspace: Workspace, folder: String) -> Bool {
    guard !api.requests.isEmpty else { return false }
    let same = api.requests.count { request in
      workspace.request(folder.isEmpty ? request.id : "\(folder)/\(request.id)")?.isImported(request) == true
    }
    if same == api.requests.count { return true }
    return same * 10 >= api.requests.count * fewest && hasServers(of: api, workspace)
  }
}

extension WorkspaceRequest {
  /// By what is sent and where to, whatever else somebody has changed.
  fileprivate func isImported(_ request: ImportedRequest) -> Bool {
    let (mine, theirs) = (definition, request.definition)
    // Of a description each request names its operation: one that names none was made by hand.
    if let operation = theirs.operation?.value.operation { return mine.operation?.value.operation == operation }
    return mine.url.value == theirs.url.value && (mine.method?.value ?? "GET") == (theirs.method?.value ?? "GET")
  }
}
