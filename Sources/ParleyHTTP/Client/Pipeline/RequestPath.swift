/// Fills the places of a request's path: from its path values, then from its model, which keeps only what was not taken.
package struct RequestPath {
  private let request: Request
  package let template: PathTemplate
  private(set) var model: (any Encodable & Sendable)?

  package init(_ request: Request, replaceComponents: [String: [String: String]]) {
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

  /// With its places filled; nil where they cannot be.
  init?(filling request: Request, replaceComponents: [String: [String: String]], as coding: JSONCoding) {
    self.init(request, replaceComponents: replaceComponents)
    guard (try? filled(as: coding)) != nil else { return nil }
  }

  private var hasPlaces: Bool {
    !template.defaults.isEmpty || PathPieces.mayHaveVariable(template.text)
  }

  mutating func filled(as coding: JSONCoding) throws(InvalidRequest) -> String {
    guard hasPlaces else { return template.text }
    let sought = template.names.filter { request.pathValues[$0] == nil }
    guard let model, !sought.isEmpty, let members = try? JSONValue(encoding: model, as: coding).object else {
      return try template.filled(with: request.pathValues)
    }
    let taken = sought.filter { members[$0] != nil }
    if !taken.isEmpty { self.model = members.removing(taken) }
    return try template.filled { request.pathValues[$0] ?? members[$0] }
  }
}

extension JSONObject {
  /// The object without these members; nil when no member is left.
  fileprivate func removing(_ keys: [String]) -> JSONValue? {
    let rest = JSONObject(filter { !keys.contains($0.key) }.map { ($0.key, $0.value) })
    return rest.isEmpty ? nil : .object(rest)
  }
}
