internal import ParleyEngine
internal import ParleyFiles

extension OpenAPIImport: DocumentImport {
  static func isOne(_ document: JSONValue) -> Bool { document["openapi"]?.string != nil }

  static func read(_ document: JSONValue, _ source: ImportSource, environments: [NamedDocument]) -> ImportedAPI {
    described(document, document, source, "OpenAPI \(document["openapi"]?.string ?? "")")
  }

  /// - Parameter original: as it is kept, in the words of its own version.
  fileprivate static func described(
    _ document: JSONValue, _ original: JSONValue, _ source: ImportSource, _ format: String
  ) -> ImportedAPI {
    var api = OpenAPIImport(document, source, format: format).imported()
    api.notes += OpenAPIKeys.unread(in: original)
    let file = DescriptionBundle(original, source).file()
    api.description = ImportedDescription(bytes: file.bytes, ending: file.ending, document: file.document)
    return api
  }
}

extension SwaggerDocument: DocumentImport {
  static func isOne(_ document: JSONValue) -> Bool { document["swagger"] != nil }

  static func read(_ document: JSONValue, _ source: ImportSource, environments: [NamedDocument]) -> ImportedAPI {
    OpenAPIImport.described(SwaggerDocument(document).openAPI(), document, source, "Swagger 2")
  }
}
