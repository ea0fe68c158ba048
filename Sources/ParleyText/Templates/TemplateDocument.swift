/// JSON that templates read from by a path, where there is such a thing: `{{steps.cart.total}}`.
package enum TemplateDocument: String, Sendable, CaseIterable {
  /// What the steps of a group gave, by name.
  case steps
  /// What a step of a group was given: the result before it, or one of `each`.
  case input
  /// The request that a mock answers: `path`, `query`, `headers`, `body`.
  case request
}
