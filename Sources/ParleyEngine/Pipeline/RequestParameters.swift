import HTTPTypes

/// Where the values of a request go: into its path, its query or its body. None goes to two of them.
struct RequestParameters {
  /// The path, or whole URL, with its places filled.
  let endpoint: String
  let query: [Query.Item]
  /// What is left of the request's model for the body.
  let model: (any Encodable & Sendable)?

  init(_ request: Request, replaceComponents: [String: [String: String]]) throws(InvalidRequest) {
    var path = RequestPath(request, replaceComponents: replaceComponents)
    endpoint = try path.filled()
    guard let rest = path.model, request.sendsModelAsQuery else {
      (query, model) = (request.query.items, path.model)
      return
    }
    query = request.query.items + (try Query(encoding: rest, style: request.queryStyle ?? .brackets)).items
    model = nil
  }
}

/// Fills the places of a request's path: from its path values, then from its model, which keeps only what was not taken.
private struct RequestPath {
  let request: Request
  let template: PathTemplate
  private(set) var model: (any Encodable & Sendable)?

  init(_ request: Request, replaceComponents: [String: [String: String]]) {
    self.request = request
    model = request.model
    var defaults = request.pathDefaults
    if !replaceComponents.isEmpty, let known = replaceComponents[request.endpoint] {
      defaults.merge(known) { own, _ in own }
    }
    // A name with a dollar can be no variable's, so that it needs no default to be known as a word.
    for name in request.pathValues.keys where name.hasPrefix("$") && defaults[name] == nil { defaults[name] = "" }
    template = PathTemplate(request.endpoint, defaults: defaults)
  }

  private var hasPlaces: Bool {
    !template.defaults.isEmpty || PathPieces.mayHaveVariable(template.text)
  }

  mutating func filled() throws(InvalidRequest) -> String {
    guard hasPlaces else { return template.text }
    let sought = template.names.filter { request.pathValues[$0] == nil }
    guard let model, !sought.isEmpty, let members = try? JSONValue(encoding: model).object else {
      return try template.filled(with: request.pathValues)
    }
    let taken = sought.filter { members[$0] != nil }
    if !taken.isEmpty { self.model = members.removing(taken) }
    return try template.filled { request.pathValues[$0] ?? members[$0] }
  }
}

extension JSONObject {
  /// What is left without these members; nil when that is nothing.
  fileprivate func removing(_ keys: [String]) -> JSONValue? {
    let rest = JSONObject(filter { !keys.contains($0.key) }.map { ($0.key, $0.value) })
    return rest.isEmpty ? nil : .object(rest)
  }
}

extension Request {
  /// Methods whose content has no meaning (RFC 9110 §9.3) take their model in the query.
  fileprivate var sendsModelAsQuery: Bool {
    serialization != Serialization.none && (method == .get || method == .head || method == .delete)
  }
}
