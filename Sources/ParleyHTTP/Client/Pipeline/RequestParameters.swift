import HTTPTypes

/// The values of a request, each in its path, its query or its body. None is in two of them.
package struct RequestParameters {
  /// The path, or whole URL, with its places filled.
  let endpoint: String
  package let query: [Query.Item]
  /// The rest of the request's model, for the body; nil when nothing is left.
  let model: (any Encodable & Sendable)?

  package init(
    _ request: Request, replaceComponents: [String: [String: String]], as coding: JSONCoding
  ) throws(InvalidRequest) {
    guard request.hasParameters || !replaceComponents.isEmpty else {
      (endpoint, query, model) = (request.endpoint, request.query.items, nil)
      return
    }
    var path = RequestPath(request, replaceComponents: replaceComponents)
    endpoint = try path.filled(as: coding)
    guard let rest = path.model, request.sendsModelAsQuery else {
      (query, model) = (request.query.items, path.model)
      return
    }
    query = request.query.items + (try Query(encoding: rest, style: request.queryStyle ?? .brackets, as: coding)).items
    model = nil
  }
}

extension Request {
  /// Whether there is anything to tell apart. Most small requests have nothing, and shall not pay for it.
  fileprivate var hasParameters: Bool {
    model != nil || !pathValues.isEmpty || !pathDefaults.isEmpty || PathPieces.mayHaveVariable(endpoint)
  }

  /// Methods whose content has no meaning (RFC 9110 §9.3) take their model in the query.
  var sendsModelAsQuery: Bool {
    serialization != Serialization.none && (method == .get || method == .head || method == .delete)
  }
}
