internal import ParleyEngine

/// The description of a response that was received.
package enum DescribedResponse: Sendable {
  /// Its body has this schema.
  case schema(SchemaNode)
  /// The description has no schema to check its body against.
  case free
  case unknownStatus(known: [String])
  case unknownType(known: [String])
}

extension APIDescription {
  /// Returns the description of a response with a status and a content type.
  package func response(of operation: DescribedOperation, status: Int, type: String?) -> DescribedResponse {
    guard let response = responseNode(of: operation, status: status) else {
      return .unknownStatus(known: operation.node["responses"]?.members.map(\.key) ?? [])
    }
    guard let content = response["content"]?.members, !content.isEmpty else { return .free }
    guard let type = type.map(MediaRange.plain) else { return .free }
    guard let media = content.first(where: { MediaRange($0.key).covers(type) })?.value else {
      return .unknownType(known: content.map(\.key))
    }
    guard MediaRange.isJSON(type), let schema = media["schema"] else { return .free }
    return .schema(SchemaNode(schema.value, file: schema.file.isEmpty ? file : schema.file))
  }

  /// By the status itself, by its hundred, or the default.
  func responseNode(of operation: DescribedOperation, status: Int) -> OpenAPIReferences.Node? {
    guard let responses = operation.node["responses"] else { return nil }
    let keys = ["\(status)", "\(status / 100)XX", "\(status / 100)xx", "default"]
    var references = references
    return keys.lazy.compactMap { responses[$0] }.first.flatMap { references.resolved($0) }
  }
}

/// A content type as a description names it, which may be a range of them.
struct MediaRange {
  private let text: String

  init(_ text: String) {
    self.text = Self.plain(text)
  }

  /// Without parameters.
  static func plain(_ type: String) -> String {
    String(type.prefix { $0 != ";" }).lowercased().filter { $0 != " " }
  }

  static func isJSON(_ type: String) -> Bool { type == "application/json" || type.hasSuffix("+json") }

  func covers(_ type: String) -> Bool {
    text == type || text == "*/*" || (text.hasSuffix("/*") && type.hasPrefix(text.dropLast()))
  }
}
