/// A GraphQL query, as servers take it over HTTP: a JSON object with `query`, `variables` and `operationName`.
package struct GraphQLDefinition: Sendable, Equatable {
  package var query: Located<String>
  /// A JSON object as text.
  package var variables: Located<String>?
  /// Which operation is meant, where the query has several.
  package var operation: Located<String>?

  package init(query: Located<String> = "", variables: Located<String>? = nil, operation: Located<String>? = nil) {
    self.query = query
    self.variables = variables
    self.operation = operation
  }

  package static let form = Form(
    "graphql", make: { GraphQLDefinition() },
    keys: [
      .init("query", \.query, .text, "The query or mutation.", isRequired: true),
      .init("variables", \.variables, .jsonText, "Its variables: a JSON object, written as text."),
      .init("operation", \.operation, .text, "The operation to run, if the query has several."),
    ])

  static let reader = form.reader("a map with query and variables")

  var texts: [Located<String>] { [query] + [variables, operation].compactMap(\.self) }
}
