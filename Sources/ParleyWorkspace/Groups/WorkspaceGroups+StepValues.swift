package import ParleyEngine
internal import ParleyFiles

// The part of a response that a step gives to later ones.
extension WorkspaceGroups {
  /// The value that a step gives after this response to its request, as in a run. Null if there is none at the request's
  /// `response.root`.
  package func stepValue(of response: Response, to request: String) -> JSONValue {
    let root = session.workspace.request(request)?.root(in: session.workspace, session.environment) ?? .root
    return (try? RequestStep.reading(at: root)(response)) ?? .null
  }
}

extension WorkspaceRequest {
  /// The path in a response to the value that later steps and captures read.
  func root(in workspace: Workspace, _ environment: WorkspaceEnvironment?) -> ValuePath {
    guard !definition.url.value.namesWebSocket else { return .root }
    let root = workspace.effective(definition, id: id, environment: environment).response.root.value
    return ValuePath((root ?? "").split(separator: ".").map { .key(String($0)) })
  }
}
