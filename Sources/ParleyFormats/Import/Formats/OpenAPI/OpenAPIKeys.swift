internal import ParleyEngine
internal import ParleyFiles

/// The keys of a description that count for a request: OpenAPI 3.0 and 3.1, Swagger 2. Schemas are read as a whole.
enum OpenAPIKeys {
  private static let operations = SourceKeys.keys("get put post delete options head patch trace", "operation")

  static let three = SourceKeys(
    kinds: [
      "root": SourceKeys.kind(
        "openapi info security tags externalDocs components jsonSchemaDialect webhooks $self",
        ["servers": "server", "paths": "{path}"]),
      "server": SourceKeys.kind("url description name", ["variables": "{variable}"]),
      "variable": SourceKeys.kind("enum default description"),
      "path": SourceKeys.kind(
        "$ref summary description", operations.merging(["parameters": "parameter", "servers": "server"]) { $1 }),
      "operation": SourceKeys.kind(
        "tags summary description externalDocs operationId responses deprecated security $ref",
        ["parameters": "parameter", "requestBody": "body", "servers": "server"]),
      "parameter": SourceKeys.kind(
        "$ref name in description required deprecated allowEmptyValue style explode allowReserved schema example examples",
        ["content": "{media}"]),
      "body": SourceKeys.kind("$ref description required", ["content": "{media}"]),
      "media": SourceKeys.kind("schema example examples $ref", ["encoding": "{encoding}"]),
      "encoding": SourceKeys.kind("contentType headers style explode allowReserved"),
    ], ignoredPrefixes: ["x-"])

  static let two = SourceKeys(
    kinds: [
      "root": SourceKeys.kind(
        """
        swagger info host basePath schemes consumes produces definitions parameters responses securityDefinitions security
        tags externalDocs
        """, ["paths": "{path}"]),
      "path": SourceKeys.kind("$ref", operations.merging(["parameters": "parameter"]) { $1 }),
      "operation": SourceKeys.kind(
        "tags summary description externalDocs operationId consumes produces responses schemes deprecated security",
        ["parameters": "parameter"]),
      "parameter": SourceKeys.kind(
        """
        $ref name in description required schema type format allowEmptyValue items collectionFormat default maximum
        exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems enum multipleOf
        example examples
        """),
    ], ignoredPrefixes: ["x-"])

  /// - Parameter document: in the words of its own version.
  static func unread(in document: JSONValue) -> [ImportNote] {
    (document["swagger"] == nil ? three : two).unread(in: document, as: "root")
  }
}
