extension ExportedAPI {
  /// The export in a format that is made of the files alone.
  /// - Throws: `ExportError` where the format cannot say what was named.
  package func file(as format: ExportFormat) throws(ExportError) -> ExportedFile {
    switch format {
    case .http: try HTTPFileExport(self).file()
    case .postman: try PostmanExport(self).file()
    default: ExportedFile("")
    }
  }
}
