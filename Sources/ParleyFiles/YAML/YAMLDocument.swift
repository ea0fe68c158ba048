/// The result of reading one file: its tree, if there is one, and every mistake in it.
package struct YAMLDocument: Sendable, Equatable {
  package let source: SourceText
  /// `nil` for an empty file, or when the text is not YAML: then `diagnostics` says why.
  package let root: YAMLNode?
  package let diagnostics: [Diagnostic]

  /// Reads a file's bytes. Never fails: what is wrong is in `diagnostics`.
  package static func parse(_ source: SourceText, limits: YAMLLimits = .standard) -> YAMLDocument {
    if let refusal = UnreadableText.refusal(of: source, limits: limits) {
      return YAMLDocument(source: source, root: nil, diagnostics: [refusal])
    }
    var reader = YAMLReader(source: source, limits: limits)
    let root = reader.readDocument()
    return YAMLDocument(source: source, root: root, diagnostics: reader.diagnostics)
  }
}
