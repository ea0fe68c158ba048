package import ParleyEngine
internal import ParleyFiles

// The part of a response that a step gives to later ones.
extension WorkspaceGroups {
  /// The value that a step gives after this response to its request, as in a run. Null if there is none at the request's
  /// `response.root`.
  package func stepValue(of response: Response, to request: String) -> JSONValue {
    (try? RequestStep.reading(at: session.workspace.root(ofRequest: request, in: session.environment))(response))
      ?? .null
  }
}

extension Workspace {
  /// The path in a response to the value that later steps and captures read.
  func root(ofRequest id: String, in environment: WorkspaceEnvironment?) -> ValuePath {
    guard let request = request(id), !request.definition.url.value.namesWebSocket else { return .root }
    let root = effective(request.definition, id: id, environment: environment).response.root.value
    return ValuePath((root ?? "").split(separator: ".").map { .key(String($0)) })
  }
}
