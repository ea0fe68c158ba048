import ParleyEngine

/// A GraphQL query as it goes over HTTP: one JSON object.
enum GraphQLText {
  /// - Parameter variables: JSON as text, which goes in as it is written.
  static func json(query: String, variables: String) -> String {
    let text = JSONPrinter.compact.string(of: .string(query))
    return variables.isEmpty ? "{\"query\": \(text)}" : "{\"query\": \(text), \"variables\": \(variables)}"
  }
}
