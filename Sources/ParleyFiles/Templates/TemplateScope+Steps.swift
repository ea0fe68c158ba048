import ParleyText

extension TemplateScope {
  /// The same for the templates of a step, which read what steps gave and what it works on.
  /// - Parameter steps: those that it can read; nil when they are not known.
  package func inStep(knowing steps: [String]? = nil) -> TemplateScope {
    var scope = self
    scope.documents[.steps] = KnownDocument(keys: steps)
    scope.documents[.input] = KnownDocument()
    return scope
  }
}
