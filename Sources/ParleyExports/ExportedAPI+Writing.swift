package import ParleyModel

extension ExportedAPI {
  /// The export in a format that is made of the files alone.
  /// - Throws: `ExportError` where the format cannot say what was named.
  package func file(as format: ExportFormat) throws(ExportError) -> ExportedFile {
    switch format {
    case .http: try HTTPFileExport(self).file()
    case .postman: try PostmanExport(self).file()
    case .openapi: try OpenAPIExport(self).file()
    case .markdown: try MarkdownExport(self).file()
    case .curl, .swift, .python, .javascript, .go, .k6: try CodeExport(self, as: format).file()
    case .har: throw .nothingThere("an archive is made of what was sent")
    }
  }
}
