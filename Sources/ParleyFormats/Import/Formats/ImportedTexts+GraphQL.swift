internal import ParleyEngine
internal import ParleyFiles
import ParleyText

// Variables of GraphQL are JSON, and templates in them are inserted as in other JSON.
extension ImportedTexts {
  /// A query with its variables. As `text` it is the same message, and `headers` say its type.
  mutating func graphQLBody(
    _ query: String, variables: String?, operation: String? = nil, _ headers: inout [Row]
  ) -> BodyDefinition {
    var body = GraphQLDefinition(query: Located(json(query)), operation: operation.map { Located($0) })
    guard let variables else { return .graphql(body) }
    let written = jsonBody(variables)
    guard case .text(let text) = written else {
      if case .json(let text) = written { body.variables = text }
      return .graphql(body)
    }
    headers.setContentType("application/json")
    let members = [
      ("query", Self.quoted(body.query.value)), ("variables", text.value),
      ("operationName", operation.map(Self.quoted)),
    ]
    let pairs = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
    return .text(Located("{\(pairs.joined(separator: ","))}"))
  }

  /// A text of JSON with its templates as they are.
  private static func quoted(_ text: String) -> String {
    "\"\(text.encodedBetweenTemplates { String(JSONPrinter.compact.string(of: .string($0)).dropFirst().dropLast()) })\""
  }
}
