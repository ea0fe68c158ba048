package import ParleyEngine
internal import ParleyText

/// A file that holds schemas: a JSON Schema, or the description of an API.
package struct SchemaDocument: Sendable {
  package let value: JSONValue
  /// OpenAPI 3.0 and Swagger 2 have a dialect of their own: `nullable`, and nothing counts beside `$ref`.
  let isOldDialect: Bool
  /// Descriptions of APIs say which properties only a request has.
  let isDescription: Bool

  package init(_ value: JSONValue) {
    self.value = value
    let version = value["openapi"]?.string
    isDescription = version != nil || value["swagger"] != nil
    isOldDialect = value["swagger"] != nil || version?.hasPrefix("3.0") == true
  }
}

/// A schema, and the file whose references it uses.
package struct SchemaNode: Sendable {
  package var value: JSONValue
  /// By the path with which documents are asked for; empty for a schema that stands in no file.
  package var file: String

  package init(_ value: JSONValue, file: String = "") {
    self.value = value
    self.file = file
  }

  func with(_ value: JSONValue) -> SchemaNode { SchemaNode(value, file: file) }
}
