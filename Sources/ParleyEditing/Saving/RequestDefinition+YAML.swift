package import ParleyFiles

// A request as text, for drafts and clipboards.
extension RequestDefinition {
  /// As a file of its own would say it.
  /// - Throws: `SaveError.cannotBeWritten` for what no file can say.
  package var yaml: String {
    get throws(SaveError) { String(decoding: try RequestFile.text(of: self), as: UTF8.self) }
  }

  /// Reads a definition from such a text. Anything in it that is not understood is left out.
  package init(yaml: String) {
    self = Self.form.read(SourceText(file: "", bytes: Array(yaml.utf8))).value ?? RequestDefinition()
  }
}
