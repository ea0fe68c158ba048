/// JSON that templates read from by a path, where there is such a thing: `{{steps.cart.total}}`.
package enum TemplateDocument: String, Sendable, CaseIterable {
  /// The results of a group's steps, by name.
  case steps
  /// The input of a group's step: the result before it, or one element of `each`.
  case input
  /// The request that a mock replies to: `path`, `query`, `headers`, `body`.
  case request
}
